// @ts-check
import { h } from "./dom.js";

/** Returns a function that converts UTF-8 byte offsets, in ascending order, to offsets in a JavaScript string. @param {string} text */
export function byteIndex(text) {
  let bytes = 0, units = 0;
  /** @param {number} offset */
  return (offset) => {
    if (offset < bytes) { bytes = 0; units = 0; }
    while (bytes < offset && units < text.length) {
      const code = text.codePointAt(units) ?? 0;
      bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
      units += code > 0xffff ? 2 : 1;
    }
    return units;
  };
}

/** Invisible characters, and characters that change the text direction. */
const hidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** @param {string} text */
export const visible = (text) => text.replace(hidden, (c) => `\\u{${(c.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`);

/** A URI with line break opportunities between its parts. @param {string} text */
export const breakable = (text) => visible(text).split(/(?<=[/.?&=])(?=[^/.?&=])/).flatMap((part, i) => i ? [h("wbr"), part] : [part]);

/** A message with code in backticks. @param {string} text */
export const prose = (text) => String(text).split("`").map((part, i, all) => i % 2 && i < all.length - 1 ? h("code", null, visible(part)) : visible(part));

/** Splits a line of YAML or JSON for syntax highlighting. @param {string} line @returns {[string, string][]} class and text */
export function tokens(line) {
  /** @type {[string, string][]} */
  const parts = [];
  const pattern = /(#.*$)|("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')(\s*:(?=\s|$))?|([A-Za-z_][\w.-]*|\*)(\s*:(?=\s|$))|\b(true|false|null|-?\d+(?:\.\d+)?)\b(?=\s*[,}\]]|\s*$)|([{}[\],]|^\s*- )/g;
  let end = 0;
  for (const m of line.matchAll(pattern)) {
    if (m[1] && m.index > 0 && !/\s/.test(line[m.index - 1])) continue;
    if (m.index < end) continue;
    if (m.index > end) parts.push(["", line.slice(end, m.index)]);
    if (m[1]) parts.push(["t-com", m[1]]);
    else if (m[2]) { parts.push([m[3] ? "t-key" : "t-str", m[2]]); if (m[3]) parts.push(["", m[3]]); }
    else if (m[4]) { parts.push(["t-key", m[4]]); parts.push(["", m[5]]); }
    else if (m[6]) parts.push(["t-num", m[6]]);
    else parts.push(["t-mark", m[7]]);
    end = m.index + m[0].length;
  }
  if (end < line.length) parts.push(["", line.slice(end)]);
  return parts;
}

/** @param {string} line */
export const coloured = (line) => line.length > 3000 ? [visible(line.slice(0, 3000)) + " …"] : tokens(line).map(([name, text]) => name ? h("span", { class: name }, visible(text)) : visible(text));

/**
 * A line and the lines around it, with line numbers.
 * @param {string} text @param {number} line counted from 1 @param {number} [around]
 */
export function snippet(text, line, around = 1) {
  const lines = text.split("\n");
  const first = Math.max(1, line - around), last = Math.min(lines.length, line + around);
  const rows = [];
  for (let n = first; n <= last; n++) rows.push(h("span", { class: n === line ? "ln hit" : "ln" }, h("span", { class: "no" }, n), coloured(lines[n - 1])));
  return h("div", { class: "snippet", tabindex: "0", role: "group", "aria-label": `Line ${line}` }, rows);
}

/** A block of code. @param {string} text @param {string} label */
export function codeBlock(text, label) {
  const lines = text.replace(/\n$/, "").split("\n");
  return h("div", { class: "snippet", tabindex: "0", role: "group", "aria-label": label }, lines.slice(0, 2000).map((line, i) => h("span", { class: "ln" }, h("span", { class: "no" }, i + 1), coloured(line))),
    lines.length > 2000 ? h("span", { class: "ln muted" }, `… ${lines.length - 2000} more lines`) : null);
}

/** A unified diff. @param {string} text @param {string} label */
export function diffBlock(text, label) {
  return h("div", { class: "snippet", tabindex: "0", role: "group", "aria-label": label }, text.replace(/\n$/, "").split("\n").slice(0, 2000).map((line) =>
    h("span", { class: /^\+(?!\+\+)/.test(line) ? "ln add" : /^-(?!--)/.test(line) ? "ln del" : "ln" }, "  ", visible(line))));
}

/** A minimal diff of two texts. @param {string} old @param {string} now */
export function lineDiff(old, now) {
  const a = old.split("\n"), b = now.split("\n");
  let start = 0, endA = a.length, endB = b.length;
  while (start < endA && start < endB && a[start] === b[start]) start++;
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) { endA--; endB--; }
  const from = Math.max(0, start - 2);
  return [...a.slice(from, start).map((l) => " " + l), ...a.slice(start, endA).map((l) => "-" + l), ...b.slice(start, endB).map((l) => "+" + l), ...b.slice(endB, endB + 2).map((l) => " " + l)].join("\n");
}

/** Applies the edits of a fix, whose ranges are in bytes. @param {string} text @param {any[]} edits */
export function withEdits(text, edits) {
  const at = byteIndex(text);
  const ranges = edits.map((edit) => ({ start: at(edit.range.start.offset), end: at(edit.range.end.offset), text: edit.replacement }));
  ranges.sort((x, y) => y.start - x.start);
  for (const range of ranges) text = text.slice(0, range.start) + range.text + text.slice(range.end);
  return text;
}

/** A link to a line of a file. @param {{file: string, line: number, column?: number} | null | undefined} source @param {string} [text] */
export function placeLink(source, text) {
  if (!source) return null;
  return h("a", { href: `#/playground?file=${encodeURIComponent(source.file)}&line=${source.line}` }, text ?? `${source.file}:${source.line}`);
}
