// @ts-check
import { h, fill, severityMark, badge, failure, pageHead, markdownButton, emptyState } from "../lib/dom.js";
import { cached } from "../lib/api.js";
import { codeBlock, prose } from "../lib/text.js";

/** @param {import("../app.js").Place} place */
export function rules({ main, query }) {
  const list = h("nav", { class: "card flush rulelist", "aria-label": "Rules", tabindex: "0" }), view = h("article", { class: "card" });
  const search = h("input", { type: "search", placeholder: "Search rules", "aria-label": "Search rules", oninput: () => draw() });
  const wanted = query.get("id") ?? "";
  /** @type {any[]} */
  let all = [];
  let current = null;
  fill(main, pageHead("Rules", "Every rule, with its reason and examples. Available offline.", markdownButton(() => current ? `### ${current.id}\n\n${current.summary}\n\n${current.why}\n\nWrong:\n\n\`\`\`yaml\n${current.wrong}\n\`\`\`\n\nRight:\n\n\`\`\`yaml\n${current.right}\n\`\`\`\n` : "")),
    h("div", { class: "ruleview" }, h("div", { class: "stack" }, search, list), view));

  function draw() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = all.filter((r) => words.every((w) => `${r.id} ${r.aliases.join(" ")} ${r.summary} ${r.category}`.toLowerCase().includes(w)));
    const categories = [...new Set(found.map((r) => r.category))];
    fill(list, found.length ? categories.map((c) => [h("h2", null, c), found.filter((r) => r.category === c).map((r) => h("a", { href: `#/rules?id=${r.id}`, "aria-current": String(r.id === current?.id) }, r.id, h("span", null, r.summary)))]) : emptyState("No rule", "No rule matches the search."));
  }

  /** @param {string} id */
  async function show(id) {
    const found = (await cached(`rules/${id}`)).rules;
    current = found[0];
    fill(view, found.map((r) => [
      h("h2", null, h("code", null, r.id)), h("p", { class: "row" }, severityMark(r.severity), badge(r.category), r.fixable ? badge("has a fix", "passed") : null),
      h("p", { class: "msg" }, prose(r.summary)), h("p", null, prose(r.why)),
      r.aliases.length ? h("p", { class: "small muted" }, "also known as ", r.aliases.join(", ")) : null,
      example("Wrong", r, "wrong"), example("Right", r, "right"),
      r.references.length ? [h("h3", null, "References"), h("ul", null, r.references.map((/** @type {string} */ t) => h("li", { class: "small" }, t)))] : null]));
    draw();
    list.querySelector("[aria-current=true]")?.scrollIntoView({ block: "nearest" });
  }

  /** @param {string} title @param {any} rule @param {"wrong" | "right"} side */
  const example = (title, rule, side) => [h("div", { class: "row" }, h("h3", { class: "grow" }, title), ["policy", "appleAppSiteAssociation", "assetLinks"].includes(rule.example_kind) ? h("a", { class: "button", href: `#/playground?rule=${rule.id}&side=${side}` }, "Open in playground") : null), codeBlock(rule[side], `${title} example`)];

  cached("rules").then((answer) => { all = answer.rules; search.placeholder = `Search ${all.length} rules`; draw(); return show(wanted || all[0].id); }).catch((error) => fill(view, failure(error)));
}
