/** Secrets that this browser draws: only their hashes are kept elsewhere. */

import { store, stored } from "./storage.js";

const PENDING = "fitl pending";
const MOST = 20;
/** The largest number of exchanges whose answers this browser waits for. */

/** 32 random bytes, in hexadecimal. */
export function drawn() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The secret for which this browser exchanges a link. It is kept before it is sent: if the answer is lost, the same
 * exchange is tried again.
 * @param {string} link
 */
export function secretFor(link) {
  const before = pending();
  if (before[link]) return before[link];
  const secret = drawn();
  const others = Object.entries(before).slice(1 - MOST);
  store(PENDING, Object.fromEntries([...others, [link, secret]]));
  return secret;
}

/**
 * Forget an exchange that has an answer.
 * @param {string} link
 */
export function settled(link) {
  const { [link]: _, ...others } = pending();
  store(PENDING, others);
}

/** @returns {Record<string, string>} the secrets by their links */
function pending() {
  return stored(PENDING, {});
}
