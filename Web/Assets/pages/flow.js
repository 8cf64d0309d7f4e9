// @ts-check
import { h, svg, fill, badge, failure, pageHead, markdownButton, emptyState, errorsFirst, marks, outcomeMark } from "../lib/dom.js";
import { cached, ApiError } from "../lib/api.js";
import { placeLink, prose, visible } from "../lib/text.js";
import { requestView } from "../lib/views.js";

/** @param {import("../app.js").Place} place */
export function flow({ main, query }) {
  let report = null;
  let word = query.get("q") ?? "", environment = "", outcome = "";
  const list = h("div", { class: "stack" }), count = h("p", { class: "muted small", "aria-live": "polite" });
  const choose = (/** @type {string} */ label, /** @type {string[]} */ values, /** @type {(v: string) => void} */ set) => { const s = h("select", { onchange: () => { set(s.value); draw(); } }, h("option", { value: "" }, "all"), values.map((v) => h("option", null, v))); return h("label", { class: "field" }, label, s); };
  fill(main, pageHead("Flow", "Every declared sign-in, from the first request to the last.", markdownButton(markdown)),
    h("div", { class: "stack" }, h("div", { class: "card row" }, h("label", { class: "field grow" }, "Search", h("input", { type: "search", value: word, oninput: (e) => { word = e.target.value; draw(); } })), choose("Environment", ["prod", "sandbox"], (v) => { environment = v; }), choose("Outcome", ["completes", "inferred", "breaks"], (v) => { outcome = v; })), count, list));

  const shown = () => report.flows.filter((f) => (!environment || f.environment === environment) && (!outcome || f.outcome === outcome) && (!word || `${f.id} ${f.kind} ${f.subject}`.toLowerCase().includes(word.toLowerCase())));

  function draw() {
    const all = shown();
    count.textContent = `${all.length} of ${report.flows.length} sign-ins: ${report.summary.completes} complete, ${report.summary.inferred} rest on an inference, ${report.summary.breaks} break`;
    if (!all.length) return void fill(list, h("div", { class: "card" }, emptyState("No flows", report.flows.length ? "No flows match these filters." : "The policies declare no flows.")));
    fill(list, all.slice(0, 60).map(card), all.length > 60 ? h("p", { class: "muted" }, `and ${all.length - 60} more: search for them`) : null);
  }

  function card(f) {
    return h("section", { class: "card" }, h("div", { class: `row ${f.outcome}` }, h("h2", { class: "grow" }, visible(f.subject), " ", h("code", { class: "muted small" }, visible(f.id))), badge(f.environment), badge(f.outcome, f.outcome)),
      f.steps[0] ? h("p", { class: "small muted" }, prose(f.steps[0].message)) : null,
      h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": `Path of ${f.id}` }, path(f)),
      h("details", null, h("summary", null, `${f.steps.length} steps`), h("ol", { class: "steps" }, f.steps.map((s) => h("li", { class: s.outcome }, outcomeMark(s.outcome), h("div", { class: "nm" }, s.name), h("div", null, prose(s.message)), s.answer?.source ? h("div", { class: "small" }, placeLink(s.answer.source)) : null, s.request ? h("details", null, h("summary", { class: "small" }, "Request"), requestView(s.request), h("a", { class: "button", href: `#/decide?request=${encodeURIComponent(JSON.stringify(s.request))}` }, "Explain each step")) : null)))));
  }

  /** The steps as stations on a line. @param {any} f */
  function path(f) {
    const width = 148, steps = f.steps;
    const short = (/** @type {string} */ t, /** @type {number} */ n) => t.length > n ? `${t.slice(0, n - 1)}…` : t;
    return svg("svg", { class: "flowpath", width: width * steps.length + 20, height: 62, viewBox: `0 0 ${width * steps.length + 20} 62`, role: "img", "aria-label": steps.map((s) => `${s.name} ${s.outcome}`).join(", then ") },
      steps.map((s, /** @type {number} */ i) => {
        const x = 18 + i * width;
        return [i ? svg("line", { x1: x - width + 11, y1: 16, x2: x - 11, y2: 16, stroke: "var(--line)", "stroke-width": 3, "stroke-dasharray": s.outcome === "inferred" ? "5 4" : null }) : null,
          svg("g", { class: s.outcome, transform: `translate(${x - 9} 7)` }, svg("path", { d: s.outcome === "breaks" ? marks.fail : s.outcome === "inferred" ? marks.note : marks.pass, "fill-rule": "evenodd", fill: "var(--tone)" })),
          svg("text", { x: x - 9, y: 42 }, short(s.name.replace(/_/g, " "), 22)), svg("text", { x: x - 9, y: 57, class: "lbl" }, short(s.answer?.channel ?? s.answer?.reason ?? s.outcome, 22))];
      }));
  }

  function markdown() { return report ? shown().map((f) => `- **${f.outcome}** ${f.subject} (${f.kind}, ${f.environment}): ${f.steps.map((s) => s.name).join(" → ")}`).join("\n") : ""; }

  let lenient = false;
  /** @type {() => Promise<any>} */
  const load = () => cached("flow", lenient ? { allow_invalid: true } : {}).then((answer) => { report = answer; draw(); }, (error) => fill(list, error instanceof ApiError && error.code === "policies-have-errors" ? h("div", { class: "card" }, errorsFirst(() => { lenient = true; load(); })) : failure(error)));
  fill(list, h("p", { class: "muted" }, "Running…"));
  load();
  return { refresh: load };
}
