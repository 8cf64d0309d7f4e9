// @ts-check
// A textarea over a drawn layer: undo, input methods and screen readers are the browser's own.
import { h, fill, severityMark, announce } from "./dom.js";
import { tokens, visible } from "./text.js";

/** @typedef {{start: number, end: number, severity: string, message: string}} Mark offsets of the text */

const LINE = 21;

export class Editor {
  /** @param {{onInput: (text: string) => void, onCaret?: (offset: number) => void, complete?: (offset: number) => Promise<any[]>, label: string}} options */
  constructor(options) {
    this.options = options;
    /** @type {Mark[]} */
    this.marks = [];
    this.indents = false;
    /** @type {string[]} */
    this.lines = [""];
    /** @type {number[]} */
    this.starts = [0];
    this.gutter = h("div", { class: "gutter", "aria-hidden": "true" });
    this.layer = h("div", { class: "layer", "aria-hidden": "true" });
    this.popup = h("ul", { class: "pop", role: "listbox", id: "completions", "aria-label": "Completions", hidden: true });
    /** @type {HTMLTextAreaElement} */
    this.area = h("textarea", {
      spellcheck: "false", autocomplete: "off", autocapitalize: "off", "aria-label": options.label, wrap: "off",
      "aria-describedby": "editor-help", "aria-autocomplete": "list", "aria-controls": "completions",
      oninput: () => this.changed(), onscroll: () => this.draw(), onkeydown: (/** @type {KeyboardEvent} */ e) => this.key(e),
      onblur: () => setTimeout(() => this.closePopup(), 150),
    });
    this.element = h("div", { class: "editor" }, this.gutter, this.layer, this.area, this.popup);
    this.moved = () => { if (document.activeElement === this.area) { this.draw(); options.onCaret?.(this.area.selectionStart); } };
    document.addEventListener("selectionchange", this.moved);
    this.observer = new ResizeObserver(() => this.draw());
    this.observer.observe(this.element);
  }

  close() { document.removeEventListener("selectionchange", this.moved); this.observer.disconnect(); }

  get text() { return this.area.value; }

  /** Another text; whoever sets it knows that nothing is lost. @param {string} text */
  setText(text) {
    this.area.value = text;
    this.area.setSelectionRange(0, 0);
    this.area.scrollTo(0, 0);
    this.marks = [];
    this.split();
    this.draw();
  }

  /** Puts a text in the place of a range, so that it can be undone. @param {number} start @param {number} end @param {string} text */
  replace(start, end, text) {
    this.area.focus();
    this.area.setSelectionRange(start, end);
    if (!document.execCommand("insertText", false, text)) { this.area.setRangeText(text, start, end, "end"); this.changed(); }
  }

  /** @param {Mark[]} marks */
  setMarks(marks) { this.marks = marks.slice().sort((a, b) => a.start - b.start); this.draw(); }

  changed() {
    // Old marks are never drawn on a new text.
    this.marks = [];
    this.split();
    this.draw();
    this.options.onInput(this.area.value);
    if (!this.popup.hidden) this.complete();
  }

  split() {
    this.lines = this.area.value.split("\n");
    this.starts = [];
    let at = 0, longest = 0;
    for (const line of this.lines) { this.starts.push(at); at += line.length + 1; if (line.length > longest) longest = line.length; }
    // A layer of megabytes on one line would be slower than no colours.
    this.element.classList.toggle("plain", longest > 4000);
    this.element.style.setProperty("--gutter", `${Math.max(6, String(this.lines.length).length + 5)}ch`);
  }

  /** @param {number} offset @returns {number} the index of the line */
  lineOf(offset) {
    let low = 0, high = this.starts.length - 1;
    while (low < high) { const middle = (low + high + 1) >> 1; if (this.starts[middle] <= offset) low = middle; else high = middle - 1; }
    return low;
  }

