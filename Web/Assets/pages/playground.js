// @ts-check
import { h, fill, severityMark, badge, announce, copy, failure, pageHead, outcomeMark, emptyState, errorsFirst } from "../lib/dom.js";
import { api, cached, ApiError } from "../lib/api.js";
import { fallbacks, firstWithoutErrors, grayed, isInvalid } from "../lib/answers.js";
import { Editor } from "../lib/editor.js";
import { byteIndex, codeBlock, diffBlock, lineDiff, prose, visible, withEdits, placeLink } from "../lib/text.js";
import { pack, unpack } from "../lib/share.js";
import { decisionView, diffMarkdown, diffView } from "../lib/views.js";
import { requestForm } from "./decide.js";
import { samples, start } from "./start.js";

/** @typedef {{path: string, base: string, digest: string, id: string, disk: boolean, readOnly: boolean}} Doc what the text was when it was opened */

/** @param {import("../app.js").Place} place */
export function playground({ main, query, info }) {
  /** @type {Doc} */
  let doc = { path: "playground.yaml", base: "", digest: "", id: "", disk: false, readOnly: false };
  let report = null;
  let reported = "";
  let isChecking = false, isStale = false, isClosed = false;
  let tab = "Findings";
  /** The last text without errors; null if no text was valid. @type {string | null} */
  let good = null;
  const overlay = (text = editor.text) => ({ files: { [doc.path]: text }, disk: doc.disk });

  /**
   * The current text, followed by the versions to try if it has errors.
   * @returns {[any, string][]}
   */
  function versions() {
    const last = good !== null && good !== editor.text ? [/** @type {[any, string]} */ ([overlay(good), "This is its last version without errors."])] : [];
    const [head, rest] = fallbacks;
    return [[overlay(), ""], ...last, ...(doc.disk ? [head] : []), [{ ...overlay(), ...rest[0] }, rest[1]]];
  }
  const subject = "The text has errors.";
  /** @param {(members: any) => Promise<any>} make */
  const ask = (make) => firstWithoutErrors(versions(), make);

  const chooser = h("select", { "aria-label": "File in the editor", onchange: () => open(chooser.value) });
  const findingsPanel = h("div", { class: "panel flush" });
  const panels = { Findings: findingsPanel, Changes: h("div", { class: "panel" }), Decide: h("div", { class: "panel" }), Generated: h("div", { class: "panel" }), Tests: h("div", { class: "panel" }) };
  const foot = h("div", { class: "foot" });
  const notice = h("div", { "aria-live": "polite" });
  const counts = h("span", { class: "row" });
  const time = h("span", { class: "muted small" });
  const indents = h("span", { class: "small muted" }, "Tab leaves the editor");
  const tabs = h("div", { class: "tabs", role: "tablist", "aria-label": "Views" }, Object.keys(panels).map((title) => h("button", { type: "button", role: "tab", id: `tab-${title}`, "aria-controls": `panel-${title}`, onclick: () => show(title), onkeydown: arrows }, title)));
  for (const [title, panel] of Object.entries(panels)) { panel.id = `panel-${title}`; panel.setAttribute("role", "tabpanel"); panel.setAttribute("aria-labelledby", `tab-${title}`); panel.setAttribute("tabindex", "0"); }

  const editor = new Editor({
    label: "Policy", onInput: () => { typed = performance.now(); later(); },
    onCaret: (offset) => { clearTimeout(caretTimer); caretTimer = setTimeout(() => explain(offset), 250); },
    complete: async (offset) => (await api("editor/completion", { ...overlay(), file: doc.path, position: editor.position(offset) })).result.items,
  });
  editor.element.addEventListener("indents", (e) => { indents.textContent = e.detail ? "Tab indents; Ctrl+M: it leaves the editor" : "Tab leaves the editor"; announce(indents.textContent ?? ""); });
  /** @type {HTMLButtonElement} */
  const wrap = h("button", { type: "button", class: "quiet", "aria-pressed": "true", title: "Alt+Z", onclick: () => setWrap(!editor.wraps) }, "Wrap");
  /** @param {boolean} wraps */
  function setWrap(wraps) { editor.setWrap(wraps); wrap.setAttribute("aria-pressed", String(wraps)); }
  editor.element.addEventListener("wraps", () => { setWrap(!editor.wraps); announce(editor.wraps ? "Lines wrap" : "Lines don't wrap", 0); });
  let typed = 0, timer = 0, caretTimer = 0, slow = 0;

  const save = h("button", { type: "button", onclick: saveFile }, "Save");
  const share = h("button", { type: "button", onclick: copyLink }, "Copy link");
  fill(main,
    pageHead("Playground", "Edit a policy and see its findings, decisions and generated files. Nothing leaves this machine.",
      h("button", { type: "button", onclick: (e) => copy(markdown(), e.currentTarget) }, "Copy as Markdown"), share, info.write ? save : null),
    notice,
    h("div", { class: "play" },
      h("section", { class: "pane", "aria-label": "Editor" },
        h("div", { class: "bar" }, chooser, counts, time),
        editor.element, foot,
        h("div", { class: "bar help" }, h("span", { class: "row grow", id: "editor-help" }, indents, h("span", { class: "small muted" }, "Ctrl+Space completes"), h("span", { class: "small muted" }, "F8 next finding")), wrap,
          h("button", { type: "button", class: "quiet", onclick: () => split(-8) }, "−", h("span", { class: "hidden" }, "Narrower editor")), h("button", { type: "button", class: "quiet", onclick: () => split(8) }, "+", h("span", { class: "hidden" }, "Wider editor")))),
      h("section", { class: "pane", "aria-label": "Results" }, tabs, Object.values(panels))));
  const play = /** @type {HTMLElement} */ (main.querySelector(".play"));
  let share_ = 54;
  /** @param {number} by */
  function split(by) { share_ = Math.min(75, Math.max(30, share_ + by)); play.style.setProperty("--split", `${share_}%`); }

  /** @param {KeyboardEvent} event */
  function arrows(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const names = Object.keys(panels);
    show(names[(names.indexOf(tab) + step + names.length) % names.length]);
    /** @type {HTMLElement} */ (tabs.children[names.indexOf(tab)]).focus();
  }

  /** @param {string} title */
  function show(title) {
    tab = title;
    for (const button of tabs.children) {
      const on = button.id === `tab-${title}`;
      button.setAttribute("aria-selected", String(on));
      button.setAttribute("tabindex", on ? "0" : "-1");
    }
    for (const [name, panel] of Object.entries(panels)) panel.hidden = name !== title;
    drawTab();
  }

  /** Shows the number of changed decisions in the tab. @param {number} count @param {string} [tone] */
  function countChanges(count, tone) {
    fill(/** @type {HTMLElement} */ (tabs.children[1]), "Changes ", count ? h("span", { class: `badge ${tone}` }, count, h("span", { class: "hidden" }, ` ${tone}`)) : null);
  }

  const isDirty = () => editor.text !== doc.base;

  /** @param {Doc} next @param {string} text */
  function take(next, text, line = 0) {
    doc = next;
    good = null;
    editor.area.readOnly = doc.readOnly;
    editor.setText(text);
    report = null;
    fill(notice, doc.readOnly ? h("div", { class: "notice" }, "This file contains a secret or is not text. The secret is hidden, and you can't edit the file here.") : null);
    check();
    if (line) editor.goTo(line, false);
    countChanges(0);
    if (!doc.disk) against = "opened";
    drawTab();
  }

  /** @param {string} value */
  async function open(value, line = 0) {
    const [kind, rest] = [value.slice(0, value.indexOf(":")), value.slice(value.indexOf(":") + 1)];
    if (isDirty() && !confirm("Discard unsaved changes?")) return listFiles();
    try {
      if (kind === "file") {
        const file = await api(`files/${rest}`);
        take({ path: file.path, base: file.text, digest: file.digest, id: file.id, disk: true, readOnly: file.read_only }, file.text, line);
      } else if (kind === "sample") {
        const response = await fetch(`/examples/${rest}`);
        const text = await response.text();
        take({ path: rest, base: text, digest: "", id: "", disk: false, readOnly: false }, text);
      }
    } catch (error) { fill(notice, failure(error)); }
    listFiles();
  }

  async function listFiles() {
    const files = (await cached("files")).files;
    const current = doc.id ? `file:${doc.id}` : `sample:${doc.path}`;
    const isKnown = doc.id || samples.some(([name]) => name === doc.path);
    fill(chooser,
      isKnown ? null : h("option", { value: "own:", selected: true }, doc.path),
      files.length ? h("optgroup", { label: "This workspace" }, files.map((f) => h("option", { value: `file:${f.id}` }, f.path))) : null,
      h("optgroup", { label: "Examples" }, samples.map(([name, title]) => h("option", { value: `sample:${name}` }, title))));
    chooser.value = isKnown ? current : "own:";
    return files;
  }

  // MARK: checking: one request at a time, then another if the editor's text has changed

  function later() {
    clearTimeout(timer);
    timer = setTimeout(check, 40);
    clearTimeout(slow);
    // The tab shows the number of changes even if another tab is open.
    slow = setTimeout(() => { if (tab !== "Findings") drawTab(); if (tab !== "Changes" && against === "opened") drawChanges(panels.Changes, true); }, 350);
  }

  async function check() {
    if (isChecking) { isStale = true; return; }
    isChecking = true;
    const text = editor.text, started = typed || performance.now();
    const path = doc.path;
    try {
      const answer = await api("validate", overlay());
      if (isClosed) return;
      // Ignores the response if the text has changed.
      if (text === editor.text && path === doc.path) {
        report = answer; reported = text;
        if (!answer.summary.errors) good = text;
        drawFindings();
        time.textContent = typed ? `${Math.round(performance.now() - started)} ms` : "";
        main.dataset.latency = String(Math.round(performance.now() - started));
        setTimeout(drawPromise, 300);
        main.dataset.checked = String(Number(main.dataset.checked ?? 0) + 1);
        typed = 0;
      }
    } catch (error) { if (!isClosed) fill(findingsPanel, failure(error)); }
    isChecking = false;
    if (isStale) { isStale = false; check(); }
  }

  const own = () => (report?.diagnostics ?? []).filter((d) => d.file === doc.path);

  function drawFindings() {
    const at = byteIndex(reported);
    const list = own();
    editor.setMarks(list.map((d) => ({ start: at(d.range.start.offset), end: at(d.range.end.offset), severity: d.severity, message: d.message })));
    const number = (/** @type {string} */ s) => list.filter((d) => d.severity === s).length;
    const text = ["error", "warning", "note"].map((s) => [s, number(s)]).filter(([, n]) => n);
    fill(counts, text.length ? text.map(([s, n]) => h("span", { class: `sev ${s === "note" ? "noted" : s}` }, severityMark(String(s), true), `${n} ${s}${n === 1 ? "" : "s"}`)) : h("span", { class: "sev passed" }, outcomeMark("pass"), "no findings"));
    spoken = text.length ? text.map(([s, n]) => `${n} ${s}${n === 1 ? "" : "s"}`).join(", ") : "no findings";
    announce(spoken);
    const others = report.diagnostics.length - list.length;
    fill(findingsPanel,
      list.length ? h("ol", { class: "list" }, list.map(finding)) : h("div", { class: "panel" }, h("p", null, h("span", { class: "sev passed" }, outcomeMark("pass"), "No findings.")), declaredFlows),
      others > 0 ? h("p", { class: "panel small" }, h("a", { href: "#/findings" }, `${others} finding${others === 1 ? "" : "s"} in other files`)) : null);
  }

  /** The findings as announced to screen readers. */
  let spoken = "";
  const declaredFlows = h("div");
  let declared = "";
  /** Shows the declared sign-ins of a policy without findings. */
  async function drawPromise() {
    const text = editor.text;
    if (declared === text || own().length) return;
    declared = text;
    let flows;
    try { flows = (await api("flow", overlay())).flows; } catch { return fill(declaredFlows); }
    if (isClosed || text !== editor.text) return;
    const mine = flows.filter((f) => f.steps.some((s) => s.answer?.source?.file === doc.path));
    fill(declaredFlows, mine.length ? [h("h2", null, `${mine.length} sign-in${mine.length === 1 ? "" : "s"}`), h("ul", { class: "steps" }, mine.slice(0, 40).map((f) => h("li", { class: f.outcome }, outcomeMark(f.outcome),
      h("strong", null, visible(f.subject)), " ", badge(f.environment), " ", h("span", { class: "muted small" }, f.steps.map((s) => s.name).join(" → ")), h("div", { class: "small" }, prose(f.steps[0]?.message ?? "")))))] : null);
  }

  function finding(d) {
    return h("li", null,
      h("p", { class: "msg" }, prose(d.message)),
      h("div", { class: "meta" }, severityMark(d.severity), h("a", { href: `#/rules?id=${d.rule}` }, d.rule),
        h("button", { type: "button", class: "quiet", onclick: () => editor.goTo(d.range.start.line) }, `line ${d.range.start.line}`), d.environment ? badge(d.environment) : null),
      d.help ? h("p", { class: "small" }, prose(d.help)) : null,
      d.fixes.length && !doc.readOnly ? h("div", { class: "row" }, d.fixes.map((fix) => h("button", { type: "button", onclick: () => applyFix(fix) }, h("span", null, prose(fix.title)), fix.safe ? null : badge("may change the meaning", "warning")))) : null);
  }

  function applyFix(fix) {
    if (editor.text !== reported) return;
    const mine = fix.edits.filter((e) => e.file === doc.path);
    const now = withEdits(editor.text, mine), old = editor.text;
    let start = 0, endOld = old.length, endNow = now.length;
    while (start < endOld && start < endNow && old[start] === now[start]) start++;
    while (endOld > start && endNow > start && old[endOld - 1] === now[endNow - 1]) { endOld--; endNow--; }
    editor.replace(start, endOld, now.slice(start, endNow));
  }

  /** Shows the findings and the language's documentation for the element at the caret. @param {number} offset */
  async function explain(offset) {
    const text = editor.text;
    const at = text === reported ? byteIndex(reported) : null;
    const here = at ? own().filter((d) => at(d.range.start.offset) <= offset && at(d.range.end.offset) >= offset) : [];
    let hover = null;
    try { hover = (await api("editor/hover", { ...overlay(), file: doc.path, position: editor.position(offset) })).result; } catch { /* nothing to say */ }
    if (isClosed || text !== editor.text) return;
    const words = String(hover?.contents?.value ?? "").replace(/```\w*\n?/g, "").replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/\*\*/g, "").replace(/^[*-] /gm, "• ").trim();
    fill(foot, here.map((d) => h("p", null, severityMark(d.severity), " ", prose(d.message))), words ? words.split(/\n\n+/).slice(0, 3).map((p) => h("p", null, prose(p))) : here.length ? null : h("span", { class: "muted" }, "Move the cursor to a key or value to see its documentation."));
  }

  // MARK: tabs

  function drawTab() {
    const panel = /** @type {any} */ (panels)[tab];
    if (tab === "Changes") drawChanges(panel);
    else if (tab === "Generated") drawGenerated(panel);
    else if (tab === "Tests") drawTests(panel);
    else if (tab === "Decide" && !panel.firstChild) fill(panel, requestForm({ ask, subject, texts: () => ({ [doc.path]: editor.text }), example }));
    else if (tab === "Decide") panel.firstChild.dispatchEvent(new Event("decide"));
  }

  /** @param {HTMLElement} panel @param {() => Promise<any>} make */
  async function later_(panel, make) {
    const text = editor.text;
    if (!panel.firstChild) fill(panel, h("p", { class: "muted" }, "Working…"));
    let content;
    try { content = await make(); } catch (error) {
      content = [isInvalid(error) ? errorsFirst() : failure(error)];
    }
    if (!isClosed && text === editor.text) fill(panel, content);
  }

  let lastDiff = null;
  let against = "opened";
  /** @param {HTMLElement} panel */
  function baseChoice(panel) {
    const select = h("select", { onchange: () => { against = select.value; drawChanges(panel); } }, h("option", { value: "opened" }, "the text as it was opened"), doc.disk ? h("option", { value: "HEAD" }, "the last commit (HEAD)") : null);
    if (!doc.disk) against = "opened";
    select.value = against;
    return h("label", { class: "field" }, "The editor against", select, h("span", null));
  }
  /** @param {HTMLElement} panel @param {boolean} [isAside] nobody looks at it: only the number is shown */
  function drawChanges(panel, isAside) {
    if (!isDirty() && against !== "HEAD") {
      lastDiff = null;
      countChanges(0);
      return void fill(panel, baseChoice(panel), emptyState("No changes yet", "Edit the policy to see which decisions change. Each change comes with an example request."),
        doc.disk ? h("p", { class: "middle" }, h("button", { type: "button", onclick: () => { against = "HEAD"; drawChanges(panel); } }, "Compare with the last commit")) : null);
    }
    // Keeps the number of the last version without errors.
    if (isAside && report?.summary.errors) return;
    later_(panel, async () => {
      const old = against === "HEAD" ? { revision: "HEAD" } : overlay(doc.base);
      const { value, note } = await ask(({ allow_invalid = false, ...now }) => api("diff", { old, new: now, allow_invalid }));
      lastDiff = value;
      const tone = ["widening", "narrowing", "neutral"].find((name) => lastDiff.summary[name]) ?? "";
      countChanges(lastDiff.changes.length, tone);
      if (lastDiff.changes.length) announce(`${spoken}; ${["widening", "narrowing", "neutral"].filter((name) => lastDiff.summary[name]).map((name) => `${lastDiff.summary[name]} ${name}`).join(", ")}`);
      return h("div", { class: "stack" }, baseChoice(panel), grayed(note, diffView(lastDiff), subject), h("details", null, h("summary", null, "Changed lines"), diffBlock(lineDiff(doc.base, editor.text), "Changed lines")));
    });
  }

  /** An initial request that the edited policy decides. */
  async function example() {
    const { flows } = await api("flow", { ...overlay(), allow_invalid: true });
    const steps = flows.flatMap((f) => f.steps).filter((s) => s.request?.url);
    return (steps.find((s) => s.answer?.source?.file === doc.path) ?? steps[0])?.request.url ?? "";
  }

  let chosen = "";
  /** @param {HTMLElement} panel */
  function drawGenerated(panel) {
    later_(panel, async () => {
      const made = await api("generate", overlay());
      if (!made.files.length) return [emptyState("No generated files", "No target generates a file from this policy.")];
      const view = h("div");
      const draw = () => {
        const file = made.files.find((f) => f.path === chosen) ?? made.files[0];
        fill(view, h("div", { class: "row" }, h("h3", { class: "grow" }, h("code", null, file.path)), badge(doc.disk ? { create: "not on disk", update: "out of date on disk", unchanged: "same as on disk" }[file.state] : file.target, doc.disk ? file.state : ""), h("button", { type: "button", onclick: (e) => copy(file.text, e.currentTarget) }, "Copy")),
          file.diff && doc.disk ? h("details", { open: true }, h("summary", null, "Difference from disk"), diffBlock(file.diff, "Difference from disk")) : null, codeBlock(file.text, file.path));
      };
      draw();
      const list = h("ul", { class: "tree", role: "list" }, made.files.map((f) => h("li", null, h("button", { type: "button", "aria-current": String(f.path === (chosen || made.files[0].path)), onclick: (e) => { chosen = f.path; for (const b of list.querySelectorAll("button")) b.setAttribute("aria-current", "false"); e.currentTarget.setAttribute("aria-current", "true"); draw(); } }, f.path))));
      return [h("details", { open: true }, h("summary", null, `${made.files.length} files`), h("div", { class: "treebox", tabindex: "0", role: "region", "aria-label": "Generated files" }, list)), view];
    });
  }

  /** @param {HTMLElement} panel */
  function drawTests(panel) {
    later_(panel, async () => {
      const { value: all, note } = await ask((members) => api("test", { ...members, coverage: true }));
      if (!all.tests.length) return grayed(note, emptyState("No tests", "Decide a request, then copy it as a test."), subject);
      return grayed(note, [h("p", { class: "row" }, badge(`${all.summary.passed} passed`, all.summary.passed ? "passed" : ""), badge(`${all.summary.failed} failed`, all.summary.failed ? "failed" : ""), all.coverage ? badge(`${all.coverage.covered} of ${all.coverage.entries} entries covered`) : null),
        h("ul", { class: "list", role: "list" }, all.tests.slice().sort((a, b) => a.status < b.status ? -1 : 1).map((t) => h("li", { class: t.status }, h("p", { class: "msg row" }, badge(t.status, t.status), visible(t.name)), t.differences.map((d) => h("p", { class: "small" }, h("code", null, d.field), " is ", h("code", null, visible(JSON.stringify(d.actual))), ", expected ", h("code", null, visible(JSON.stringify(d.expected))))), placeLink(t.source))))], subject);
    });
  }

  // MARK: saving and sharing

  async function saveFile() {
    if (!doc.id) return fill(notice, h("div", { class: "notice" }, "Only files of this workspace can be saved. Copy the text instead."));
    const text = editor.text;
    try {
      const file = await api(`files/${doc.id}`, { text }, { method: "PUT", headers: { "if-match": `"${doc.digest}"` } });
      doc.base = text; doc.digest = file.digest;
      announce("Saved");
      fill(notice);
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) changedOnDisk(); else fill(notice, failure(error));
    }
  }

  async function copyLink() {
    delete main.dataset.link;
    try {
      if (report?.diagnostics.some((d) => d.rule === "client-secret-in-policy") || doc.readOnly) throw new Error("The policy contains a secret, so it can't be shared as a link.");
      const packed = await pack({ name: doc.path, text: editor.text });
      await copy(`${location.origin}/#/playground?s=${packed}`, share);
      main.dataset.link = `#/playground?s=${packed}`;
      fill(notice, h("div", { class: "notice info" }, `Link copied (${Math.ceil(packed.length / 1024)} KiB). The link contains the policy. To open it, run linkpolicy serve.`));
    } catch (error) { fill(notice, failure(error)); }
  }

  function markdown() {
    const lines = own().map((d) => `- **${d.severity}** line ${d.range.start.line}: ${d.message} (\`${d.rule}\`)`);
    return `### ${doc.path}\n\n${lines.join("\n") || "No findings."}\n${lastDiff ? `\n${diffMarkdown(lastDiff)}\n` : ""}`;
  }

  /** Handles a file that changed on disk. Keeps the user's edits. */
  async function changedOnDisk() {
    let file;
    try { file = await api(`files/${doc.id}`); } catch { return; }
    if (isClosed || file.digest === doc.digest) return;
    if (!isDirty()) {
      const line = editor.lineOf(editor.area.selectionStart) + 1;
      return take({ ...doc, base: file.text, digest: file.digest, readOnly: file.read_only }, file.text, line);
    }
    const box = h("div");
    fill(notice, h("div", { class: "notice" }, h("span", { class: "grow" }, h("strong", null, doc.path), " changed on disk. Your changes are still here."),
      h("button", { type: "button", onclick: () => fill(box, diffBlock(lineDiff(file.text, editor.text), "Disk and editor")) }, "Show difference"),
      h("button", { type: "button", onclick: () => { doc.base = file.text; doc.digest = file.digest; fill(notice); drawTab(); } }, "Keep my changes"),
      h("button", { type: "button", onclick: () => { take({ ...doc, base: file.text, digest: file.digest }, file.text); fill(notice); } }, "Reload from disk")), box);
  }

  async function begin() {
    const packed = query.get("s"), file = query.get("file"), rule = query.get("rule");
    const files = await listFiles();
    const begins = query.get("begin"), sample = query.get("sample");
    if (packed) {
      const state = await unpack(packed);
      take({ path: /^[\w./ -]{1,80}$/.test(state.name) && !state.name.includes("..") ? state.name.replace(/^\/+/, "") : "shared.yaml", base: state.text, digest: "", id: "", disk: false, readOnly: false }, state.text);
    } else if (rule) {
      const found = (await cached(`rules/${rule}`)).rules[0];
      const text = query.get("side") === "right" ? found.right : found.wrong;
      take({ path: { appleAppSiteAssociation: "apple-app-site-association", assetLinks: "assetlinks.json" }[found.example_kind] ?? "playground.yaml", base: text, digest: "", id: "", disk: false, readOnly: false }, text);
    } else if (begins) {
      await draft(begins);
    } else if (sample) {
      await open(`sample:${samples.find(([name]) => name === sample)?.[0] ?? samples[0][0]}`);
    } else if (!file && !files.some((f) => f.kind === "policy")) {
      editor.close();
      isClosed = true;
      return start(main, info);
    } else {
      const wanted = files.find((f) => f.path === file) ?? (file ? null : files.find((f) => f.kind === "policy" && !/tests?\//.test(f.path)));
      await open(wanted ? `file:${wanted.id}` : "sample:acme-cli.yaml", Number(query.get("line") ?? 0));
      if (query.has("line")) editor.area.focus({ preventScroll: true });
    }
    await listFiles();
  }

  /** Opens a new policy that isn't saved yet. @param {string} begins */
  async function draft(begins) {
    const made = (await api("init", { starter: begins === "starter" })).files.find((f) => /^Policies\//.test(f.path));
    if (!made) throw new Error("Found nothing to import.");
    take({ path: made.path, base: made.text, digest: "", id: "", disk: true, readOnly: false }, made.text);
    const command = begins === "starter" ? "linkpolicy init --starter" : "linkpolicy init";
    fill(notice, h("div", { class: "notice info" }, h("span", { class: "grow" }, `${made.path} isn't saved yet. To write it, run `, h("code", null, command), ", or copy the text."), h("button", { type: "button", onclick: (e) => copy(editor.text, e.currentTarget) }, "Copy text")));
  }

  show(/** @type {any} */ (panels)[query.get("tab") ?? ""] ? String(query.get("tab")) : "Findings");
  begin().catch((error) => fill(notice, failure(error)));
  explain(0);
  /** Goes to another line without reopening the file. Returns false for other files. @param {URLSearchParams} to */
  function move(to) {
    if (to.get("file") !== doc.path || !doc.id || !to.has("line")) return false;
    editor.goTo(Number(to.get("line")));
    return true;
  }
  return { isDirty, move, leave: () => { isClosed = true; editor.close(); }, refresh: () => { if (doc.id) changedOnDisk(); listFiles(); if (doc.disk) check(); } };
}
