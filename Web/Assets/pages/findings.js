// @ts-check
import { h, fill, severityMark, badge, failure, pageHead, markdownButton, emptyState } from "../lib/dom.js";
import { cached, fileText } from "../lib/api.js";
import { diffBlock, lineDiff, placeLink, prose, snippet, visible, withEdits } from "../lib/text.js";

/** @param {import("../app.js").Place} place */
export function findings({ main, query }) {
  const severities = new Set(["error", "warning", "note"]);
  let rule = query.get("rule") ?? "", file = query.get("file") ?? "", environment = "", word = "";
  let report = null;
  const list = h("div", { class: "stack" });
  const filters = h("div", { class: "card row filters" });
  const count = h("p", { class: "muted small", "aria-live": "polite" });
  fill(main, pageHead("Findings", "The findings of linkpolicy validate in this workspace.", markdownButton(markdown)), h("div", { class: "stack" }, filters, count, list));

  const shown = () => report.diagnostics.filter((d) => severities.has(d.severity) && (!rule || d.rule === rule) && (!file || d.file === file) && (!environment || d.environment === environment) && (!word || `${d.message} ${d.rule} ${d.path}`.toLowerCase().includes(word.toLowerCase())));

  function drawFilters() {
    const options = (/** @type {string} */ key) => [...new Set(report.diagnostics.map((d) => d[key]).filter(Boolean))].sort();
    const choose = (/** @type {string} */ label, /** @type {any[]} */ values, /** @type {string} */ value, /** @type {(v: string) => void} */ set) => {
      const select = h("select", { onchange: () => { set(select.value); draw(); } }, h("option", { value: "" }, "all"), values.map((v) => h("option", { value: v, selected: v === value }, v)));
      return h("label", { class: "field grow" }, label, select);
    };
    fill(filters,
      h("fieldset", { class: "row", style: null }, h("legend", { class: "hidden" }, "Severity"), [...["error", "warning", "note"]].map((s) => h("label", { class: "check" }, h("input", { type: "checkbox", checked: severities.has(s), onchange: (e) => { if (e.target.checked) severities.add(s); else severities.delete(s); draw(); } }), severityMark(s), h("span", { class: "muted" }, report.summary[`${s}s`])))),
      choose("Rule", options("rule"), rule, (v) => { rule = v; }), choose("File", options("file"), file, (v) => { file = v; }), choose("Environment", options("environment"), environment, (v) => { environment = v; }),
      h("label", { class: "field grow" }, "Search", h("input", { type: "search", value: word, oninput: (e) => { word = e.target.value; draw(); } })));
  }

  function draw() {
    const all = shown();
    count.textContent = `${all.length} of ${report.diagnostics.length} findings in ${report.summary.files} files${report.summary.suppressed ? `; ${report.summary.suppressed} suppressed` : ""}`;
    if (!all.length) return void fill(list, h("div", { class: "card" }, report.diagnostics.length ? emptyState("No matches", "No findings match these filters.") : emptyState("No findings", `Checked ${report.summary.files} files.`)));
    const files = [...new Set(all.map((d) => d.file))];
    fill(list, files.slice(0, 50).map((name) => {
      const own = all.filter((d) => d.file === name);
      return h("section", { class: "card flush" }, h("h2", { class: "bar" }, h("code", null, name), badge(String(own.length))), h("ol", { class: "list" }, own.slice(0, 100).map(item)));
    }));
  }

  function item(d) {
    const code = h("div"), preview = h("div"), reason = h("p", { class: "small" });
    const why = h("details", { ontoggle: () => { if (why.open && !reason.firstChild) cached(`rules/${d.rule}`).then((page) => fill(reason, prose(page.rules[0].why)), (error) => fill(reason, String(error.message))); } }, h("summary", null, "Why"), reason);
    fileText(d.file).then((text) => {
      if (!text) return;
      fill(code, snippet(text, d.range.start.line));
      if (d.fixes.length) fill(preview, d.fixes.map((fix) => {
        const edits = fix.edits.filter((e) => e.file === d.file);
        return h("details", null, h("summary", null, "Fix: ", visible(fix.title), " ", fix.safe ? badge("safe", "passed") : badge("may change the meaning", "warning")), diffBlock(lineDiff(text, withEdits(text, edits)), "Fix"));
      }));
    }, () => {});
    return h("li", null, h("p", { class: "msg" }, prose(d.message)),
      h("div", { class: "meta" }, severityMark(d.severity), h("a", { href: `#/rules?id=${d.rule}` }, d.rule), placeLink({ file: d.file, line: d.range.start.line }, `line ${d.range.start.line}`), d.path ? h("code", null, visible(d.path)) : null, d.environment ? badge(d.environment) : null),
      code, d.help ? h("p", { class: "small" }, prose(d.help)) : null,
      d.notes.map((n) => h("p", { class: "small muted" }, prose(n.message), n.file ? [" ", placeLink({ file: n.file, line: n.range?.start.line ?? 1 })] : null)), why, preview);
  }

  function markdown() {
    return report ? `### Findings\n\n${shown().map((d) => `- **${d.severity}** \`${d.file}:${d.range.start.line}\` ${d.message} (\`${d.rule}\`)`).join("\n") || "none"}\n` : "";
  }

  const load = () => cached("validate", {}).then((answer) => { report = answer; drawFilters(); draw(); }, (error) => fill(list, failure(error)));
  fill(list, h("p", { class: "muted" }, "Checking…"));
  load();
  return { refresh: load };
}
