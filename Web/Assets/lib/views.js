// @ts-check
// Elements that several pages use.
import { h, svg, badge, outcomeMark, fill } from "./dom.js";
import { placeLink, prose, snippet, visible } from "./text.js";
import { fileText } from "./api.js";

/** The members of a request, with a URL split into its parts. @param {any} request */
export function requestView(request) {
  const rows = [];
  for (const [name, value] of Object.entries(request ?? {})) {
    if (value === null) continue;
    const text = typeof value === "string" ? value : JSON.stringify(value);
    rows.push(h("dt", null, name), h("dd", null, h("code", null, visible(text))));
    const query = name === "query" ? text : name === "url" && text.includes("?") ? text.slice(text.indexOf("?") + 1).split("#")[0] : "";
    if (query) {
      rows.push(h("dt", null, "parameters"), h("dd", null, query.split("&").map((pair) => {
        const cut = pair.indexOf("=");
        const part = (/** @type {string} */ t) => { try { return decodeURIComponent(t.replace(/\+/g, " ")); } catch { return t; } };
        return h("div", null, h("code", null, visible(part(cut < 0 ? pair : pair.slice(0, cut)))), cut < 0 ? null : [" = ", h("code", null, visible(part(pair.slice(cut + 1))))]);
      })));
    }
  }
  return h("dl", { class: "kv req" }, rows);
}

/** A decision of `simulate`, with its steps and the line of the policy that decided it. @param {any} answer @param {string} title @param {Record<string, string>} [texts] */
export function decisionView(answer, title, texts = {}) {
  if (answer.error && !answer.decision) return h("section", { class: "card" }, h("h2", null, title), h("div", { class: "notice bad" }, visible(answer.message)));
  // If the request is ignored, a step that doesn't apply isn't a failure.
  const steps = (answer.trace ?? []).map((step) => answer.decision === "ignore" && step.outcome === "fail" ? { ...step, outcome: "ignore" } : step);
  const line = h("div");
  if (answer.source) {
    const show = (/** @type {string} */ text) => fill(line, h("p", { class: "small" }, "Decided by ", placeLink(answer.source), " ", h("span", { class: "muted" }, answer.source.path)), text ? snippet(text, answer.source.line, 2) : null);
    const own = texts[answer.source.file];
    if (own !== undefined) show(own); else fileText(answer.source.file).then(show, () => show(""));
  }
  const facts = [["target", answer.target], ["error", answer.error], ["channel", answer.channel], ["user sees", answer.user_sees], ["next", answer.next]].filter(([, v]) => v);
  return h("section", { class: "card" },
    h("h2", null, title),
    h("div", { class: `verdict ${answer.decision}` }, h("b", null, outcomeMark(answer.decision), answer.decision), badge(answer.reason, answer.decision), answer.confidence === "inferred" ? badge("inferred", "inferred") : null),
    h("p", null, prose(answer.message)),
    facts.length ? h("dl", { class: "kv" }, facts.map(([name, value]) => [h("dt", null, name), h("dd", null, name === "user sees" || name === "next" ? prose(value) : h("code", null, visible(value)))])) : null,
    answer.nearest ? h("p", { class: "small" }, "Closest entry: ", h("code", null, visible(answer.nearest.value)), " — ", prose(answer.nearest.difference), " (", placeLink(answer.nearest.source), ")") : null,
    line,
    steps.length ? [h("h3", null, "Steps"), h("ol", { class: "steps" }, steps.map((step, /** @type {number} */ i) => h("li", { class: `${step.outcome}${i === steps.length - 1 ? " last" : ""}` },
      outcomeMark(step.outcome), h("div", { class: "nm" }, step.step, h("span", { class: "hidden" }, `, ${/** @type {any} */ ({ pass: "passes", fail: "fails", ignore: "doesn't apply" })[step.outcome] ?? step.outcome}`)), h("div", null, prose(step.message)), step.source ? h("div", { class: "small" }, placeLink(step.source)) : null)))] : null);
}

const arrow = () => svg("svg", { viewBox: "0 0 26 20", "aria-hidden": "true" }, svg("path", { d: "M2 10h21M16 3l7 7-7 7" }));

