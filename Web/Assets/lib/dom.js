// @ts-check
// Creates elements from text, never from markup.
import { prose } from "./text.js";

/** @typedef {Node | string | number | null | undefined | false | any[]} Child */

/** @param {Node} parent @param {Child[]} children */
function append(parent, children) {
  for (const child of children) {
    if (Array.isArray(child)) append(parent, child);
    else if (child instanceof Node) parent.appendChild(child);
    else if (child !== null && child !== undefined && child !== false) parent.appendChild(document.createTextNode(String(child)));
  }
}

/**
 * An element with properties (`onclick`, `value`), attributes and children.
 * @param {string} name @param {Record<string, any> | null} [attributes] @param {...Child} children
 * @returns {any}
 */
export function h(name, attributes, ...children) {
  const element = document.createElement(name);
  set(element, attributes);
  append(element, children);
  return element;
}

/** An SVG element. @param {string} name @param {Record<string, any> | null} [attributes] @param {...Child} children @returns {any} */
export function svg(name, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  set(element, attributes);
  append(element, children);
  return element;
}

/** @param {Element} element @param {Record<string, any> | null} [attributes] */
function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on") || name === "value" || name === "checked" || name === "disabled") /** @type {any} */ (element)[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** Replaces an element's children. @param {Element} element @param {...Child} children */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
  return element;
}

const shapes = {
  error: "M8 0l5.7 2.3L16 8l-2.3 5.7L8 16l-5.7-2.3L0 8l2.3-5.7z",
  warning: "M8 1l8 14H0z",
  note: "M8 1l7 7-7 7-7-7z",
};

/** A severity as a word and a shape, not only as a color. @param {string} severity @param {boolean} [bare] */
export function severityMark(severity, bare) {
  const tone = severity === "note" ? "noted" : severity;
  const shape = svg("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, svg("path", { d: /** @type {any} */ (shapes)[severity] ?? shapes.note }));
  return bare ? shape : h("span", { class: `sev ${tone}` }, shape, severity);
}

export const marks = {
  pass: "M9 0a9 9 0 110 18A9 9 0 019 0zM7.8 13.2l6-6.2-1.4-1.4-4.6 4.8-2.2-2.2-1.4 1.4z",
  fail: "M9 0a9 9 0 110 18A9 9 0 019 0zM5.5 6.9L7.6 9l-2.1 2.1 1.4 1.4L9 10.4l2.1 2.1 1.4-1.4L10.4 9l2.1-2.1-1.4-1.4L9 7.6 6.9 5.5z",
  note: "M9 0a9 9 0 110 18A9 9 0 019 0zM5 8v2h8V8z",
};

/** A round icon for an outcome. @param {string} outcome */
export function outcomeMark(outcome) {
  const d = ["pass", "allow", "completes", "passed"].includes(outcome) ? marks.pass : ["fail", "deny", "breaks", "failed"].includes(outcome) ? marks.fail : marks.note;
  return svg("svg", { viewBox: "0 0 18 18", "aria-hidden": "true" }, svg("path", { d, "fill-rule": "evenodd" }));
}

/** @param {string} text @param {string} [tone] */
export const badge = (text, tone) => h("span", { class: tone ? `badge ${tone}` : "badge" }, text);

/** Announces a message to screen readers after a delay, by default a second. Clears it later because it isn't part of the page. @param {string} text @param {number} [rest] */
export function announce(text, rest = 1000) {
  clearTimeout(timer);
  const status = /** @type {HTMLElement} */ (document.getElementById("status"));
  timer = setTimeout(() => { status.textContent = text; timer = setTimeout(() => { status.textContent = ""; }, 10000); }, rest);
}
let timer = 0;

/** @param {string} text @param {HTMLElement} [button] */
export async function copy(text, button) {
  let done = true;
  try { await navigator.clipboard.writeText(text); } catch {
    const area = h("textarea", { class: "hidden", value: text, "aria-hidden": "true" });
    document.body.append(area); area.select(); done = document.execCommand("copy"); area.remove();
  }
  if (button) { const old = button.textContent; button.textContent = done ? "Copied" : "Not copied"; setTimeout(() => { button.textContent = old; }, 1500); }
  announce(done ? "Copied" : "Not copied");
}

/** The header of a page. @param {string} title @param {string} text @param {...Child} tools */
export function pageHead(title, text, ...tools) {
  return h("div", { class: "head" }, h("div", null, h("h1", { tabindex: "-1" }, title), text ? h("p", null, text) : null), h("div", { class: "row" }, ...tools));
}

/** A button that copies the result of a function. @param {() => string} text */
export function markdownButton(text) {
  /** @type {HTMLButtonElement} */
  const button = h("button", { type: "button", onclick: () => copy(text(), button) }, "Copy as Markdown");
  return button;
}

export function failure(error) {
  return h("div", { class: "notice bad", role: "alert" }, h("span", null, prose(error?.message ?? error)));
}

/** Shown by pages that can't evaluate policies with errors. */
export const errorsFirst = () => h("div", { class: "empty" }, h("h2", null, "Fix errors first"), h("p", null, "A policy with errors can't be evaluated. See the ", h("a", { href: "#/findings" }, "findings"), "."));

/** @param {string} title @param {...Child} text */
export const emptyState = (title, ...text) => h("div", { class: "empty" }, h("h2", null, title), h("p", null, ...text));
