// @ts-check
// A textarea above a layer with highlighted text. Undo, input methods and screen readers work as in any textarea.
import { h, fill, severityMark, announce } from "./dom.js";
import { tokens, visible } from "./text.js";

/** @typedef {{start: number, end: number, severity: string, message: string}} Mark offsets of the text */

const LINE = 21;
/** Longer files don't wrap, because all lines of a wrapped file are drawn. */
const longest = 3000;

export class Editor {
  /** @param {{onInput: (text: string) => void, onCaret?: (offset: number) => void, complete?: (offset: number) => Promise<any[]>, label: string}} options */
  constructor(options) {
    this.options = options;
    /** @type {Mark[]} */
    this.marks = [];
    this.indents = false;
    /** Whether long lines wrap, unless the file is too long. */
    this.wraps = true;
    /** The drawn lines of a wrapped file, each with the text and findings that it shows. @type {{key: string, row: HTMLElement}[]} */
    this.drawn = [];
    /** The first drawn line of a file that doesn't wrap. */
    this.first = 0;
    this.timer = 0;
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
      oninput: (/** @type {InputEvent} */ e) => this.changed(e), onscroll: () => this.draw(), onkeydown: (/** @type {KeyboardEvent} */ e) => this.key(e),
      onblur: () => setTimeout(() => this.closePopup(), 150),
    });
    this.element = h("div", { class: "editor" }, this.gutter, this.layer, this.area, this.popup);
    this.moved = () => { if (document.activeElement === this.area) { this.draw(); options.onCaret?.(this.area.selectionStart); } };
    document.addEventListener("selectionchange", this.moved);
    this.observer = new ResizeObserver(() => { this.closePopup(); this.draw(); });
    this.observer.observe(this.element);
  }

  close() { document.removeEventListener("selectionchange", this.moved); this.observer.disconnect(); }

  get text() { return this.area.value; }

  /** Whether lines currently wrap. */
  get isWrapped() { return this.wraps && this.lines.length <= longest && !this.element.classList.contains("plain"); }

  /** @param {boolean} wraps */
  setWrap(wraps) {
    this.wraps = wraps;
    this.closePopup();
    this.split();
    this.draw();
  }

  /** Replaces the text and discards unsaved changes. @param {string} text */
  setText(text) {
    this.area.value = text;
    this.area.setSelectionRange(0, 0);
    this.area.scrollTo(0, 0);
    this.marks = [];
    this.split();
    this.draw();
  }

  /** Replaces a range, as an edit that users can undo. @param {number} start @param {number} end @param {string} text */
  replace(start, end, text) {
    this.area.focus();
    this.area.setSelectionRange(start, end);
    if (!document.execCommand("insertText", false, text)) { this.area.setRangeText(text, start, end, "end"); this.changed(); }
  }

  /** @param {Mark[]} marks */
  setMarks(marks) { this.marks = marks.slice().sort((a, b) => a.start - b.start); this.draw(); }

  /** @param {InputEvent} [event] */
  changed(event) {
    // The findings are about the previous text.
    this.marks = [];
    this.split();
    this.draw();
    this.options.onInput(this.area.value);
    clearTimeout(this.timer);
    const start = this.starts[this.lineOf(this.area.selectionStart)];
    const isTyped = event?.inputType === "insertText" && event.data?.length === 1 && !event.isComposing;
    // Completes at the start of a word or value, but not in comments.
    const before = this.area.value.slice(start, this.area.selectionStart);
    if (!this.popup.hidden) this.complete();
    else if (isTyped && /[A-Za-z_]$|(?:: |- )$/.test(before) && !/(^|\s)#/.test(before)) this.timer = setTimeout(() => this.complete(), 100);
  }

  split() {
    this.lines = this.area.value.split("\n");
    this.starts = [];
    let at = 0, width = 0;
    for (const line of this.lines) { this.starts.push(at); at += line.length + 1; if (line.length > width) width = line.length; }
    // No highlighting for very long lines, which would slow down typing.
    this.element.classList.toggle("plain", width > 4000);
    this.element.classList.toggle("wraps", this.isWrapped);
    this.area.setAttribute("wrap", this.isWrapped ? "soft" : "off");
    this.element.style.setProperty("--gutter", `${Math.max(6, String(this.lines.length).length + 5)}ch`);
  }

  /** @param {number} offset @returns {number} the index of the line */
  lineOf(offset) {
    let low = 0, high = this.starts.length - 1;
    while (low < high) { const middle = (low + high + 1) >> 1; if (this.starts[middle] <= offset) low = middle; else high = middle - 1; }
    return low;
  }

  draw() {
    const top = this.area.scrollTop, height = this.area.clientHeight || 400, isWrapped = this.isWrapped;
    const first = isWrapped ? 0 : Math.max(0, Math.floor(top / LINE) - 5), last = isWrapped ? this.lines.length : Math.min(this.lines.length, Math.ceil((top + height) / LINE) + 5);
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
      if (!isPlain && !isWrapped) rows.push(h("div", null, this.pieces(n)));
    }
    if (isWrapped) this.drawWrapped(); else { this.drawn = []; this.first = first; this.layer.style.width = ""; fill(this.layer, rows); }
    if (isWrapped) this.drawn.forEach(({ row }, n) => { const high = row.offsetHeight; if (high !== LINE) numbers[n].style.height = `${high}px`; });
    fill(this.gutter, numbers);
    const shift = first * LINE - top;
    this.gutter.style.transform = `translateY(${shift}px)`;
    this.layer.style.transform = `translate(${-this.area.scrollLeft}px, ${shift}px)`;
  }

  /** Draws all lines at the width of the text area. Keeps unchanged lines. */
  drawWrapped() {
    this.layer.style.width = `${this.area.clientWidth}px`;
    const marks = new Map();
    for (const m of this.marks) for (let n = this.lineOf(m.start), last = this.lineOf(m.end); n <= last; n++) marks.set(n, `${marks.get(n) ?? ""}\n${m.severity} ${m.start - this.starts[n]} ${m.end - this.starts[n]}`);
    const keys = this.lines.map((line, n) => line + (marks.get(n) ?? ""));
    const old = this.drawn;
    let start = 0, endOld = old.length, end = keys.length;
    while (start < endOld && start < end && old[start].key === keys[start]) start++;
    while (endOld > start && end > start && old[endOld - 1].key === keys[end - 1]) { endOld--; end--; }
    if (!old.length) this.layer.replaceChildren();
    for (let n = start; n < endOld; n++) old[n].row.remove();
    const next = old[endOld]?.row ?? null, made = [];
    for (let n = start; n < end; n++) {
      const row = h("div", null, this.pieces(n));
      this.layer.insertBefore(row, next);
      made.push({ key: keys[n], row });
    }
    this.drawn = [...old.slice(0, start), ...made, ...old.slice(endOld)];
  }

  /** The position of a character in the editor. @param {number} offset */
  place(offset) {
    const line = this.lineOf(offset), frame = this.element.getBoundingClientRect();
    let rest = offset - this.starts[line];
    const row = this.isWrapped ? this.drawn[line]?.row : this.layer.children[line - (this.first ?? 0)];
    const walk = row && document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
    for (let node = walk?.nextNode(); node; node = walk.nextNode()) {
      const length = node.nodeValue?.length ?? 0;
      if (rest <= length) {
        const range = document.createRange();
        range.setStart(node, rest); range.setEnd(node, rest);
        const found = range.getClientRects()[0] ?? range.getBoundingClientRect();
        if (!found.height) break;
        return { x: found.left - frame.left, y: found.top - frame.top, height: LINE };
      }
      rest -= length;
    }
    const box = row?.getBoundingClientRect();
    // The line is empty or isn't drawn.
    return { x: this.area.offsetLeft + 14 - this.area.scrollLeft, y: box?.height ? box.top - frame.top : line * LINE - this.area.scrollTop, height: LINE };
  }

  /** A highlighted line with underlined findings. @param {number} n */
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
    // An underline at the end of the line, or for an empty range.
    const tail = marks.find((m) => m.start >= start + line.length || m.start === m.end);
    if (tail && tail.start >= at) out.push(h("span", { class: `w w-${tail.severity}` }, " "));
    return out;
  }

  /** The text without characters that change its direction, which would shift the layer. @param {string} text */
  shown(text) { return visible(text) === text ? text : text.replace(/[\u202a-\u202e\u2066-\u2069]/g, "\u200b"); }

  /** @param {number} line counted from 1 */
  goTo(line, focus = true) {
    const n = Math.min(Math.max(0, line - 1), this.lines.length - 1);
    this.area.setSelectionRange(this.starts[n], this.starts[n]);
    this.draw();
    this.area.scrollTop = Math.max(0, (this.isWrapped ? this.drawn[n].row.offsetTop : n * LINE) - this.area.clientHeight / 3);
    if (focus) this.area.focus({ preventScroll: true });
    this.draw();
    this.options.onCaret?.(this.area.selectionStart);
  }

  /** Goes to the next or previous finding, for F8. @param {number} step */
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
    if (event.altKey && event.code === "KeyZ") { event.preventDefault(); this.element.dispatchEvent(new CustomEvent("wraps")); return; }
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
    const typed = (item) => { const s = item.textEdit.range.start; return this.area.value.slice(this.starts[s.line] + s.character, at).toLowerCase(); };
    this.items = items.filter((item) => item.label.toLowerCase().startsWith(typed(item).replace(/^["']/, ""))).sort((a, b) => a.sortText < b.sortText ? -1 : 1).slice(0, 50);
    // After a complete word, Enter must insert a line break.
    if (!isAsked && this.items.some((item) => item.label.toLowerCase() === typed(item).replace(/^["']/, ""))) return this.closePopup();
    if (!this.items.length) { if (isAsked) announce("No completions", 0); return this.closePopup(); }
    fill(this.popup, this.items.map((item, i) => h("li", { role: "option", id: `completion-${i}`, "aria-selected": "false", onmousedown: (/** @type {Event} */ e) => { e.preventDefault(); this.chosen = i; this.accept(); } }, h("code", null, item.label), h("span", null, item.detail))));
    if (isAsked || this.popup.hidden) announce(`${this.items.length} completion${this.items.length === 1 ? "" : "s"}`, isAsked ? 0 : 500);
    this.popup.hidden = false;
    const { x, y, height } = this.place(at);
    // Below the caret, or above it without enough room; always within the editor.
    this.popup.style.maxWidth = `${Math.min(420, Math.max(240, this.element.clientWidth - x - 4), this.element.clientWidth - 8)}px`;
    this.popup.style.left = `${Math.max(4, Math.min(x, this.element.clientWidth - this.popup.offsetWidth - 4))}px`;
    const below = y + height + 2, above = y - this.popup.offsetHeight - 2;
    this.popup.style.top = `${below + this.popup.offsetHeight <= this.element.clientHeight || above < 0 ? below : above}px`;
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

  closePopup() { clearTimeout(this.timer); this.popup.hidden = true; this.area.removeAttribute("aria-activedescendant"); }

  /** @param {number} offset */
  position(offset) { const line = this.lineOf(offset); return { line, character: offset - this.starts[line] }; }
}
