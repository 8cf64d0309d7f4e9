// @ts-check
import { h, fill, badge, failure, pageHead, severityMark, markdownButton, outcomeMark } from "../lib/dom.js";
import { cached } from "../lib/api.js";
import { despiteErrors, isInvalid } from "../lib/answers.js";
import { meter } from "../lib/views.js";
import { placeLink, visible } from "../lib/text.js";
import { start } from "./start.js";

/** The invariants in the test results, with their states. @param {any[]} tests */
function invariants(tests) {
  const all = tests.filter((t) => t.request?.invariant);
  if (!all.length) return null;
  return h("details", { class: "small" }, h("summary", null, `Invariants: ${all.filter((t) => t.actual.state === "holds").length} of ${all.length} hold`),
    h("ul", { class: "list", role: "list" }, all.map((t) => h("li", { class: t.status }, h("p", { class: "row" }, badge(t.actual.state, t.status), visible(t.name), placeLink(t.source)), t.actual.message ? h("p", null, visible(t.actual.message)) : null))));
}

/** @param {import("../app.js").Place} place */
export function overview({ main, info }) {
  const cards = [["Findings", "#/findings"], ["Sign-ins", "#/flow"], ["Tests", "#/playground?tab=Tests"], ["Generated files", "#/playground?tab=Generated"]].map(([title, href]) => ({ title, href, body: h("div", null, h("p", { class: "muted" }, "…")) }));
  const next = h("div"), files = h("div"), configuration = h("pre", { tabindex: "0" });
  /** @type {string[]} */
  let lines = [];
  fill(main, pageHead("Overview", info.root ?? "", markdownButton(() => `### linkpolicy\n\n${lines.map((l) => `- ${l}`).join("\n")}\n`)),
    h("div", { class: "stack" }, next, h("div", { class: "grid four" }, cards.map((c) => h("section", { class: "card whole" }, h("h2", null, h("a", { href: c.href }, c.title)), c.body))),
      h("section", { class: "card flush" }, h("h2", { class: "bar" }, "Files"), files),
      h("section", { class: "card" }, h("h2", null, "Effective configuration"), configuration)));

  /** @param {HTMLElement} element @param {Promise<any>} answer @param {(value: any) => any} draw */
  const show = (element, answer, draw) => answer.then((value) => { fill(element, draw(value)); return value; }, (error) => { fill(element, failure(error)); return null; });
  /** Draws results that can also come from another version without errors. @param {HTMLElement} element @param {(members: any) => Promise<any>} ask @param {(value: any) => any} draw */
  const decided = async (element, ask, draw) => {
    try {
      const { value, note } = await despiteErrors(ask);
      fill(element, note ? [h("p", { class: "small muted" }, `The policies have errors. ${note}`), h("div", { class: "stale" }, draw(value))] : draw(value));
      return note ? null : value;
    } catch (error) { fill(element, failure(error)); return null; }
  };

  const number = (/** @type {number} */ n, /** @type {string} */ word) => `${n.toLocaleString("en")} ${word}${n === 1 ? "" : "s"}`;

  /** The next steps for the user, the most urgent first. @param {any} report @param {any} flows @param {any} tests @param {any} made */
  function steps(report, flows, tests, made) {
    const count = (/** @type {string} */ state) => made?.files.filter((f) => f.state === state).length ?? 0;
    const inSandbox = flows?.flows.filter((f) => f.outcome === "breaks") ?? [];
    /** @type {[boolean, string, string, string][]} */
    const all = [
      [report?.summary.errors > 0, `Fix ${number(report?.summary.errors ?? 0, "error")}`, "Policies with errors allow nothing and generate nothing.", "#/findings"],
      [tests?.summary.failed > 0, `Look at ${number(tests?.summary.failed ?? 0, "failed test")}`, "The policies decide differently than the tests expect.", "#/playground?tab=Tests"],
      [inSandbox.length > 0, `Look at ${number(inSandbox.length, "sign-in")} that can't work`, "A step is refused, or no app opens the link.", "#/flow?outcome=breaks"],
      [report?.summary.warnings > 0, `Read ${number(report?.summary.warnings ?? 0, "warning")}`, "Fix them, or accept them with a comment and a reason.", "#/findings"],
      [tests?.summary.tests === 0, "Write a first test", "Decide a request, and copy it as a test.", "#/decide"],
      [count("update") + count("create") > 0, `Generate ${number(count("update") + count("create"), "file")}`, `Run linkpolicy generate: ${count("update")} out of date, ${count("create")} missing.`, "#/playground?tab=Generated"],
    ];
    const open = all.filter(([isOpen]) => isOpen).slice(0, 3);
    if (!open.length) open.push([true, "Review what changed", "Nothing needs your attention. Compare the files with the last commit.", "#/compare"]);
    fill(next, h("section", { class: "card" }, h("h2", null, "What to do next"), h("ol", { class: "todo" }, open.map(([, title, text, href]) => h("li", null, h("a", { href }, title), h("span", { class: "muted small" }, text))))));
    lines.push(`next: ${open.map(([, title]) => title).join("; ")}`);
  }

  async function load() {
    lines = [];
    const report = show(cards[0].body, cached("validate", {}), (r) => {
      lines.push(`findings: ${r.summary.errors} errors, ${r.summary.warnings} warnings, ${r.summary.notes} notes in ${r.summary.files} files`);
      const sum = r.summary.errors + r.summary.warnings + r.summary.notes;
      return [h("div", { class: "big" }, sum || "None"), meter(sum ? [[r.summary.errors, "error"], [r.summary.warnings, "warning"], [r.summary.notes, "noted"]] : [[1, "passed"]]),
        h("p", { class: "row small" }, [["error", r.summary.errors], ["warning", r.summary.warnings], ["note", r.summary.notes]].map(([s, n]) => h("span", { class: "row" }, severityMark(String(s)), n)))];
    });
    const flows = decided(cards[1].body, (members) => cached("flow", members), (r) => {
      lines.push(`sign-ins: ${r.summary.completes} complete, ${r.summary.breaks} break, ${r.summary.inferred} inferred`);
      return [h("div", { class: "big" }, r.flows.length), meter([[r.summary.completes, "completes"], [r.summary.inferred, "inferred"], [r.summary.breaks, "breaks"]]), h("p", { class: "row small" }, badge(`${r.summary.completes} complete`, "completes"), r.summary.inferred ? badge(`${r.summary.inferred} inferred`, "inferred") : null, badge(`${r.summary.breaks} break`, r.summary.breaks ? "breaks" : ""))];
    });
    const tests = decided(cards[2].body, (members) => cached("test", { coverage: true, ...members }), (r) => {
      lines.push(`tests: ${r.summary.passed} of ${r.summary.tests} pass`);
      const failed = r.tests.filter((t) => t.status === "failed");
      return [h("div", { class: "big" }, `${r.summary.passed}/${r.summary.tests}`), meter([[r.summary.passed, "passed"], [r.summary.failed, "failed"]]),
        h("p", { class: "small muted" }, r.coverage ? `${r.coverage.covered} of ${r.coverage.entries} entries are covered by a test` : ""),
        failed.slice(0, 5).map((t) => h("p", { class: "small" }, h("span", { class: "sev failed" }, outcomeMark("fail")), " ", visible(t.name), " ", placeLink(t.source))), invariants(r.tests)];
    });
    const made = cached("generate", { texts: false }).catch((error) => { if (isInvalid(error)) return null; throw error; });
    const generated = show(cards[3].body, made, (r) => {
      if (!r) return h("p", { class: "muted" }, "Nothing is generated from policies with errors.");
      const n = (/** @type {string} */ s) => r.files.filter((f) => f.state === s).length;
      lines.push(`generated files: ${n("unchanged")} fresh, ${n("update")} stale, ${n("create")} missing in ${r.output}/`);
      return [h("div", { class: "big" }, r.files.length), meter([[n("unchanged"), "unchanged"], [n("update"), "update"], [n("create"), "create"]]), h("p", { class: "row small" }, badge(`${n("unchanged")} fresh`, n("unchanged") ? "unchanged" : ""), badge(`${n("update")} stale`, n("update") ? "update" : ""), badge(`${n("create")} missing`, n("create") ? "create" : "")), h("p", { class: "small muted" }, "below ", h("code", null, `${r.output}/`))];
    });
    Promise.all([report, flows, tests, generated]).then((all) => steps(all[0], all[1], all[2], all[3]));
    show(files, cached("files"), (r) => h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Files" }, h("table", { "aria-label": "Files" }, h("thead", null, h("tr", null, ["File", "Read as", "Bytes", ""].map((t) => h("th", { scope: "col" }, t || h("span", { class: "hidden" }, "Remarks"))))), h("tbody", null, r.files.slice(0, 300).map((f) => h("tr", null, h("td", null, placeLink({ file: f.path, line: 1 }, f.path)), h("td", null, f.kind), h("td", { class: "mono" }, f.bytes.toLocaleString("en")), h("td", null, f.redacted ? badge("contains a secret", "warning") : null)))))));
    cached("configuration").then((r) => { configuration.textContent = r.text; }, (error) => { configuration.textContent = String(error.message); });
  }
  cached("files").then((all) => all.files.some((f) => f.kind === "policy") ? load() : start(main, info), (error) => fill(next, failure(error)));
  return { refresh: () => main.querySelector(".todo") ? load() : location.reload() };
}