/** A change of `diff`, with its example request. @param {any} change @param {(request: any) => any} [onTry] */
export function changeView(change, onTry) {
  const w = change.witness;
  const words = { widening: "more is allowed", narrowing: "less is allowed", neutral: "access stays the same" };
  return h("li", null, h("article", { class: `card change ${change.class}` },
    h("div", { class: "row kindline" }, badge(change.class, change.class), h("span", { class: "muted small" }, /** @type {any} */ (words)[change.class]), badge(change.environment)),
    h("h2", { class: "msg" }, prose(change.message)),
    h("p", { class: "meta" }, h("span", null, visible([...new Set([change.policy, change.client, change.host].filter(Boolean))].join(" · "))), change.old ? h("span", null, "before: ", placeLink(change.old)) : null, change.new ? h("span", null, "now: ", placeLink(change.new)) : null),
    w ? [h("p", { class: "small" }, h("strong", null, "Example request")),
      h("div", { class: "arrow" }, side("before", w.old, ""), arrow(), side("now", w.new, change.class)),
      h("details", null, h("summary", null, "Request"), requestView(w.request)),
      onTry ? h("p", null, h("a", { class: "button", href: onTry(w.request) }, "Explain each step")) : null] : null));
}

/** @param {string} label @param {any} verdict @param {string} tone of the change: more allowed is a risk, less is safe */
const side = (label, verdict, tone) => h("div", { class: `side-box ${tone}` }, h("span", { class: "small muted" }, label), h("b", null, verdict.decision), h("code", null, verdict.reason));

/** The summary and the changes of a `diff`. @param {any} diff */
export function diffView(diff) {
  const try_ = (request) => `#/decide?request=${encodeURIComponent(JSON.stringify(request))}`;
  const count = diff.changes.length;
  return h("div", { class: "stack" },
    h("p", { class: "row" }, ["widening", "narrowing", "neutral"].map((name) => badge(`${diff.summary[name]} ${name}`, diff.summary[name] ? name : ""))),
    count ? h("ul", { class: "plain stack", role: "list" }, diff.changes.slice(0, 200).map((c) => changeView(c, try_))) : h("div", { class: "empty" }, h("h2", null, "No changed decisions"), h("p", null, "Both versions decide every request in the same way.")),
    count > 200 ? h("p", { class: "muted" }, `and ${count - 200} more`) : null);
}

/** A `diff` as Markdown. @param {any} diff */
export function diffMarkdown(diff) {
  return [`**${diff.summary.widening} widening, ${diff.summary.narrowing} narrowing, ${diff.summary.neutral} neutral**`, "", ...diff.changes.map((c) => `- **${c.class}** (${c.environment}) ${c.message}${c.witness ? `\n  - proof: ${c.witness.old.decision} (${c.witness.old.reason}) → ${c.witness.new.decision} (${c.witness.new.reason})\n  - \`${JSON.stringify(c.witness.request)}\`` : ""}`)].join("\n");
}

/** A decision as Markdown. @param {any} answer @param {string} title */
export function decisionMarkdown(answer, title) {
  return `#### ${title}: ${answer.decision ?? "unreadable"} (${answer.reason ?? answer.error})\n\n${answer.message}\n\n${(answer.trace ?? []).map((s) => `1. **${s.step}** ${s.outcome}: ${s.message}${s.source ? ` (\`${s.source.file}:${s.source.line}\`)` : ""}`).join("\n")}\n`;
}

/** A bar chart with numbers. @param {[string, number, string?][]} rows name, number, tone @param {string} label */
export function bars(rows, label) {
  const most = Math.max(1, ...rows.map(([, n]) => n));
  return h("div", { class: "barchart", role: "img", "aria-label": `${label}: ${rows.map(([n, v]) => `${n} ${v}`).join(", ")}` }, rows.map(([name, value, tone]) => [
    h("code", null, name),
    svg("svg", { viewBox: "0 0 100 14", preserveAspectRatio: "none", "aria-hidden": "true", class: tone ?? "neutral" }, svg("rect", { width: 100, height: 14, fill: "var(--sunk)" }), svg("rect", { width: Math.max(0.6, 100 * value / most), height: 14, fill: "var(--tone)" })),
    h("span", { class: "mono" }, value.toLocaleString("en"))]));
}

/** A stacked bar. @param {[number, string][]} parts number and tone */
export function meter(parts) {
  const sum = Math.max(1, parts.reduce((a, [n]) => a + n, 0));
  let at = 0;
  return svg("svg", { class: "meter", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" }, svg("rect", { width: 100, height: 10, fill: "var(--sunk)" }), parts.map(([n, tone]) => {
    const part = svg("rect", { x: at, width: 100 * n / sum, height: 10, fill: "var(--tone)", class: tone });
    at += 100 * n / sum;
    return part;
  }));
}
