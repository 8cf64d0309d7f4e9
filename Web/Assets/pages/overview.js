// @ts-check
import { h, fill, badge, failure, pageHead, severityMark, markdownButton, outcomeMark } from "../lib/dom.js";
import { cached, ApiError } from "../lib/api.js";
import { meter } from "../lib/views.js";
import { placeLink, visible } from "../lib/text.js";

/** The invariants among the results of tests, with their state. @param {any[]} tests */
function invariants(tests) {
  const all = tests.filter((t) => t.request?.invariant);
  if (!all.length) return null;
  return h("details", { class: "small" }, h("summary", null, `Invariants: ${all.filter((t) => t.actual.state === "holds").length} of ${all.length} hold`),
    h("ul", { class: "list", role: "list" }, all.map((t) => h("li", { class: t.status }, h("p", { class: "row" }, badge(t.actual.state, t.status), visible(t.name), placeLink(t.source)), t.actual.message ? h("p", null, visible(t.actual.message)) : null))));
}

/** @param {import("../app.js").Place} place */
export function overview({ main, info }) {
  const cards = ["Findings", "Sign-ins", "Tests", "Generated files"].map((title) => ({ title, body: h("div", null, h("p", { class: "muted" }, "…")) }));
  const files = h("div"), configuration = h("pre", { tabindex: "0" });
  /** @type {string[]} */
  let lines = [];
  fill(main, pageHead("Overview", info.root ?? "", markdownButton(() => `### linkpolicy\n\n${lines.map((l) => `- ${l}`).join("\n")}\n`)),
    h("div", { class: "stack" }, h("div", { class: "grid four" }, cards.map((c) => h("section", { class: "card" }, h("h2", null, c.title), c.body))),
      h("section", { class: "card flush" }, h("h2", { class: "bar" }, "Files"), files),
      h("section", { class: "card" }, h("h2", null, "Effective configuration"), configuration)));

  /** @param {HTMLElement} element @param {Promise<any>} answer @param {(value: any) => any} draw */
  const show = (element, answer, draw) => answer.then((value) => fill(element, draw(value)), (error) => fill(element, error instanceof ApiError && error.code === "policies-have-errors" ? h("p", { class: "muted" }, "The policies have errors, so they can't be evaluated. ", h("a", { href: "#/findings" }, "See the findings")) : failure(error)));

  function load() {
    lines = [];
    show(cards[0].body, cached("validate", {}), (r) => {
      lines.push(`findings: ${r.summary.errors} errors, ${r.summary.warnings} warnings, ${r.summary.notes} notes in ${r.summary.files} files`);
      const sum = r.summary.errors + r.summary.warnings + r.summary.notes;
      return [h("div", { class: "big" }, sum || "None"), meter(sum ? [[r.summary.errors, "error"], [r.summary.warnings, "warning"], [r.summary.notes, "noted"]] : [[1, "passed"]]),
        h("p", { class: "row small" }, [["error", r.summary.errors], ["warning", r.summary.warnings], ["note", r.summary.notes]].map(([s, n]) => h("span", { class: "row" }, severityMark(String(s)), n))), h("p", null, h("a", { href: "#/findings" }, "All findings"))];
    });
    show(cards[1].body, cached("flow", {}), (r) => {
      lines.push(`sign-ins: ${r.summary.completes} complete, ${r.summary.breaks} break, ${r.summary.inferred} inferred`);
      return [h("div", { class: "big" }, r.flows.length), meter([[r.summary.completes, "completes"], [r.summary.inferred, "inferred"], [r.summary.breaks, "breaks"]]), h("p", { class: "row small" }, badge(`${r.summary.completes} complete`, "completes"), r.summary.inferred ? badge(`${r.summary.inferred} inferred`, "inferred") : null, badge(`${r.summary.breaks} break`, r.summary.breaks ? "breaks" : "")), h("p", null, h("a", { href: "#/flow" }, "All sign-ins"))];
    });
    show(cards[2].body, cached("test", { coverage: true }), (r) => {
      lines.push(`tests: ${r.summary.passed} of ${r.summary.tests} pass`);
      const failed = r.tests.filter((t) => t.status === "failed");
      return [h("div", { class: "big" }, `${r.summary.passed}/${r.summary.tests}`), meter([[r.summary.passed, "passed"], [r.summary.failed, "failed"]]),
        h("p", { class: "small muted" }, r.coverage ? `${r.coverage.covered} of ${r.coverage.entries} entries are covered by a test` : ""),
        failed.slice(0, 5).map((t) => h("p", { class: "small" }, h("span", { class: "sev failed" }, outcomeMark("fail")), " ", visible(t.name), " ", placeLink(t.source))), invariants(r.tests)];
    });
    show(cards[3].body, cached("generate", { texts: false }), (r) => {
      const n = (/** @type {string} */ s) => r.files.filter((f) => f.state === s).length;
      lines.push(`generated files: ${n("unchanged")} fresh, ${n("update")} stale, ${n("create")} missing in ${r.output}/`);
      return [h("div", { class: "big" }, r.files.length), meter([[n("unchanged"), "unchanged"], [n("update"), "update"], [n("create"), "create"]]), h("p", { class: "row small" }, badge(`${n("unchanged")} fresh`, n("unchanged") ? "unchanged" : ""), badge(`${n("update")} stale`, n("update") ? "update" : ""), badge(`${n("create")} not there`, n("create") ? "create" : "")), h("p", { class: "small muted" }, "below ", h("code", null, `${r.output}/`))];
    });
    show(files, cached("files"), (r) => h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Files" }, h("table", { "aria-label": "Files" }, h("thead", null, h("tr", null, ["File", "Read as", "Bytes", ""].map((t) => h("th", { scope: "col" }, t || h("span", { class: "hidden" }, "Remarks"))))), h("tbody", null, r.files.slice(0, 300).map((f) => h("tr", null, h("td", null, placeLink({ file: f.path, line: 1 }, f.path)), h("td", null, f.kind), h("td", { class: "mono" }, f.bytes.toLocaleString("en")), h("td", null, f.redacted ? badge("contains a secret", "warning") : null)))))));
    cached("configuration").then((r) => { configuration.textContent = r.text; }, (error) => { configuration.textContent = String(error.message); });
  }
  load();
  return { refresh: load };
}
