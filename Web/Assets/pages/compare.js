// @ts-check
import { h, fill, failure, pageHead, markdownButton } from "../lib/dom.js";
import { api } from "../lib/api.js";
import { firstWithoutErrors, grayed } from "../lib/answers.js";
import { diffMarkdown, diffView } from "../lib/views.js";

/** @param {import("../app.js").Place} place */
export function compare({ main, query }) {
  let diff = null;
  const result = h("div");
  const sides = { old: side("Before", query.get("old") ?? "HEAD"), new: side("Now", query.get("new") ?? "") };
  fill(main, pageHead("Compare", "See which decisions differ between two versions. Each change comes with an example request.", markdownButton(() => diff ? diffMarkdown(diff) : "")),
    h("div", { class: "stack" }, h("form", { class: "card row sides", onsubmit: (/** @type {Event} */ e) => { e.preventDefault(); load(); } }, sides.old.element, sides.new.element, h("button", { class: "primary" }, "Compare")), result));

  /** @param {string} label @param {string} revision empty for the disk */
  function side(label, revision) {
    const kind = h("select", { onchange: () => draw() }, h("option", { value: "disk" }, "Files on disk"), h("option", { value: "revision", selected: revision !== "" }, "Git revision"), h("option", { value: "text" }, "A pasted policy"));
    const input = h("input", { type: "text", spellcheck: "false", value: revision || "HEAD", "aria-label": `${label}: revision` });
    const text = h("textarea", { class: "code", rows: 8, spellcheck: "false", "aria-label": `${label}: policy`, placeholder: "linkpolicy: 1" });
    const more = h("div");
    const draw = () => fill(more, kind.value === "revision" ? input : kind.value === "text" ? text : null);
    draw();
    return { element: h("div", { class: "grow stack" }, h("label", { class: "field" }, label, kind), more), get: () => kind.value === "disk" ? { disk: true } : kind.value === "revision" ? { revision: input.value.trim() } : { files: { "pasted.yaml": text.value }, disk: false } };
  }

  async function load() {
    if (!diff) fill(result, h("p", { class: "muted" }, "Comparing…"));
    try {
      // The user chose both sides, so no other version is tried.
      const { value, note } = await firstWithoutErrors([[{}, ""], [{ allow_invalid: true }, "Entries with errors are left out."]], (members) => api("diff", { old: sides.old.get(), new: sides.new.get(), ...members }));
      diff = value;
      fill(result, grayed(note, diffView(diff), "A side has errors."));
    } catch (error) {
      diff = null;
      fill(result, failure(error));
    }
  }
  load();
  return { refresh: load };
}
