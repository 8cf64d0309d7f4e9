// @ts-check
import { h, fill, badge, failure, pageHead, markdownButton, emptyState, outcomeMark } from "../lib/dom.js";
import { api, cached } from "../lib/api.js";
import { despiteErrors, grayed } from "../lib/answers.js";
import { drawing } from "../lib/drawing.js";
import { breakable, placeLink, prose, visible } from "../lib/text.js";

/** The ways in which clients use URIs. @type {[string, string, string][]} */
const purposes = [
  ["codes", "Receives codes or tokens", "An attacker who controls one of these gets accounts."],
  ["origin", "Is an origin or a host", "Pages there may start a sign-in or read responses. No code is sent there."],
  ["other", "Has another use", "Redirects after logout, email actions and links that open an app."],
];

/** @param {import("../app.js").Place} place */
export function who({ main, query }) {
  /** @type {any[]} */
  let entries = [];
  let word = (query.get("q") ?? "").toLowerCase();
  const answer = h("div"), map = h("div"), table = h("div", { class: "stack" }), note = h("div");
  const input = h("input", { type: "text", id: "uri", spellcheck: "false", autocomplete: "off", placeholder: "https://app.example/callback", value: query.get("uri") ?? "" });
  const filter = h("input", { type: "search", value: query.get("q") ?? "", placeholder: "Client, host or list", oninput: () => { word = filter.value.toLowerCase(); draw(); } });
  fill(main, pageHead("Who may go where", "All registered redirect URIs, origins and links, by client and environment.", markdownButton(markdown)),
    h("div", { class: "stack" },
      h("form", { class: "card row", onsubmit: (/** @type {Event} */ e) => { e.preventDefault(); ask(); } }, h("label", { class: "field grow" }, "Who accepts this URI?", input), h("button", { class: "primary" }, "Search")),
      answer, note,
      h("section", { class: "card" }, h("h2", null, "Who receives codes where"),
        h("p", { class: "small muted" }, "Filled: redirect URIs in prod. Ring: in sandbox. Amber deserves a look; the reason is at the end of the row. A number leads to its line."), map),
      h("section", { class: "card row" }, h("label", { class: "field grow" }, "Filter the tables", filter)), table));

  async function ask() {
    if (!input.value.trim()) return fill(answer);
    try {
      const { value: found, note } = await despiteErrors((members) => api("who-allows", { uri: input.value.trim(), ...members }));
      const matches = (/** @type {string} */ purpose) => found.matches.filter((m) => m.purpose === purpose);
      fill(answer, grayed(note, h("section", { class: "card" }, h("h2", null, found.receives_codes ? "Receives codes or tokens" : "Receives no codes or tokens"),
        purposes.filter(([purpose]) => matches(purpose).length).map(([purpose, title]) => [purpose === "codes" ? null : h("h3", null, title), h("ul", { class: "steps" }, matches(purpose).map((m) => h("li", { class: purpose === "codes" ? "pass" : "note" }, outcomeMark(purpose === "codes" ? "pass" : "note"), h("strong", null, visible(m.client ?? m.policy)), " ", badge(m.environment), " ", h("code", null, m.place), " ", h("span", { class: "muted" }, m.match), h("div", { class: "small" }, placeLink(m.source)))))]),
        found.nearest.length ? [h("h3", null, "Closest entries"), h("ul", { class: "steps" }, found.nearest.map((n) => h("li", { class: "note" }, outcomeMark("note"), h("code", null, visible(n.value)), " ", badge(n.environment), h("div", { class: "small" }, visible(n.client ?? n.policy), " · ", prose(n.difference), " · ", placeLink(n.source)))))] : null)));
    } catch (error) { fill(answer, failure(error)); }
  }

  /** @param {string} purpose */
  function rows(purpose) {
    /** @type {Map<string, {policy: string, name: string, kind: string, prod: any[], sandbox: any[]}>} */
    const map = new Map();
    for (const e of entries) {
      if (e.purpose !== purpose) continue;
      if (word && !`${e.policy} ${e.client ?? ""} ${e.value} ${e.place}`.toLowerCase().includes(word)) continue;
      const name = e.client ?? e.place.split(".")[0];
      const key = `${e.policy}\n${name}`;
      let row = map.get(key);
      if (!row) map.set(key, row = { policy: e.policy, name, kind: e.client ? "client" : "provider", prod: [], sandbox: [] });
      row[/** @type {"prod" | "sandbox"} */ (e.environment)].push(e);
    }
    return [...map.values()];
  }

  function draw() {
    const parts = purposes.map(([purpose, title, text]) => ({ title, text, all: rows(purpose) })).filter(({ all }) => all.length);
    if (!parts.length) return void fill(table, h("div", { class: "card" }, emptyState("No URIs", entries.length ? "No URI matches the filter." : "The policies register no URIs.")));
    fill(table, parts.map(({ title, text, all }) => h("section", { class: "card flush" }, h("div", { class: "bar" }, h("h2", { class: "grow" }, title), h("span", { class: "small muted" }, text)), matrix(title, all))));
  }

  /** @param {string} title @param {any[]} all */
  const matrix = (title, all) => [h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": title }, h("table", { class: "matrix", role: "table", "aria-label": title },
    h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, ["Client", "prod", "sandbox"].map((name) => h("th", { scope: "col", role: "columnheader" }, name)))),
    // On narrow screens, rows look like lists; with the roles, screen readers still present a table.
    h("tbody", { role: "rowgroup" }, all.slice(0, 500).map((row) => h("tr", { role: "row" }, h("th", { scope: "row", role: "rowheader" }, visible(row.name), h("div", { class: "small muted" }, visible(row.policy))), ["prod", "sandbox"].map((name) => h("td", { role: "cell", "data-label": name }, cell(row[name])))))))), all.length > 500 ? h("p", { class: "panel muted" }, `and ${all.length - 500} more: filter them`) : null];

  /** @param {any[]} list */
  const cell = (list) => list.length ? h("ul", { class: "plain", role: "list" }, list.slice(0, 40).map((e) => h("li", { class: "addr" }, e.source ? placeLinkCode(e) : h("code", null, breakable(e.value)), h("span", { class: "where" }, e.place, e.form === "exact" ? "" : ` · ${e.form}`))), list.length > 40 ? h("li", { class: "small muted" }, `and ${list.length - 40} more`) : null) : h("span", { class: "muted" }, "—");

  const placeLinkCode = (e) => h("a", { href: `#/playground?file=${encodeURIComponent(e.source.file)}&line=${e.source.line}` }, h("code", null, breakable(e.value)));

  function markdown() {
    return purposes.map(([purpose, title]) => ({ title, all: rows(purpose) })).filter(({ all }) => all.length).map(({ title, all }) => `### ${title}\n\n| client | prod | sandbox |\n|---|---|---|\n${all.map((r) => `| ${r.name} (${r.policy}) | ${[r.prod, r.sandbox].map((l) => l.map((e) => `\`${e.value}\``).join("<br>") || "—").join(" | ")} |`).join("\n")}\n`).join("\n");
  }

  const load = () => {
    cached("addresses", {}).then((all) => { entries = all.addresses; draw(); }, (error) => fill(table, failure(error)));
    cached("validate", {}).then((report) => fill(note, report.summary.errors ? grayed("Entries with errors are left out of the map and the tables.", null) : null), () => {});
    fill(map, drawing("map", {}, "Map: which client's codes go where"));
  };
  fill(table, h("p", { class: "muted" }, "Reading…"));
  load();
  if (input.value) ask();
  return { refresh: () => { load(); if (input.value) ask(); } };
}