  draw() {
    const top = this.area.scrollTop, height = this.area.clientHeight || 400;
    const first = Math.max(0, Math.floor(top / LINE) - 5), last = Math.min(this.lines.length, Math.ceil((top + height) / LINE) + 5);
    const caret = this.lineOf(this.area.selectionStart);
    const worst = new Map();
    for (const mark of this.marks) {
      const line = this.lineOf(mark.start);
      const rank = { error: 3, warning: 2, note: 1 };
      if (!worst.has(line) || /** @type {any} */ (rank)[mark.severity] > /** @type {any} */ (rank)[worst.get(line)]) worst.set(line, mark.severity);
    }
    const numbers = [], rows = [];
    const isPlain = this.element.classList.contains("plain");
    for (let n = first; n < last; n++) {
      const severity = worst.get(n);
      numbers.push(h("div", { class: [n === caret ? "now" : "", severity === "note" ? "noted" : severity ?? ""].join(" ").trim() || null }, severity ? severityMark(severity, true) : null, n + 1));
      if (!isPlain) rows.push(h("div", null, this.pieces(n)));
    }
    fill(this.gutter, numbers);
    fill(this.layer, rows);
    const shift = first * LINE - top;
    this.gutter.style.transform = `translateY(${shift}px)`;
    this.layer.style.transform = `translate(${-this.area.scrollLeft}px, ${shift}px)`;
  }

  /** A line as coloured pieces, cut where marks begin and end. @param {number} n */
  pieces(n) {
    const start = this.starts[n], line = this.lines[n];
    const marks = this.marks.filter((m) => m.start <= start + line.length && m.end >= start);
    let at = start;
    const out = [];
    for (const [name, text] of tokens(line)) {
      let from = at;
      const end = at + text.length;
      while (from < end) {
        const mark = marks.find((m) => m.start <= from && m.end > from);
        const next = marks.find((m) => m.start > from && m.start < end);
        const to = Math.min(end, mark ? mark.end : end, next ? next.start : end);
        const piece = this.shown(text.slice(from - at, to - at));
        const classes = [name, mark ? `w w-${mark.severity}` : ""].join(" ").trim();
        out.push(classes ? h("span", { class: classes }, piece) : piece);
        from = to;
      }
      at = end;
    }
    // A mark at the end of the line, or an empty one.
    const tail = marks.find((m) => m.start >= start + line.length || m.start === m.end);
    if (tail && tail.start >= at) out.push(h("span", { class: `w w-${tail.severity}` }, " "));
    return out;
  }

  /** The layer stands exactly under the text: what is hidden keeps its width. @param {string} text */
  shown(text) { return visible(text) === text ? text : text.replace(/[\u202a-\u202e\u2066-\u2069]/g, "\u200b"); }

  /** @param {number} line counted from 1 */
  goTo(line, focus = true) {
    const n = Math.min(Math.max(0, line - 1), this.lines.length - 1);
    this.area.setSelectionRange(this.starts[n], this.starts[n]);
    this.area.scrollTop = Math.max(0, n * LINE - this.area.clientHeight / 3);
    if (focus) this.area.focus({ preventScroll: true });
    this.draw();
    this.options.onCaret?.(this.area.selectionStart);
  }

