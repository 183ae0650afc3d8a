/** What this browser keeps: values by key, as JSON. */

/**
 * The value of a key; `otherwise` if there is none, or none that can be read.
 * @template T
 * @param {string} key
 * @param {T} otherwise
 * @returns {T}
 */
export function stored(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/**
 * @param {string} key
 * @param {unknown} value
 */
export function store(key, value) {
  localStorage.setItem(key, JSON.stringify(value));
}
