// @ts-check
import { h, fill, badge, failure, pageHead, markdownButton, emptyState, outcomeMark } from "../lib/dom.js";
import { cached } from "../lib/api.js";
import { despiteErrors, grayed } from "../lib/answers.js";
import { drawing } from "../lib/drawing.js";
import { placeLink, prose, visible } from "../lib/text.js";
import { requestView } from "../lib/views.js";

/** @param {import("../app.js").Place} place */
export function flow({ main, query }) {
  let report = null, note = "";
  /** The version whose flows are shown. @type {any} */
  let version = {};
  let word = query.get("q") ?? "", environment = "", outcome = query.get("outcome") ?? "";
  const list = h("div", { class: "stack" }), count = h("p", { class: "muted small", "aria-live": "polite" });
  const choose = (/** @type {string} */ label, /** @type {string[]} */ values, /** @type {(v: string) => void} */ set) => { const s = h("select", { onchange: () => { set(s.value); draw(); } }, h("option", { value: "" }, "all"), values.map((v) => h("option", { selected: v === outcome }, v))); return h("label", { class: "field" }, label, s); };
  fill(main, pageHead("Flow", "Every declared sign-in, from the first request to the last.", markdownButton(markdown)),
    h("div", { class: "stack" }, h("div", { class: "card row" }, h("label", { class: "field grow" }, "Search", h("input", { type: "search", value: word, oninput: (e) => { word = e.target.value; draw(); } })), choose("Environment", ["prod", "sandbox"], (v) => { environment = v; }), choose("Outcome", ["completes", "inferred", "breaks"], (v) => { outcome = v; })), count, list));

  const shown = () => report.flows.filter((f) => (!environment || f.environment === environment) && (!outcome || f.outcome === outcome) && (!word || `${f.id} ${f.kind} ${f.subject}`.toLowerCase().includes(word.toLowerCase())));

  function draw() {
    const all = shown();
    count.textContent = `${all.length} of ${report.flows.length} sign-ins: ${report.summary.completes} complete, ${report.summary.inferred} rest on an inference, ${report.summary.breaks} break`;
    if (!all.length) return void fill(list, h("div", { class: "card" }, emptyState("No flows", report.flows.length ? "No flows match these filters." : "The policies declare no flows.")));
    fill(list, grayed(note, all.slice(0, 60).map(card)), all.length > 60 ? h("p", { class: "muted" }, `and ${all.length - 60} more: search for them`) : null);
  }

  function card(f) {
    return h("section", { class: "card" }, h("div", { class: `row ${f.outcome}` }, h("h2", { class: "grow" }, visible(f.subject), " ", h("code", { class: "muted small" }, visible(f.id))), badge(f.environment), badge(f.outcome, f.outcome)),
      f.steps[0] ? h("p", { class: "small muted" }, prose(f.steps[0].message)) : null,
      drawing("diagram", { flow: f.id, ...version }, `Diagram of ${f.id}`),
      h("details", null, h("summary", null, `${f.steps.length} steps`), h("ol", { class: "steps" }, f.steps.map((s) => h("li", { class: s.outcome }, outcomeMark(s.outcome), h("div", { class: "nm" }, s.name), h("div", null, prose(s.message)), s.answer?.source ? h("div", { class: "small" }, placeLink(s.answer.source)) : null, s.request ? h("details", null, h("summary", { class: "small" }, "Request"), requestView(s.request), h("a", { class: "button", href: `#/decide?request=${encodeURIComponent(JSON.stringify(s.request))}` }, "Explain each step")) : null)))));
  }

  function markdown() { return report ? shown().map((f) => `- **${f.outcome}** ${f.subject} (${f.kind}, ${f.environment}): ${f.steps.map((s) => s.name).join(" → ")}`).join("\n") : ""; }

  const load = () => despiteErrors((members) => { version = members; return cached("flow", members); }).then((answer) => { report = answer.value; note = answer.note; draw(); }, (error) => fill(list, failure(error)));
  fill(list, h("p", { class: "muted" }, "Running…"));
  load();
  return { refresh: load };
}