  /** The next finding, as F8 does. @param {number} step */
  nextMark(step) {
    if (!this.marks.length) return announce("No findings", 0);
    const at = this.area.selectionStart;
    const found = step > 0 ? this.marks.find((m) => m.start > at) ?? this.marks[0] : this.marks.filter((m) => m.start < at).pop() ?? this.marks[this.marks.length - 1];
    const line = this.lineOf(found.start);
    this.goTo(line + 1);
    this.area.setSelectionRange(found.start, found.start);
    announce(`${this.marks.indexOf(found) + 1} of ${this.marks.length}: ${found.severity}, line ${line + 1}: ${visible(found.message.replaceAll("`", ""))}`, 100);
    this.draw();
    this.options.onCaret?.(found.start);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === "F8") { event.preventDefault(); return this.nextMark(event.shiftKey ? -1 : 1); }
    if (event.ctrlKey && event.key === " ") { event.preventDefault(); return void this.complete(true); }
    if (event.ctrlKey && event.key.toLowerCase() === "m") {
      event.preventDefault();
      this.indents = !this.indents;
      this.element.dispatchEvent(new CustomEvent("indents", { detail: this.indents }));
      return;
    }
    if (!this.popup.hidden) {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step) { event.preventDefault(); return this.select(this.chosen + step); }
      if (event.key === "Enter" || (event.key === "Tab" && !event.shiftKey)) { event.preventDefault(); return this.accept(); }
      if (event.key === "Escape") { event.preventDefault(); return this.closePopup(); }
    }
    if (event.key === "Tab" && this.indents && !event.shiftKey) { event.preventDefault(); document.execCommand("insertText", false, "  "); }
    if (event.key === "Enter" && !event.ctrlKey) {
      const before = this.lines[this.lineOf(this.area.selectionStart)].slice(0, this.area.selectionStart - this.starts[this.lineOf(this.area.selectionStart)]);
      const indent = (before.match(/^ */) ?? [""])[0] + (/:\s*$/.test(before) ? "  " : "");
      if (indent && !event.isComposing) { event.preventDefault(); document.execCommand("insertText", false, "\n" + indent); }
    }
  }

  /** @param {boolean} [isAsked] by its key, not by typing on */
  async complete(isAsked) {
    if (!this.options.complete) return;
    const asked = this.area.value, at = this.area.selectionStart;
    const items = await this.options.complete(at);
    if (asked !== this.area.value || at !== this.area.selectionStart) return;
    const line = this.lineOf(at);
    const typed = (item) => { const s = item.textEdit.range.start; return this.area.value.slice(this.starts[s.line] + s.character, at).toLowerCase(); };
    this.items = items.filter((item) => item.label.toLowerCase().startsWith(typed(item).replace(/^["']/, ""))).sort((a, b) => a.sortText < b.sortText ? -1 : 1).slice(0, 50);
    if (!this.items.length) { if (isAsked) announce("No completions", 0); return this.closePopup(); }
    fill(this.popup, this.items.map((item, i) => h("li", { role: "option", id: `completion-${i}`, "aria-selected": "false", onmousedown: (/** @type {Event} */ e) => { e.preventDefault(); this.chosen = i; this.accept(); } }, h("code", null, item.label), h("span", null, item.detail))));
    this.popup.hidden = false;
    announce(`${this.items.length} completion${this.items.length === 1 ? "" : "s"}`, 0);
    const column = at - this.starts[line];
    this.popup.style.left = `calc(var(--gutter) + 14px + ${Math.min(column, 30)}ch)`;
    // Within the editor, however narrow it is.
    const over = this.popup.offsetLeft + this.popup.offsetWidth + 4 - this.element.clientWidth;
    if (over > 0) this.popup.style.left = `${Math.max(4, this.popup.offsetLeft - over)}px`;
    const top = (line + 1) * LINE - this.area.scrollTop;
    this.popup.style.top = `${top + 250 > this.element.clientHeight ? Math.max(0, top - LINE - 244) : top}px`;
    this.select(0);
  }

  /** @param {number} index */
  select(index) {
    const count = this.items?.length ?? 0;
    this.chosen = (index + count) % count;
    [...this.popup.children].forEach((li, i) => li.setAttribute("aria-selected", String(i === this.chosen)));
    this.popup.children[this.chosen].scrollIntoView({ block: "nearest" });
    this.area.setAttribute("aria-activedescendant", `completion-${this.chosen}`);
  }

  accept() {
    const item = this.items?.[this.chosen];
    this.closePopup();
    if (!item) return;
    const { start, end } = item.textEdit.range;
    this.replace(this.starts[start.line] + start.character, Math.max(this.starts[end.line] + end.character, this.area.selectionStart), item.textEdit.newText);
  }

  closePopup() { this.popup.hidden = true; this.area.removeAttribute("aria-activedescendant"); }

  /** @param {number} offset */
  position(offset) { const line = this.lineOf(offset); return { line, character: offset - this.starts[line] }; }
}
