// @ts-check
import { h, fill, badge, failure, pageHead, markdownButton, emptyState, errorsFirst, outcomeMark } from "../lib/dom.js";
import { api, cached, ApiError } from "../lib/api.js";
import { placeLink, prose, visible } from "../lib/text.js";

/** @param {import("../app.js").Place} place */
export function who({ main, query }) {
  /** @type {any[]} */
  let entries = [];
  let word = "", lenient = false;
  const answer = h("div"), table = h("div");
  const input = h("input", { type: "text", id: "uri", spellcheck: "false", autocomplete: "off", placeholder: "https://app.example/callback", value: query.get("uri") ?? "" });
  const filter = h("input", { type: "search", oninput: () => { word = filter.value.toLowerCase(); draw(); } });
  fill(main, pageHead("Accepted URIs", "All registered redirect URIs, origins and links, by client and environment.", markdownButton(markdown)),
    h("div", { class: "stack" },
      h("form", { class: "card row", onsubmit: (/** @type {Event} */ e) => { e.preventDefault(); ask(); } }, h("label", { class: "field grow" }, "Who accepts this URI?", input), h("button", { class: "primary" }, "Search")),
      answer, h("section", { class: "card flush" }, h("div", { class: "bar" }, h("h2", { class: "grow" }, "All URIs"), h("label", { class: "field" }, h("span", { class: "hidden" }, "Filter the table"), filter)), table)));
  filter.placeholder = "Filter";

  async function ask() {
    if (!input.value.trim()) return fill(answer);
    try {
      const found = await api("who-allows", { uri: input.value.trim(), allow_invalid: lenient });
      fill(answer, h("section", { class: "card" }, h("h2", null, found.receives_codes ? "Receives codes or tokens" : "Receives no codes or tokens"),
        found.matches.length ? h("ul", { class: "steps" }, found.matches.map((m) => h("li", { class: "pass" }, outcomeMark("pass"), h("strong", null, visible(m.client ?? m.policy)), " ", badge(m.environment), " ", h("code", null, m.place), " ", h("span", { class: "muted" }, `${m.match} · ${m.purpose}`), h("div", { class: "small" }, placeLink(m.source))))) : null,
        found.nearest.length ? [h("h3", null, "Closest entries"), h("ul", { class: "steps" }, found.nearest.map((n) => h("li", { class: "note" }, outcomeMark("note"), h("code", null, visible(n.value)), " ", badge(n.environment), h("div", { class: "small" }, visible(n.client ?? n.policy), " · ", prose(n.difference), " · ", placeLink(n.source)))))] : null));
    } catch (error) { fill(answer, invalid(error)); }
  }

  const invalid = (error) => error instanceof ApiError && error.code === "policies-have-errors" ? h("div", { class: "card" }, errorsFirst(() => { lenient = true; ask(); })) : failure(error);

  function rows() {
    /** @type {Map<string, {policy: string, name: string, kind: string, prod: any[], sandbox: any[]}>} */
    const map = new Map();
    for (const e of entries) {
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
    const all = rows();
    if (!all.length) return void fill(table, emptyState("No URIs", entries.length ? "No URI matches the filter." : "The policies register no URIs."));
    fill(table, h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "URIs by client and environment" }, h("table", { class: "matrix", "aria-label": "URIs by client and environment" },
      h("thead", null, h("tr", null, h("th", { scope: "col" }, "Client"), h("th", { scope: "col" }, "prod"), h("th", { scope: "col" }, "sandbox"))),
      h("tbody", null, all.slice(0, 500).map((row) => h("tr", null, h("th", { scope: "row" }, visible(row.name), h("div", { class: "small muted" }, visible(row.policy))), h("td", null, cell(row.prod)), h("td", null, cell(row.sandbox))))))), all.length > 500 ? h("p", { class: "panel muted" }, `and ${all.length - 500} more: filter them`) : null);
  }

  /** @param {any[]} list */
  const cell = (list) => list.length ? h("ul", { class: "plain", role: "list" }, list.slice(0, 40).map((e) => h("li", { class: "addr" }, e.source ? placeLinkCode(e) : h("code", null, visible(e.value)), h("span", { class: "where" }, e.place, e.form === "exact" ? "" : ` · ${e.form}`))), list.length > 40 ? h("li", { class: "small muted" }, `and ${list.length - 40} more`) : null) : h("span", { class: "muted" }, "—");

  const placeLinkCode = (e) => h("a", { href: `#/playground?file=${encodeURIComponent(e.source.file)}&line=${e.source.line}` }, h("code", null, visible(e.value)));

  function markdown() {
    return `| client | prod | sandbox |\n|---|---|---|\n${rows().map((r) => `| ${r.name} (${r.policy}) | ${[r.prod, r.sandbox].map((l) => l.map((e) => `\`${e.value}\``).join("<br>") || "—").join(" | ")} |`).join("\n")}\n`;
  }

  const load = () => cached("addresses", {}).then((all) => { entries = all.addresses; draw(); }, (error) => fill(table, invalid(error)));
  fill(table, h("p", { class: "panel muted" }, "Reading…"));
  load();
  if (input.value) ask();
  return { refresh: () => { load(); if (input.value) ask(); } };
}
