/** The page: the table that the address names, or the start page. */

import { watch } from "./alerts.js";
import { keep, hold, place } from "./links.js";
import { opening } from "./opening.js";
import { onChange } from "./own_seat.js";
import { Table } from "./table.js";
import { collecting, taking } from "./taking.js";
import { watchTheme } from "./theme.js";

const root = /** @type {HTMLElement} */ (document.getElementById("page"));
/** @type {Table | null} */
let table = null;
/** @type {Record<string, Record<string, string>>} the links of tables that were opened in this tab */
const told = JSON.parse(sessionStorage.getItem("fitl told") ?? "{}");

/** Show the table that the address names, or the start page. */
function go() {
  table?.stop();
  table = null;
  const where = place();
  if (where === null) {
    document.title = "fitl";
    void opening(root, opened);
    return;
  }
  const { offered = "" } = where;
  if (offered) {
    if (where.table) taking(root, { table: where.table, offered }, go);
    else collecting(root, offered, go);
    return;
  }
  table = new Table(root, where, told[where.table] ?? {});
  void table.open();
}

/**
 * @param {string} name
 * @param {Record<string, string>} links
 */
function opened(name, links) {
  told[name] = links;
  sessionStorage.setItem("fitl told", JSON.stringify(told));
  hold({ table: name, link: links[""] });
  keep({ table: name, seat: "", link: links[""] });
  location.hash = encodeURIComponent(name);
}

watchTheme();
watch(() => table?.name ?? "");
addEventListener("hashchange", go);
onChange(go);
go();
