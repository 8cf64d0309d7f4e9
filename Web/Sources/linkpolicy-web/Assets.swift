// Generated from Web/Assets by linkpolicy-dev web; do not edit.
// swift-format-ignore-file
import WebApp

/// The files of the pages.
enum Assets {
  static let all: [WebAsset] = [
WebAsset(path: "/app.js", text: ####"""
// @ts-check
import { h, svg, fill, announce, failure } from "./lib/dom.js";
import { api, forget, hasToken, listen, redeem, setToken } from "./lib/api.js";
import { playground } from "./pages/playground.js";
import { overview } from "./pages/overview.js";
import { findings } from "./pages/findings.js";
import { who } from "./pages/who.js";
import { decide } from "./pages/decide.js";
import { compare } from "./pages/compare.js";
import { links } from "./pages/links.js";
import { rules } from "./pages/rules.js";
import { flow } from "./pages/flow.js";
import { replay } from "./pages/replay.js";

/**
 * @typedef {{main: HTMLElement, query: URLSearchParams, info: any}} Place
 * @typedef {{refresh?: () => void, leave?: () => void, isDirty?: () => boolean, move?: (query: URLSearchParams) => boolean}} Page
 */

/** @type {Record<string, {title: string, icon: string, show: (place: Place) => any}>} */
const pages = {
  playground: { title: "Playground", icon: "M4 5h16v14H4zM8 10l3 2-3 2M13 15h4", show: playground },
  overview: { title: "Overview", icon: "M4 13h6V4H4zM14 20h6v-9h-6zM14 4v3h6V4zM4 20h6v-3H4z", show: overview },
  findings: { title: "Findings", icon: "M12 4l9 16H3zM12 10v4M12 17v.5", show: findings },
  who: { title: "Who may go where", icon: "M4 5h16v14H4zM4 10h16M4 15h16M10 5v14", show: who },
  decide: { title: "Decide", icon: "M12 3v5M12 8l-6 6v6M12 8l6 6v6", show: decide },
  compare: { title: "Compare", icon: "M7 4v16M17 4v16M7 8h4M13 16h4M4 8h1M19 16h1", show: compare },
  links: { title: "Links", icon: "M10 14a4 4 0 005.7 0l3-3a4 4 0 00-5.7-5.7l-1 1M14 10a4 4 0 00-5.7 0l-3 3a4 4 0 005.7 5.7l1-1", show: links },
  flow: { title: "Flow", icon: "M5 6h4v4H5zM15 14h4v4h-4zM9 8h4a4 4 0 014 4v2", show: flow },
  replay: { title: "Replay", icon: "M5 19V9M10 19V5M15 19v-7M20 19v-4", show: replay },
  rules: { title: "Rules", icon: "M6 4h11a2 2 0 012 2v14H8a2 2 0 01-2-2zM10 9h5M10 13h5", show: rules },
};

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const banner = /** @type {HTMLElement} */ (document.getElementById("banner"));
/** @type {Page | undefined} */
let page;
let name = "";
/** The address of what is shown. */
let shown = "";
let info = /** @type {any} */ ({});

/** What the side was drawn with. @type {any} */
let drawn;

/** @param {string} theme */
function setTheme(theme) {
  if (theme === "system") { localStorage.removeItem("linkpolicy-theme"); delete document.documentElement.dataset.theme; } else { localStorage.setItem("linkpolicy-theme", theme); document.documentElement.dataset.theme = theme; }
}
const stored = localStorage.getItem("linkpolicy-theme");
if (stored === "light" || stored === "dark") document.documentElement.dataset.theme = stored;

function drawSide() {
  const links = document.querySelectorAll("#side nav a");
  // What is there stays, and with it the focus.
  if (links.length && drawn === info) {
    for (const link of links) if (link.getAttribute("href") === `#/${name}`) link.setAttribute("aria-current", "page"); else link.removeAttribute("aria-current");
    return;
  }
  drawn = info;
  const item = (/** @type {string} */ id) => h("li", null, h("a", { href: `#/${id}`, "aria-current": id === name ? "page" : null }, svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: pages[id].icon })), pages[id].title));
  const theme = h("select", { "aria-label": "Theme", onchange: (e) => setTheme(e.target.value) }, [["system", "System theme"], ["light", "Light"], ["dark", "Dark"]].map(([value, text]) => h("option", { value, selected: (stored ?? "system") === value }, text)));
  theme.value = document.documentElement.dataset.theme ?? "system";
  fill(/** @type {Element} */ (document.getElementById("side")),
    h("div", { class: "brand" }, svg("svg", { viewBox: "0 0 32 32", "aria-hidden": "true" }, svg("rect", { width: 32, height: 32, rx: 8, fill: "#3b4fd1" }), svg("path", { d: "M9 16.5l4.5 4.5L23 11", fill: "none", stroke: "#fff", "stroke-width": 3.2, "stroke-linecap": "round", "stroke-linejoin": "round" })), "linkpolicy"),
    h("nav", { "aria-label": "Pages" }, h("ul", { role: "list" }, ["playground", "overview", "findings", "who", "decide", "compare", "links", "flow", "replay", "rules"].map(item))),
    h("footer", null, theme, h("span", { class: "more" }, info.version ? `${info.version} · ${info.write ? "may save files" : "reads only"}` : ""), h("span", { class: "more" }, info.root ?? "")));
}

/** Asks for the address that `serve` printed. @param {string} [problem] */
function askForToken(problem) {
  page?.leave?.();
  page = undefined;
  const input = h("input", { type: "text", id: "address", autocomplete: "off", spellcheck: "false", "aria-describedby": "address-help" });
  fill(main, h("div", { class: "card" }, h("h1", null, "Paste the address"),
    h("p", { id: "address-help" }, problem ?? "This page needs the address that ", h("code", null, "linkpolicy serve"), " printed: it ends with a token, so that no other page and no other user of this machine can read your policies."),
    h("form", { onsubmit: (/** @type {Event} */ e) => {
      e.preventDefault();
      setToken((input.value.match(/[0-9a-f]{32}/) ?? [""])[0]);
      start();
    } }, h("label", { class: "field" }, "Address or token", input), h("p", null), h("button", { class: "primary" }, "Open"))));
  input.focus();
}

/** @param {...any} children */
function notice(...children) { fill(banner, children.length ? h("div", { class: "notice info" }, children) : null); }

function route() {
  const hash = location.hash.replace(/^#\/?/, "");
  const [path, query = ""] = hash.split(/\?(.*)/s);
  const next = pages[path] ? path : "playground", isFirst = !name;
  const place = new URLSearchParams(query);
  if (next === name && page?.move?.(place)) return void (shown = location.hash);
  if (page?.isDirty?.() && !confirm("Leave this text? What you typed is not saved.")) return history.replaceState(null, "", shown);
  shown = location.hash;
  page?.leave?.();
  name = next;
  document.title = `${pages[name].title} — linkpolicy`;
  drawSide();
  document.querySelector("nav [aria-current=page]")?.scrollIntoView({ block: "nearest", inline: "center" });
  main.replaceChildren();
  window.scrollTo(0, 0);
  try { page = pages[name].show({ main, query: place, info }); } catch (error) { fill(main, h("h1", { tabindex: "-1" }, pages[name].title), failure(error)); }
  // Who listens hears which page this is, and Tab goes on in it.
  // A moment later: lists that have just been drawn speak up first.
  const at = document.activeElement;
  if (!isFirst) setTimeout(() => { if (document.activeElement === at) main.querySelector("h1")?.focus({ preventScroll: true }); }, 100);
}

let isListening = false;
async function start() {
  const hash = location.hash;
  const given = hash.match(/^#(token|code)=([0-9a-f]{32})$/);
  if (given) {
    // The token leaves the address, and with it the history.
    history.replaceState(null, "", "/#/playground");
    if (given[1] === "token") setToken(given[2]); else await redeem(given[2]);
  }
  if (!hasToken()) { drawSide(); return askForToken(); }
  try { info = await api("info"); } catch (error) {
    drawSide();
    return askForToken(/** @type {any} */ (error).status === 401 || /** @type {any} */ (error).status === 429 ? "The server was started anew, or this is the address of another one. Paste the address that it printed last." : `The server cannot be reached: ${/** @type {any} */ (error).message}`);
  }
  if (info.write) fill(banner, h("div", { class: "notice" }, "Writing is on: Save changes files of this directory."));
  route();
  if (isListening) return;
  isListening = true;
  listen((event) => {
    if (event === "changed") { forget(); announce("Files have changed"); page?.refresh?.(); }
    if (event === "hello") { if (banner.dataset.gone) { delete banner.dataset.gone; notice(); forget(); page?.refresh?.(); } }
    if (event === "bye" || event === "gone") { banner.dataset.gone = "1"; notice("The server has ended. What you typed is still here; start ", h("code", null, "linkpolicy serve"), " again and open its address."); }
    if (event === "token") notice("The server was started anew: open the address that it printed.");
  });
}

window.addEventListener("hashchange", () => { if (/^#(token|code)=/.test(location.hash)) start(); else if (hasToken() && !/^#(main)$/.test(location.hash)) route(); });
window.addEventListener("beforeunload", (event) => { if (page?.isDirty?.()) event.preventDefault(); });
document.getElementById("skip")?.addEventListener("click", (event) => { event.preventDefault(); main.focus(); });
start();

"""####),
WebAsset(path: "/icon.svg", text: ####"""
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#3b4fd1"/><path d="M9 16.5l4.5 4.5L23 11" fill="none" stroke="#fff" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round"/></svg>

"""####),
WebAsset(path: "/index.html", text: ####"""
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>linkpolicy</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/style.css">
<script type="module" src="/app.js"></script>
</head>
<body>
<a class="skip" href="#main" id="skip">Skip to content</a>
<div id="app">
<header class="side" id="side"></header>
<div class="body">
<div id="banner" aria-live="polite"></div>
<main id="main" tabindex="-1"><h1>linkpolicy</h1><p class="muted">Loading…</p><noscript>This application needs JavaScript.</noscript></main>
</div>
</div>
<div id="status" class="hidden" role="status" aria-live="polite"></div>
</body>
</html>

"""####),
WebAsset(path: "/lib/api.js", text: ####"""
// @ts-check
// Requests to the server of this page. The token is kept for this tab only.

const key = "linkpolicy-token";
let token = sessionStorage.getItem(key) ?? "";

export class ApiError extends Error {
  /** @param {number} status @param {string} code @param {string} message */
  constructor(status, code, message) { super(message); this.status = status; this.code = code; }
}

export const hasToken = () => token !== "";

/** @param {string} value */
export function setToken(value) {
  token = value;
  if (value) sessionStorage.setItem(key, value); else sessionStorage.removeItem(key);
}

/**
 * @param {string} path below `/api/` @param {any} [body] @param {{method?: string, headers?: Record<string, string>, signal?: AbortSignal}} [options]
 * @returns {Promise<any>}
 */
export async function api(path, body, options = {}) {
  /** @type {Record<string, string>} */
  const headers = { authorization: `Bearer ${token}`, ...options.headers };
  if (body !== undefined && !headers["content-type"]) headers["content-type"] = "application/json";
  for (let attempt = 0; ; attempt++) {
    const response = await fetch(`/api/${path}`, {
      method: options.method ?? (body === undefined ? "GET" : "POST"), headers, signal: options.signal,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    // Too many at a time: again in a moment. What takes too long takes too long again.
    if (response.status === 503 && attempt < 3 && !text.includes('"late"')) {
      await new Promise((resolve) => setTimeout(resolve, 300 * (attempt + 1)));
      continue;
    }
    if (response.ok) return response.headers.get("content-type") === "application/json" ? JSON.parse(text) : text;
    throw problem(response.status, text);
  }
}

/** What the server says of a request that it does not answer. @param {number} status @param {string} text */
function problem(status, text) {
  let error = { code: "failed", message: status ? `the server answered ${status}` : "the server cannot be reached" };
  try { error = JSON.parse(text).error; } catch { /* no JSON */ }
  return new ApiError(status, error.code, error.message);
}

/**
 * Sends a log, which the server reads as fast as it counts: how much has gone is how far it is. Resolves to the events of
 * the answer, or to null once it was cancelled.
 * @param {string} path @param {Blob} log @param {AbortSignal} signal @param {(bytes: number) => void} onProgress
 * @returns {Promise<string | null>}
 */
export const upload = (path, log, signal, onProgress) => new Promise((resolve, reject) => {
  // fetch tells nobody how much of a body has gone.
  const request = new XMLHttpRequest();
  request.open("POST", `/api/${path}`);
  request.setRequestHeader("authorization", `Bearer ${token}`);
  request.setRequestHeader("content-type", "application/x-ndjson");
  request.upload.onprogress = (event) => onProgress(event.loaded);
  request.onload = () => request.status === 200 ? resolve(request.responseText) : reject(problem(request.status, request.responseText));
  request.onerror = () => reject(problem(0, ""));
  request.onabort = () => resolve(null);
  signal.addEventListener("abort", () => request.abort());
  request.send(log);
});

/** Turns the code of `--open` into the token. @param {string} code */
export async function redeem(code) {
  const response = await fetch("/api/session", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ code }) });
  if (response.ok) setToken((await response.json()).token);
}

/** Calls back for every event of the server, until it is over; comes back after breaks. @param {(name: string) => void} on */
export async function listen(on) {
  for (let wait = 500; ; wait = Math.min(wait * 2, 8000)) {
    try {
      const response = await fetch("/api/events", { headers: { authorization: `Bearer ${token}` } });
      if (response.status === 401) return on("token");
      if (response.ok && response.body) {
        wait = 500;
        const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
        let rest = "";
        for (;;) {
          const { value, done } = await reader.read();
          if (done) break;
          rest += value;
          const parts = rest.split("\n\n");
          rest = parts.pop() ?? "";
          for (const part of parts) { const name = part.match(/^event: (\w+)/)?.[1]; if (name) on(name); }
        }
      }
    } catch { /* gone: asked again below */ }
    on("gone");
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

/** What pages share about the workspace, until it changes. @type {Map<string, Promise<any>>} */
const kept = new Map();

/** @param {string} path @param {any} [body] */
export function cached(path, body) {
  const name = path + (body === undefined ? "" : JSON.stringify(body));
  let answer = kept.get(name);
  if (!answer) { answer = api(path, body); kept.set(name, answer); answer.catch(() => kept.delete(name)); }
  return answer;
}

export const forget = () => kept.clear();

/** The text of a file of the workspace; "" where it is none. @param {string} path @returns {Promise<string>} */
export async function fileText(path) {
  const file = (await cached("files")).files.find((f) => f.path === path);
  return file ? (await cached(`files/${file.id}`)).text : "";
}

"""####),
WebAsset(path: "/lib/dom.js", text: ####"""
// @ts-check
// Elements are made from text, never from markup.
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

/** The same in SVG. @param {string} name @param {Record<string, any> | null} [attributes] @param {...Child} children @returns {any} */
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

/** Gives an element other children. @param {Element} element @param {...Child} children */
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

/** Severity by word and shape. @param {string} severity @param {boolean} [bare] */
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

/** A round mark. @param {string} outcome */
export function outcomeMark(outcome) {
  const d = ["pass", "allow", "completes", "passed"].includes(outcome) ? marks.pass : ["fail", "deny", "breaks", "failed"].includes(outcome) ? marks.fail : marks.note;
  return svg("svg", { viewBox: "0 0 18 18", "aria-hidden": "true" }, svg("path", { d, "fill-rule": "evenodd" }));
}

/** @param {string} text @param {string} [tone] */
export const badge = (text, tone) => h("span", { class: tone ? `badge ${tone}` : "badge" }, text);

/** Says something to who cannot see it, after a second of rest, or at once. What has been said goes, so that nobody reads it as part of the page. @param {string} text @param {number} [rest] */
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

/** The head of a page. @param {string} title @param {string} text @param {...Child} tools */
export function pageHead(title, text, ...tools) {
  return h("div", { class: "head" }, h("div", null, h("h1", { tabindex: "-1" }, title), text ? h("p", null, text) : null), h("div", { class: "row" }, ...tools));
}

/** A button that copies what a function gives. @param {() => string} text */
export function markdownButton(text) {
  /** @type {HTMLButtonElement} */
  const button = h("button", { type: "button", onclick: () => copy(text(), button) }, "Copy as Markdown");
  return button;
}

export function failure(error) {
  return h("div", { class: "notice bad", role: "alert" }, h("span", null, prose(error?.message ?? error)));
}

/** Instead of an answer: policies with errors decide nothing, unless somebody wants what is left. @param {() => void} [anyway] */
export const errorsFirst = (anyway) => h("div", { class: "empty" }, h("h2", null, "Errors first"), h("p", null, "Policies with errors decide nothing. ", h("a", { href: "#/findings" }, "The findings"), " say what to mend."), anyway ? h("button", { type: "button", onclick: anyway }, "Leave out what is wrong") : null);

/** @param {string} title @param {...Child} text */
export const emptyState = (title, ...text) => h("div", { class: "empty" }, h("h2", null, title), h("p", null, ...text));

"""####),
WebAsset(path: "/lib/editor.js", text: ####"""
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

"""####),
WebAsset(path: "/lib/share.js", text: ####"""
// @ts-check
// A text in the fragment of an address: no server sees it.

const limit = 32 * 1024;

/** @param {BodyInit} data @param {any} transform */
const through = async (data, transform) => new Uint8Array(await new Response(/** @type {any} */ (new Response(data).body).pipeThrough(transform)).arrayBuffer());

/** @param {{name: string, text: string}} state @returns {Promise<string>} */
export async function pack(state) {
  const bytes = await through(JSON.stringify([1, state.name, state.text]), new (/** @type {any} */ (window)).CompressionStream("deflate-raw"));
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  const text = btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  if (text.length > limit) throw new Error(`The link would have ${Math.ceil(text.length / 1024)} KiB; more than 32 KiB are cut off by programs that pass links on. Send the file instead.`);
  return text;
}

/** @param {string} text @returns {Promise<{name: string, text: string}>} */
export async function unpack(text) {
  if (text.length > limit || !/^[\w-]*$/.test(text)) throw new Error("This link is damaged.");
  const binary = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  let parts;
  try { parts = JSON.parse(new TextDecoder().decode(await through(Uint8Array.from(binary, (c) => c.charCodeAt(0)), new (/** @type {any} */ (window)).DecompressionStream("deflate-raw")))); } catch { throw new Error("This link is damaged."); }
  if (!Array.isArray(parts) || parts[0] !== 1 || typeof parts[1] !== "string" || typeof parts[2] !== "string") throw new Error("This link is of another version.");
  return { name: parts[1], text: parts[2] };
}

"""####),
WebAsset(path: "/lib/text.js", text: ####"""
// @ts-check
import { h } from "./dom.js";

/** Byte offsets of UTF-8 as offsets of a JavaScript string, which must come in order. @param {string} text */
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

/** Characters that cannot be seen, or that turn the direction of a text around. */
const hidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** @param {string} text */
export const visible = (text) => text.replace(hidden, (c) => `\\u{${(c.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`);

/** A message whose code stands between backticks. @param {string} text */
export const prose = (text) => String(text).split("`").map((part, i, all) => i % 2 && i < all.length - 1 ? h("code", null, visible(part)) : visible(part));

/** A line of YAML or JSON as coloured pieces. @param {string} line @returns {[string, string][]} class and text */
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
 * Some lines around one, with their numbers.
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

/** The lines in which two texts differ, as a small diff. @param {string} old @param {string} now */
export function lineDiff(old, now) {
  const a = old.split("\n"), b = now.split("\n");
  let start = 0, endA = a.length, endB = b.length;
  while (start < endA && start < endB && a[start] === b[start]) start++;
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) { endA--; endB--; }
  const from = Math.max(0, start - 2);
  return [...a.slice(from, start).map((l) => " " + l), ...a.slice(start, endA).map((l) => "-" + l), ...b.slice(start, endB).map((l) => "+" + l), ...b.slice(endB, endB + 2).map((l) => " " + l)].join("\n");
}

/** A text with the edits of a fix, whose ranges are bytes. @param {string} text @param {any[]} edits */
export function withEdits(text, edits) {
  const at = byteIndex(text);
  const ranges = edits.map((edit) => ({ start: at(edit.range.start.offset), end: at(edit.range.end.offset), text: edit.replacement }));
  ranges.sort((x, y) => y.start - x.start);
  for (const range of ranges) text = text.slice(0, range.start) + range.text + text.slice(range.end);
  return text;
}

/** A link to a place. @param {{file: string, line: number, column?: number} | null | undefined} source @param {string} [text] */
export function placeLink(source, text) {
  if (!source) return null;
  return h("a", { href: `#/playground?file=${encodeURIComponent(source.file)}&line=${source.line}` }, text ?? `${source.file}:${source.line}`);
}

"""####),
WebAsset(path: "/lib/views.js", text: ####"""
// @ts-check
// Pieces that several pages show.
import { h, svg, badge, outcomeMark, fill } from "./dom.js";
import { placeLink, prose, snippet, visible } from "./text.js";
import { fileText } from "./api.js";

/** The words of a request, an address taken apart. @param {any} request */
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

/** An answer of `simulate`: verdict, steps, and the line that decided beside them. @param {any} answer @param {string} title @param {Record<string, string>} [texts] */
export function decisionView(answer, title, texts = {}) {
  if (answer.error && !answer.decision) return h("section", { class: "card" }, h("h2", null, title), h("div", { class: "notice bad" }, visible(answer.message)));
  const steps = answer.trace ?? [];
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
      outcomeMark(step.outcome), h("div", { class: "nm" }, step.step, h("span", { class: "hidden" }, `, ${/** @type {any} */ ({ pass: "passes", fail: "fails" })[step.outcome] ?? step.outcome}`)), h("div", null, prose(step.message)), step.source ? h("div", { class: "small" }, placeLink(step.source)) : null)))] : null);
}

const arrow = () => svg("svg", { viewBox: "0 0 26 20", "aria-hidden": "true" }, svg("path", { d: "M2 10h21M16 3l7 7-7 7" }));

/** A change of `diff`, with the request that proves it. @param {any} change @param {(request: any) => any} [onTry] */
export function changeView(change, onTry) {
  const w = change.witness;
  const words = { widening: "more is allowed", narrowing: "less is allowed", neutral: "nobody gains or loses access" };
  return h("li", null, h("article", { class: `card change ${change.class}` },
    h("div", { class: "row kindline" }, badge(change.class, change.class), h("span", { class: "muted small" }, /** @type {any} */ (words)[change.class]), badge(change.environment)),
    h("h2", { class: "msg" }, prose(change.message)),
    h("p", { class: "meta" }, h("span", null, visible([...new Set([change.policy, change.client, change.host].filter(Boolean))].join(" · "))), change.old ? h("span", null, "before: ", placeLink(change.old)) : null, change.new ? h("span", null, "now: ", placeLink(change.new)) : null),
    w ? [h("p", { class: "small" }, h("strong", null, "The request that proves it")),
      h("div", { class: "arrow" }, side("before", w.old), arrow(), side("now", w.new)),
      h("details", null, h("summary", null, "The request"), requestView(w.request)),
      onTry ? h("p", null, h("a", { class: "button", href: onTry(w.request) }, "Explain each step")) : null] : null));
}

/** @param {string} label @param {any} verdict */
const side = (label, verdict) => h("div", { class: `side-box ${verdict.decision}` }, h("span", { class: "small muted" }, label), h("b", null, verdict.decision), h("code", null, verdict.reason));

/** The summary and the changes of a `diff`. @param {any} diff */
export function diffView(diff) {
  const try_ = (request) => `#/decide?request=${encodeURIComponent(JSON.stringify(request))}`;
  const count = diff.changes.length;
  return h("div", { class: "stack" },
    h("p", { class: "row" }, ["widening", "narrowing", "neutral"].map((name) => badge(`${diff.summary[name]} ${name}`, diff.summary[name] ? name : ""))),
    count ? h("ul", { class: "plain stack", role: "list" }, diff.changes.slice(0, 200).map((c) => changeView(c, try_))) : h("div", { class: "empty" }, h("h2", null, "Nothing is decided differently"), h("p", null, "Both versions answer every request alike, comments and order aside.")),
    count > 200 ? h("p", { class: "muted" }, `and ${count - 200} more`) : null);
}

/** The same as Markdown. @param {any} diff */
export function diffMarkdown(diff) {
  return [`**${diff.summary.widening} widening, ${diff.summary.narrowing} narrowing, ${diff.summary.neutral} neutral**`, "", ...diff.changes.map((c) => `- **${c.class}** (${c.environment}) ${c.message}${c.witness ? `\n  - proof: ${c.witness.old.decision} (${c.witness.old.reason}) → ${c.witness.new.decision} (${c.witness.new.reason})\n  - \`${JSON.stringify(c.witness.request)}\`` : ""}`)].join("\n");
}

/** An answer as Markdown. @param {any} answer @param {string} title */
export function decisionMarkdown(answer, title) {
  return `#### ${title}: ${answer.decision ?? "unreadable"} (${answer.reason ?? answer.error})\n\n${answer.message}\n\n${(answer.trace ?? []).map((s) => `1. **${s.step}** ${s.outcome}: ${s.message}${s.source ? ` (\`${s.source.file}:${s.source.line}\`)` : ""}`).join("\n")}\n`;
}

/** Bars with their numbers. @param {[string, number, string?][]} rows name, number, tone @param {string} label */
export function bars(rows, label) {
  const most = Math.max(1, ...rows.map(([, n]) => n));
  return h("div", { class: "barchart", role: "img", "aria-label": `${label}: ${rows.map(([n, v]) => `${n} ${v}`).join(", ")}` }, rows.map(([name, value, tone]) => [
    h("code", null, name),
    svg("svg", { viewBox: "0 0 100 14", preserveAspectRatio: "none", "aria-hidden": "true", class: tone ?? "neutral" }, svg("rect", { width: 100, height: 14, fill: "var(--sunk)" }), svg("rect", { width: Math.max(0.6, 100 * value / most), height: 14, fill: "var(--tone)" })),
    h("span", { class: "mono" }, value.toLocaleString("en"))]));
}

/** One bar of parts. @param {[number, string][]} parts number and tone */
export function meter(parts) {
  const sum = Math.max(1, parts.reduce((a, [n]) => a + n, 0));
  let at = 0;
  return svg("svg", { class: "meter", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" }, svg("rect", { width: 100, height: 10, fill: "var(--sunk)" }), parts.map(([n, tone]) => {
    const part = svg("rect", { x: at, width: 100 * n / sum, height: 10, fill: "var(--tone)", class: tone });
    at += 100 * n / sum;
    return part;
  }));
}

"""####),
WebAsset(path: "/pages/compare.js", text: ####"""
// @ts-check
import { h, fill, failure, pageHead, markdownButton, errorsFirst } from "../lib/dom.js";
import { api, ApiError } from "../lib/api.js";
import { diffMarkdown, diffView } from "../lib/views.js";

/** @param {import("../app.js").Place} place */
export function compare({ main, query }) {
  let diff = null;
  const result = h("div");
  const sides = { old: side("Before", query.get("old") ?? "HEAD"), new: side("Now", query.get("new") ?? "") };
  fill(main, pageHead("Compare", "What two versions decide differently, each with a request that proves it.", markdownButton(() => diff ? diffMarkdown(diff) : "")),
    h("div", { class: "stack" }, h("form", { class: "card row sides", onsubmit: (/** @type {Event} */ e) => { e.preventDefault(); load(); } }, sides.old.element, sides.new.element, h("button", { class: "primary" }, "Compare")), result));

  /** @param {string} label @param {string} revision empty for the disk */
  function side(label, revision) {
    const kind = h("select", { onchange: () => draw() }, h("option", { value: "disk" }, "The files on the disk"), h("option", { value: "revision", selected: revision !== "" }, "A revision of git"), h("option", { value: "text" }, "A pasted policy"));
    const input = h("input", { type: "text", spellcheck: "false", value: revision || "HEAD", "aria-label": `${label}: revision` });
    const text = h("textarea", { class: "code", rows: 8, spellcheck: "false", "aria-label": `${label}: policy`, placeholder: "linkpolicy: 1" });
    const more = h("div");
    const draw = () => fill(more, kind.value === "revision" ? input : kind.value === "text" ? text : null);
    draw();
    return { element: h("div", { class: "grow stack" }, h("label", { class: "field" }, label, kind), more), get: () => kind.value === "disk" ? { disk: true } : kind.value === "revision" ? { revision: input.value.trim() } : { files: { "pasted.yaml": text.value }, disk: false } };
  }

  let lenient = false;
  async function load() {
    if (!diff) fill(result, h("p", { class: "muted" }, "Comparing…"));
    try { diff = await api("diff", { old: sides.old.get(), new: sides.new.get(), allow_invalid: lenient }); fill(result, diffView(diff)); } catch (error) {
      diff = null;
      fill(result, error instanceof ApiError && error.code === "policies-have-errors" ? h("div", { class: "card" }, errorsFirst(() => { lenient = true; load(); })) : failure(error));
    }
  }
  load();
  return { refresh: load };
}

"""####),
WebAsset(path: "/pages/decide.js", text: ####"""
// @ts-check
import { h, fill, failure, pageHead, copy, markdownButton, emptyState, errorsFirst } from "../lib/dom.js";
import { api, cached, ApiError } from "../lib/api.js";
import { codeBlock, prose } from "../lib/text.js";
import { decisionMarkdown, decisionView } from "../lib/views.js";

const titles = /** @type {Record<string, string>} */ ({ authorize: "Authorization request", universal_link: "Link on iOS", app_link: "Link on Android", app_flip_ios: "App Flip on iOS", app_flip_android: "App Flip on Android", token: "Token request", post_logout: "Logout redirect", web_origin: "Page asks Firebase or an API", auth_domain: "Auth domain", continue_url: "Continue URL", email_link: "Email link", email_action: "Email action", google_client: "Google client", scopes: "Scopes", token_refresh: "Token refresh", apple_id_token: "Apple ID token", account_link: "Account linking" });

/** The kind of a pasted address. @param {string} url */
function kindOf(url) {
  if (/[?&]post_logout_redirect_uri=/.test(url)) return "post_logout";
  if (/[?&]client_id=/.test(url)) return "authorize";
  if (/[?&](mode|oobCode)=/.test(url)) return "email_link";
  return "universal_link";
}

/** A request as a test of a policy. @param {any} request @param {any} answer */
function asTest(request, answer) {
  const scalar = (v) => typeof v === "string" ? JSON.stringify(v) : JSON.stringify(v);
  const lines = Object.entries(request).map(([k, v]) => `      ${k}: ${scalar(v)}`);
  return `  - name: ${JSON.stringify(answer.message ?? "a request")}\n    request:\n${lines.join("\n")}\n    expect: { decision: ${answer.decision}, reason: ${answer.reason} }\n`;
}

/**
 * The form, and below it both answers.
 * @param {{overlay: () => any, texts?: () => Record<string, string>, request?: any, example?: () => Promise<string>}} options
 */
export function requestForm({ overlay, texts, request: first, example }) {
  /** @type {any[]} */
  let kinds = [];
  const values = /** @type {Record<string, string>} */ ({});
  let kind = "authorize";
  const kindSelect = h("select", { onchange: () => { kind = kindSelect.value; drawFields(); decideSoon(); } });
  const paste = h("input", { type: "text", spellcheck: "false", autocomplete: "off", oninput: () => {
    if (!/^[a-z][\w+.-]*:/i.test(paste.value.trim())) return;
    kind = kindOf(paste.value.trim()); kindSelect.value = kind;
    for (const key of Object.keys(values)) delete values[key];
    values[kind === "email_link" ? "link" : "url"] = paste.value.trim();
    drawFields(); decideSoon();
  } });
  const fields = h("div", { class: "grid" }), more = h("div", { class: "grid" });
  const answers = h("div");
  let timer = 0;
  const decideSoon = () => { clearTimeout(timer); timer = setTimeout(decide, 150); };

  function drawFields() {
    const shape = kinds.find((k) => k.kind === kind);
    const rest = ["policy", "client", "facts", "now", "iss", "input", "app", "error_description", "nonce", "prompt", "response_mode", "user_locale", "login_hint", "outcome", "code", "id_token_hint", "logout_hint", "ui_locales", "sdk"];
    const isAddress = "url" in values;
    // What was pasted stands above already.
    const own = (shape?.fields ?? []).filter((f) => (!rest.includes(f.name) || (f.name === "input" && f.json)) && !(f.name === "url" && values.url === paste.value.trim()));
    const main = isAddress && kind === "authorize" ? own.filter((f) => f.name === "url") : own;
    const others = (shape?.fields ?? []).filter((f) => !main.includes(f) && !(f.name === "url" && isAddress));
    fill(fields, main.map(field));
    fill(more, others.map(field));
  }

  function field(f) {
    const set = (e) => { if (e.target.value === "") delete values[f.name]; else values[f.name] = e.target.value; decideSoon(); };
    const control = f.words.length ? h("select", { onchange: set }, h("option", { value: "" }, "—"), f.words.map((/** @type {string} */ w) => h("option", { value: w }, w)))
      : f.json && !["now", "android_version"].includes(f.name) ? h("textarea", { class: "code", rows: 3, spellcheck: "false", oninput: set, placeholder: "{ }" }) : h("input", { type: "text", spellcheck: "false", autocomplete: "off", oninput: set });
    control.value = values[f.name] ?? "";
    return h("label", { class: "field" }, h("span", null, h("code", null, f.name), " ", h("span", { class: "hint" }, prose(f.summary))), control);
  }

  /** The fields as a request. */
  function request() {
    const shape = kinds.find((k) => k.kind === kind);
    /** @type {any} */
    const out = { kind };
    for (const [name, value] of Object.entries(values)) {
      const known = shape?.fields.find((f) => f.name === name);
      if (!known && kind !== "email_link") continue;
      if (known?.json) { try { out[name] = JSON.parse(value); } catch { throw new Error(`${name} is not JSON yet`); } }
      else if (name === "link" && kind === "email_link") out.input = { link: value };
      else out[name] = value;
    }
    return out;
  }

  let number = 0, lenient = false;
  async function decide() {
    const mine = ++number;
    let asked;
    try { asked = request(); } catch (error) { return void fill(answers, failure(error)); }
    if (Object.keys(asked).length < 2) return void fill(answers, emptyState("Nothing asked yet", "Paste an address, or fill in a field."));
    try {
      const both = await api("simulate", { requests: ["prod", "sandbox"].map((environment) => ({ ...asked, environment })), trace: true, allow_invalid: lenient, ...overlay() });
      if (mine !== number) return;
      element.markdown = both.answers.map((a, /** @type {number} */ i) => decisionMarkdown(a, ["prod", "sandbox"][i])).join("\n");
      const test = asTest({ ...asked, environment: "prod" }, both.answers[0]);
      /** @type {any} */
      const button = h("button", { type: "button", onclick: () => copy(test, button) }, "Copy the test");
      fill(answers, h("div", { class: "two" }, both.answers.map((a, /** @type {number} */ i) => decisionView(a, ["prod", "sandbox"][i], texts?.()))),
        both.answers[0].decision ? h("details", { class: "card" }, h("summary", null, "Make it a test"), h("p", { class: "small muted" }, "Put this below tests: of the policy."), codeBlock(test, "Test"), button) : null);
    } catch (error) {
      if (mine === number) fill(answers, error instanceof ApiError && error.code === "policies-have-errors" ? errorsFirst(() => { lenient = true; decide(); }) : failure(error));
    }
  }

  const element = h("div", { class: "stack" },
    h("div", { class: "card stack" },
      h("div", { class: "row" }, h("label", { class: "field grow" }, "Kind of request", kindSelect), h("label", { class: "field grow" }, "Or paste an address", paste)),
      fields, h("details", null, h("summary", null, "More fields: facts, time, issuer"), more)),
    answers);
  element.addEventListener("decide", decideSoon);
  cached("kinds").then((all) => {
    kinds = all.kinds;
    fill(kindSelect, kinds.map((k) => h("option", { value: k.kind }, titles[k.kind] ?? k.kind)));
    if (first) {
      kind = first.kind;
      const shape = kinds.find((k) => k.kind === kind);
      for (const [name, value] of Object.entries(first)) if (!["kind", "environment", "id"].includes(name) && value !== null) values[name] = shape?.fields.find((f) => f.name === name)?.json ? JSON.stringify(value) : String(value);
    }
    kindSelect.value = kind;
    drawFields();
    decide();
    if (!first) example?.().then((url) => {
      if (!url || Object.keys(values).length) return;
      paste.value = url;
      paste.dispatchEvent(new Event("input"));
    }, () => {});
  }, (error) => fill(answers, failure(error)));
  return element;
}

/** @param {import("../app.js").Place} place */
export function decide({ main, query }) {
  let request;
  try { request = JSON.parse(query.get("request") ?? "null") ?? undefined; } catch { /* damaged address */ }
  if (!request && query.get("url")) request = { kind: kindOf(query.get("url") ?? ""), url: query.get("url") };
  const form = requestForm({ overlay: () => ({}), request, example });
  fill(main, pageHead("Decide", "What happens to a request, in both environments, step by step.", markdownButton(() => form.markdown ?? "")), form);
  return { refresh: () => form.dispatchEvent(new Event("decide")) };
}

/** Something to look at on arrival: the first sign-in of the policies. */
async function example() {
  try {
    const { flows } = await cached("flow", { environment: "prod" });
    return flows.flatMap((f) => f.steps).map((s) => s.request?.url).find(Boolean) ?? "";
  } catch { return ""; }
}

"""####),
WebAsset(path: "/pages/findings.js", text: ####"""
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
  fill(main, pageHead("Findings", "What linkpolicy validate says of this workspace.", markdownButton(markdown)), h("div", { class: "stack" }, filters, count, list));

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
    if (!all.length) return void fill(list, h("div", { class: "card" }, report.diagnostics.length ? emptyState("Nothing matches", "No finding has all of that.") : emptyState("No findings", `${report.summary.files} files, and nothing to complain about.`)));
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

"""####),
WebAsset(path: "/pages/flow.js", text: ####"""
// @ts-check
import { h, svg, fill, badge, failure, pageHead, markdownButton, emptyState, errorsFirst, marks, outcomeMark } from "../lib/dom.js";
import { cached, ApiError } from "../lib/api.js";
import { placeLink, prose, visible } from "../lib/text.js";
import { requestView } from "../lib/views.js";

/** @param {import("../app.js").Place} place */
export function flow({ main, query }) {
  let report = null;
  let word = query.get("q") ?? "", environment = "", outcome = "";
  const list = h("div", { class: "stack" }), count = h("p", { class: "muted small", "aria-live": "polite" });
  const choose = (/** @type {string} */ label, /** @type {string[]} */ values, /** @type {(v: string) => void} */ set) => { const s = h("select", { onchange: () => { set(s.value); draw(); } }, h("option", { value: "" }, "all"), values.map((v) => h("option", null, v))); return h("label", { class: "field" }, label, s); };
  fill(main, pageHead("Flow", "Every sign-in that the policies promise, from its first request to its end.", markdownButton(markdown)),
    h("div", { class: "stack" }, h("div", { class: "card row" }, h("label", { class: "field grow" }, "Search", h("input", { type: "search", value: word, oninput: (e) => { word = e.target.value; draw(); } })), choose("Environment", ["prod", "sandbox"], (v) => { environment = v; }), choose("Outcome", ["completes", "inferred", "breaks"], (v) => { outcome = v; })), count, list));

  const shown = () => report.flows.filter((f) => (!environment || f.environment === environment) && (!outcome || f.outcome === outcome) && (!word || `${f.id} ${f.kind} ${f.subject}`.toLowerCase().includes(word.toLowerCase())));

  function draw() {
    const all = shown();
    count.textContent = `${all.length} of ${report.flows.length} sign-ins: ${report.summary.completes} complete, ${report.summary.inferred} rest on an inference, ${report.summary.breaks} break`;
    if (!all.length) return void fill(list, h("div", { class: "card" }, emptyState("No sign-in", report.flows.length ? "None matches." : "The policies promise none.")));
    fill(list, all.slice(0, 60).map(card), all.length > 60 ? h("p", { class: "muted" }, `and ${all.length - 60} more: search for them`) : null);
  }

  function card(f) {
    return h("section", { class: "card" }, h("div", { class: `row ${f.outcome}` }, h("h2", { class: "grow" }, visible(f.subject), " ", h("code", { class: "muted small" }, visible(f.id))), badge(f.environment), badge(f.outcome, f.outcome)),
      f.steps[0] ? h("p", { class: "small muted" }, prose(f.steps[0].message)) : null,
      h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": `Path of ${f.id}` }, path(f)),
      h("details", null, h("summary", null, `${f.steps.length} steps`), h("ol", { class: "steps" }, f.steps.map((s) => h("li", { class: s.outcome }, outcomeMark(s.outcome), h("div", { class: "nm" }, s.name), h("div", null, prose(s.message)), s.answer?.source ? h("div", { class: "small" }, placeLink(s.answer.source)) : null, s.request ? h("details", null, h("summary", { class: "small" }, "Request"), requestView(s.request), h("a", { class: "button", href: `#/decide?request=${encodeURIComponent(JSON.stringify(s.request))}` }, "Explain each step")) : null)))));
  }

  /** The steps as stations on a line. @param {any} f */
  function path(f) {
    const width = 148, steps = f.steps;
    const short = (/** @type {string} */ t, /** @type {number} */ n) => t.length > n ? `${t.slice(0, n - 1)}…` : t;
    return svg("svg", { class: "flowpath", width: width * steps.length + 20, height: 62, viewBox: `0 0 ${width * steps.length + 20} 62`, role: "img", "aria-label": steps.map((s) => `${s.name} ${s.outcome}`).join(", then ") },
      steps.map((s, /** @type {number} */ i) => {
        const x = 18 + i * width;
        return [i ? svg("line", { x1: x - width + 11, y1: 16, x2: x - 11, y2: 16, stroke: "var(--line)", "stroke-width": 3, "stroke-dasharray": s.outcome === "inferred" ? "5 4" : null }) : null,
          svg("g", { class: s.outcome, transform: `translate(${x - 9} 7)` }, svg("path", { d: s.outcome === "breaks" ? marks.fail : s.outcome === "inferred" ? marks.note : marks.pass, "fill-rule": "evenodd", fill: "var(--tone)" })),
          svg("text", { x: x - 9, y: 42 }, short(s.name.replace(/_/g, " "), 22)), svg("text", { x: x - 9, y: 57, class: "lbl" }, short(s.answer?.channel ?? s.answer?.reason ?? s.outcome, 22))];
      }));
  }

  function markdown() { return report ? shown().map((f) => `- **${f.outcome}** ${f.subject} (${f.kind}, ${f.environment}): ${f.steps.map((s) => s.name).join(" → ")}`).join("\n") : ""; }

  let lenient = false;
  /** @type {() => Promise<any>} */
  const load = () => cached("flow", lenient ? { allow_invalid: true } : {}).then((answer) => { report = answer; draw(); }, (error) => fill(list, error instanceof ApiError && error.code === "policies-have-errors" ? h("div", { class: "card" }, errorsFirst(() => { lenient = true; load(); })) : failure(error)));
  fill(list, h("p", { class: "muted" }, "Running…"));
  load();
  return { refresh: load };
}

"""####),
WebAsset(path: "/pages/links.js", text: ####"""
// @ts-check
import { h, fill, badge, failure, pageHead, markdownButton, emptyState, errorsFirst, outcomeMark } from "../lib/dom.js";
import { api, cached, ApiError } from "../lib/api.js";
import { prose } from "../lib/text.js";
import { decisionMarkdown, decisionView } from "../lib/views.js";

/** @param {import("../app.js").Place} place */
export function links({ main, query }) {
  const url = h("input", { type: "text", spellcheck: "false", autocomplete: "off", value: query.get("url") ?? "", placeholder: "https://app.example/path", oninput: () => soon() });
  const environment = h("select", { onchange: () => ask() }, h("option", null, "prod"), h("option", null, "sandbox"));
  const version = h("input", { type: "text", inputmode: "numeric", value: "15", oninput: () => soon() });
  const answers = h("div");
  let timer = 0, number = 0, lenient = false, markdown = "";
  const soon = () => { clearTimeout(timer); timer = setTimeout(ask, 150); };

  const file = h("textarea", { class: "code", rows: 10, spellcheck: "false", oninput: () => matchSoon(), placeholder: '{ "applinks": { "details": [] } }' });
  const domain = h("input", { type: "text", spellcheck: "false", value: "", placeholder: "app.example", oninput: () => matchSoon() });
  const matched = h("div");
  const matchSoon = () => { clearTimeout(timer); timer = setTimeout(match, 200); };

  fill(main, pageHead("Links", "Which app opens a link, on iOS and on Android, rule by rule.", markdownButton(() => markdown)),
    h("div", { class: "stack" },
      h("div", { class: "card row" }, h("label", { class: "field grow" }, "Address", url), h("label", { class: "field" }, "Environment", environment), h("label", { class: "field" }, "Android version", version)),
      answers,
      h("details", { class: "card" }, h("summary", null, "Ask a file that somebody else wrote"),
        h("div", { class: "stack" }, h("p", { class: "small muted" }, "An apple-app-site-association or an assetlinks.json, as its host serves it; the address above is asked."),
          h("label", { class: "field" }, "Host that serves it", domain), h("label", { class: "field" }, "The file", file), matched))));

  async function ask() {
    const mine = ++number;
    const value = url.value.trim();
    if (!value) return fill(answers, h("div", { class: "card" }, emptyState("No address yet", "Type a link as a user would tap it.")));
    try {
      const both = await api("simulate", { trace: true, allow_invalid: lenient, requests: [{ kind: "universal_link", url: value, environment: environment.value }, { kind: "app_link", url: value, environment: environment.value, android_version: version.value || "15" }] });
      if (mine !== number) return;
      markdown = both.answers.map((a, /** @type {number} */ i) => decisionMarkdown(a, ["iOS", "Android"][i])).join("\n");
      fill(answers, h("div", { class: "two" }, decisionView(both.answers[0], "iOS: universal link"), decisionView(both.answers[1], `Android ${version.value || 15}: app link`)));
    } catch (error) { fill(answers, error instanceof ApiError && error.code === "policies-have-errors" ? h("div", { class: "card" }, errorsFirst(() => { lenient = true; ask(); })) : failure(error)); }
    if (file.value) match();
  }

  async function match() {
    if (!file.value.trim()) return fill(matched);
    let json;
    try { json = JSON.parse(file.value); } catch { return fill(matched, h("div", { class: "notice bad" }, "This is no JSON: devices ignore the whole file.")); }
    let host = domain.value.trim();
    try { host ||= new URL(url.value.trim()).hostname; } catch { /* said below */ }
    if (!host) return fill(matched, h("div", { class: "notice" }, "Name the host that serves the file, or type an address above."));
    try {
      const question = Array.isArray(json) ? { assetlinks: json, domain: host, url: url.value.trim(), android_version: Number(version.value) || 15 } : { aasa: json, domain: host, url: url.value.trim(), explain: true };
      const answer = await api("match", question);
      const words = { match: "The app opens", exclude: "A rule keeps the link out of the app", no_match: "No rule is about the link" };
      if (!answer.decision) return fill(matched, failure(answer));
      fill(matched, h("div", { class: `verdict ${answer.decision === "match" ? "allow" : answer.decision === "exclude" ? "deny" : "ignore"}` }, h("b", null, outcomeMark(answer.decision === "match" ? "pass" : answer.decision === "exclude" ? "fail" : "note"), /** @type {any} */ (words)[answer.decision]), badge(Array.isArray(json) ? "Android" : "iOS")),
        h("ol", { class: "steps" }, answer.explanation.map((/** @type {string} */ line) => h("li", { class: /: matches|matches$/.test(line) ? "pass" : "note" }, outcomeMark(/matches$/.test(line) ? "pass" : "note"), prose(line)))),
        answer.closest ? h("p", { class: "small" }, "Closest: ", prose(answer.closest)) : null);
    } catch (error) { fill(matched, failure(error)); }
  }

  if (url.value) ask();
  else cached("addresses", {}).then((all) => {
    const rule = all.addresses.find((a) => /universal_link|app_flip/.test(a.place)) ?? all.addresses.find((a) => a.value.startsWith("https://"));
    if (!url.value && rule) url.value = rule.value;
    ask();
  }, () => ask());
  return { refresh: ask };
}

"""####),
WebAsset(path: "/pages/overview.js", text: ####"""
// @ts-check
import { h, fill, badge, failure, pageHead, severityMark, markdownButton, outcomeMark } from "../lib/dom.js";
import { cached, ApiError } from "../lib/api.js";
import { meter } from "../lib/views.js";
import { placeLink, visible } from "../lib/text.js";

/** @param {import("../app.js").Place} place */
export function overview({ main, info }) {
  const cards = ["Findings", "Sign-ins", "Tests", "Generated files"].map((title) => ({ title, body: h("div", null, h("p", { class: "muted" }, "…")) }));
  const files = h("div"), configuration = h("pre", { tabindex: "0" });
  /** @type {string[]} */
  let lines = [];
  fill(main, pageHead("Overview", info.root ?? "", markdownButton(() => `### linkpolicy\n\n${lines.map((l) => `- ${l}`).join("\n")}\n`)),
    h("div", { class: "stack" }, h("div", { class: "grid four" }, cards.map((c) => h("section", { class: "card" }, h("h2", null, c.title), c.body))),
      h("section", { class: "card flush" }, h("h2", { class: "bar" }, "Files"), files),
      h("section", { class: "card" }, h("h2", null, "Configuration in force"), configuration)));

  /** @param {HTMLElement} element @param {Promise<any>} answer @param {(value: any) => any} draw */
  const show = (element, answer, draw) => answer.then((value) => fill(element, draw(value)), (error) => fill(element, error instanceof ApiError && error.code === "policies-have-errors" ? h("p", { class: "muted" }, "The policies have errors, so they decide nothing. ", h("a", { href: "#/findings" }, "See the findings")) : failure(error)));

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
        failed.slice(0, 5).map((t) => h("p", { class: "small" }, h("span", { class: "sev failed" }, outcomeMark("fail")), " ", visible(t.name), " ", placeLink(t.source)))];
    });
    show(cards[3].body, cached("generate", { texts: false }), (r) => {
      const n = (/** @type {string} */ s) => r.files.filter((f) => f.state === s).length;
      lines.push(`generated files: ${n("unchanged")} fresh, ${n("update")} stale, ${n("create")} missing in ${r.output}/`);
      return [h("div", { class: "big" }, r.files.length), meter([[n("unchanged"), "unchanged"], [n("update"), "update"], [n("create"), "create"]]), h("p", { class: "row small" }, badge(`${n("unchanged")} fresh`, n("unchanged") ? "unchanged" : ""), badge(`${n("update")} stale`, n("update") ? "update" : ""), badge(`${n("create")} not there`, n("create") ? "create" : "")), h("p", { class: "small muted" }, "below ", h("code", null, `${r.output}/`))];
    });
    show(files, cached("files"), (r) => h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Files" }, h("table", { "aria-label": "Files" }, h("thead", null, h("tr", null, ["File", "Read as", "Bytes", ""].map((t) => h("th", { scope: "col" }, t || h("span", { class: "hidden" }, "Remarks"))))), h("tbody", null, r.files.slice(0, 300).map((f) => h("tr", null, h("td", null, placeLink({ file: f.path, line: 1 }, f.path)), h("td", null, f.kind), h("td", { class: "mono" }, f.bytes.toLocaleString("en")), h("td", null, f.redacted ? badge("holds a secret", "warning") : null)))))));
    cached("configuration").then((r) => { configuration.textContent = r.text; }, (error) => { configuration.textContent = String(error.message); });
  }
  load();
  return { refresh: load };
}

"""####),
WebAsset(path: "/pages/playground.js", text: ####"""
// @ts-check
import { h, fill, severityMark, badge, announce, copy, failure, pageHead, outcomeMark, emptyState, errorsFirst } from "../lib/dom.js";
import { api, cached, ApiError } from "../lib/api.js";
import { Editor } from "../lib/editor.js";
import { byteIndex, codeBlock, diffBlock, lineDiff, prose, visible, withEdits, placeLink } from "../lib/text.js";
import { pack, unpack } from "../lib/share.js";
import { decisionView, diffMarkdown, diffView } from "../lib/views.js";
import { requestForm } from "./decide.js";

const samples = [["acme-cli.yaml", "A command-line tool"], ["nordic-lights.yaml", "Account linking with App Flip"]];

/** @typedef {{path: string, base: string, digest: string, id: string, disk: boolean, readOnly: boolean}} Doc what the text was when it was opened */

/** @param {import("../app.js").Place} place */
export function playground({ main, query, info }) {
  /** @type {Doc} */
  let doc = { path: "playground.yaml", base: "", digest: "", id: "", disk: false, readOnly: false };
  let report = null;
  let reported = "";
  let isChecking = false, isStale = false, isClosed = false;
  let tab = "Findings", lenient = false;
  const overlay = () => ({ files: { [doc.path]: editor.text }, disk: doc.disk });

  const chooser = h("select", { "aria-label": "Text in the editor", onchange: () => open(chooser.value) });
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
  let typed = 0, timer = 0, caretTimer = 0, slow = 0;

  const save = h("button", { type: "button", onclick: saveFile }, "Save");
  const share = h("button", { type: "button", onclick: copyLink }, "Copy link");
  fill(main,
    pageHead("Playground", "Type a policy: findings, decisions and generated files follow. Nothing leaves this machine.",
      h("button", { type: "button", onclick: (e) => copy(markdown(), e.currentTarget) }, "Copy as Markdown"), share, info.write ? save : null),
    notice,
    h("div", { class: "play" },
      h("section", { class: "pane", "aria-label": "Editor" },
        h("div", { class: "bar" }, chooser, counts, time),
        editor.element, foot,
        h("div", { class: "bar help" }, h("span", { class: "row grow", id: "editor-help" }, indents, h("span", { class: "small muted" }, "Ctrl+Space completes"), h("span", { class: "small muted" }, "F8 next finding")),
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

  /** How many decisions the text changes, beside the name of the tab. @param {number} count @param {string} [tone] */
  function countChanges(count, tone) {
    fill(/** @type {HTMLElement} */ (tabs.children[1]), "Changes ", count ? h("span", { class: `badge ${tone}` }, count, h("span", { class: "hidden" }, ` ${tone}`)) : null);
  }

  const isDirty = () => editor.text !== doc.base;

  /** @param {Doc} next @param {string} text */
  function take(next, text, line = 0) {
    doc = next;
    editor.area.readOnly = doc.readOnly;
    editor.setText(text);
    report = null;
    fill(notice, doc.readOnly ? h("div", { class: "notice" }, "This file holds a secret, or is no text: it is shown without it and cannot be changed here.") : null);
    check();
    if (line) editor.goTo(line, false);
    countChanges(0);
    if (!doc.disk) against = "opened";
    drawTab();
  }

  /** @param {string} value */
  async function open(value, line = 0) {
    const [kind, rest] = [value.slice(0, value.indexOf(":")), value.slice(value.indexOf(":") + 1)];
    if (isDirty() && !confirm("Open another text? What you typed is not saved.")) return listFiles();
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

  // MARK: checking: one request in flight, the newest text wins

  function later() {
    clearTimeout(timer);
    timer = setTimeout(check, 40);
    clearTimeout(slow);
    // What it decides differently is counted whatever is looked at.
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
      // An answer is about the text that it was asked with.
      if (text === editor.text && path === doc.path) {
        report = answer; reported = text;
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
      list.length ? h("ol", { class: "list" }, list.map(finding)) : h("div", { class: "panel" }, h("p", null, h("span", { class: "sev passed" }, outcomeMark("pass"), "No findings."), " The policy says what it should."), promise),
      others > 0 ? h("p", { class: "panel small" }, h("a", { href: "#/findings" }, `${others} finding${others === 1 ? "" : "s"} in other files`)) : null);
  }

  /** What is said of the findings. */
  let spoken = "";
  const promise = h("div");
  let promised = "";
  /** What a policy without findings promises: its sign-ins. */
  async function drawPromise() {
    const text = editor.text;
    if (promised === text || own().length) return;
    promised = text;
    let flows;
    try { flows = (await api("flow", overlay())).flows; } catch { return fill(promise); }
    if (isClosed || text !== editor.text) return;
    const mine = flows.filter((f) => f.steps.some((s) => s.answer?.source?.file === doc.path));
    fill(promise, mine.length ? [h("h2", null, `${mine.length} sign-in${mine.length === 1 ? "" : "s"}`), h("ul", { class: "steps" }, mine.slice(0, 40).map((f) => h("li", { class: f.outcome }, outcomeMark(f.outcome),
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

  /** What stands at the caret: its finding, and what the language says of it. @param {number} offset */
  async function explain(offset) {
    const text = editor.text;
    const at = text === reported ? byteIndex(reported) : null;
    const here = at ? own().filter((d) => at(d.range.start.offset) <= offset && at(d.range.end.offset) >= offset) : [];
    let hover = null;
    try { hover = (await api("editor/hover", { ...overlay(), file: doc.path, position: editor.position(offset) })).result; } catch { /* nothing to say */ }
    if (isClosed || text !== editor.text) return;
    const words = String(hover?.contents?.value ?? "").replace(/```\w*\n?/g, "").replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/\*\*/g, "").replace(/^[*-] /gm, "• ").trim();
    fill(foot, here.map((d) => h("p", null, severityMark(d.severity), " ", prose(d.message))), words ? words.split(/\n\n+/).slice(0, 3).map((p) => h("p", null, prose(p))) : here.length ? null : h("span", { class: "muted" }, "Put the caret on a key or a value to read what it means."));
  }

  // MARK: tabs

  function drawTab() {
    const panel = /** @type {any} */ (panels)[tab];
    if (tab === "Changes") drawChanges(panel);
    else if (tab === "Generated") drawGenerated(panel);
    else if (tab === "Tests") drawTests(panel);
    else if (tab === "Decide" && !panel.firstChild) fill(panel, requestForm({ overlay, texts: () => ({ [doc.path]: editor.text }), example }));
    else if (tab === "Decide") panel.firstChild.dispatchEvent(new Event("decide"));
  }

  /** @param {HTMLElement} panel @param {() => Promise<any[]>} make */
  async function later_(panel, make) {
    const text = editor.text;
    if (!panel.firstChild) fill(panel, h("p", { class: "muted" }, "Working…"));
    let content;
    try { content = await make(); } catch (error) {
      const isInvalid = error instanceof ApiError && error.code === "policies-have-errors";
      // Nothing is ever generated from them.
      content = [isInvalid ? errorsFirst(panel === panels.Generated ? undefined : () => { lenient = true; drawTab(); }) : failure(error)];
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
      return void fill(panel, baseChoice(panel), emptyState("Nothing changed yet", "Change something in the editor. Here stands what the new text decides differently from the text you opened, each with a request that proves it."),
        doc.disk ? h("p", { class: "middle" }, h("button", { type: "button", onclick: () => { against = "HEAD"; drawChanges(panel); } }, "Compare with the last commit")) : null);
    }
    if (isAside && report?.summary.errors) { countChanges(0); return; }
    later_(panel, async () => {
      lastDiff = null;
      countChanges(0);
      lastDiff = await api("diff", { old: against === "HEAD" ? { revision: "HEAD" } : doc.disk ? { files: { [doc.path]: doc.base } } : { files: { [doc.path]: doc.base }, disk: false }, new: overlay(), allow_invalid: lenient });
      const tone = ["widening", "narrowing", "neutral"].find((name) => lastDiff.summary[name]) ?? "";
      countChanges(lastDiff.changes.length, tone);
      if (lastDiff.changes.length) announce(`${spoken}; ${["widening", "narrowing", "neutral"].filter((name) => lastDiff.summary[name]).map((name) => `${lastDiff.summary[name]} ${name}`).join(", ")}`);
      return [baseChoice(panel), diffView(lastDiff), h("details", null, h("summary", null, "Changed lines"), diffBlock(lineDiff(doc.base, editor.text), "Changed lines"))];
    });
  }

  /** A request that the text is about. */
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
      if (!made.files.length) return [emptyState("Nothing is generated", "No target makes a file of this policy.")];
      const view = h("div");
      const draw = () => {
        const file = made.files.find((f) => f.path === chosen) ?? made.files[0];
        fill(view, h("div", { class: "row" }, h("h3", { class: "grow" }, h("code", null, file.path)), badge(doc.disk ? { create: "not on the disk", update: "stale on the disk", unchanged: "as on the disk" }[file.state] : file.target, doc.disk ? file.state : ""), h("button", { type: "button", onclick: (e) => copy(file.text, e.currentTarget) }, "Copy")),
          file.diff && doc.disk ? h("details", { open: true }, h("summary", null, "Difference to the disk"), diffBlock(file.diff, "Difference to the disk")) : null, codeBlock(file.text, file.path));
      };
      draw();
      const list = h("ul", { class: "tree", role: "list" }, made.files.map((f) => h("li", null, h("button", { type: "button", "aria-current": String(f.path === (chosen || made.files[0].path)), onclick: (e) => { chosen = f.path; for (const b of list.querySelectorAll("button")) b.setAttribute("aria-current", "false"); e.currentTarget.setAttribute("aria-current", "true"); draw(); } }, f.path))));
      return [h("details", { open: true }, h("summary", null, `${made.files.length} files`), h("div", { class: "treebox", tabindex: "0", role: "region", "aria-label": "Generated files" }, list)), view];
    });
  }

  /** @param {HTMLElement} panel */
  function drawTests(panel) {
    later_(panel, async () => {
      const all = await api("test", { ...overlay(), coverage: true, allow_invalid: lenient });
      if (!all.tests.length) return [emptyState("No tests", "Decide a request and copy it as a test.")];
      return [h("p", { class: "row" }, badge(`${all.summary.passed} passed`, all.summary.passed ? "passed" : ""), badge(`${all.summary.failed} failed`, all.summary.failed ? "failed" : ""), all.coverage ? badge(`${all.coverage.covered} of ${all.coverage.entries} entries covered`) : null),
        h("ul", { class: "list", role: "list" }, all.tests.slice().sort((a, b) => a.status < b.status ? -1 : 1).map((t) => h("li", { class: t.status }, h("p", { class: "msg row" }, badge(t.status, t.status), visible(t.name)), t.differences.map((d) => h("p", { class: "small" }, h("code", null, d.field), " is ", h("code", null, visible(JSON.stringify(d.actual))), ", expected ", h("code", null, visible(JSON.stringify(d.expected))))), placeLink(t.source))))];
    });
  }

  // MARK: saving and sharing

  async function saveFile() {
    if (!doc.id) return fill(notice, h("div", { class: "notice" }, "Only files of this workspace are saved; copy the text instead."));
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
      if (report?.diagnostics.some((d) => d.rule === "client-secret-in-policy") || doc.readOnly) throw new Error("The text holds a secret: it does not go into a link.");
      const packed = await pack({ name: doc.path, text: editor.text });
      await copy(`${location.origin}/#/playground?s=${packed}`, share);
      main.dataset.link = `#/playground?s=${packed}`;
      fill(notice, h("div", { class: "notice info" }, `Link copied (${Math.ceil(packed.length / 1024)} KiB). The text is in the address itself; who opens it needs linkpolicy serve of their own.`));
    } catch (error) { fill(notice, failure(error)); }
  }

  function markdown() {
    const lines = own().map((d) => `- **${d.severity}** line ${d.range.start.line}: ${d.message} (\`${d.rule}\`)`);
    return `### ${doc.path}\n\n${lines.join("\n") || "No findings."}\n${lastDiff ? `\n${diffMarkdown(lastDiff)}\n` : ""}`;
  }

  /** Somebody else wrote the file: what is typed stays. */
  async function changedOnDisk() {
    let file;
    try { file = await api(`files/${doc.id}`); } catch { return; }
    if (isClosed || file.digest === doc.digest) return;
    if (!isDirty()) {
      const line = editor.lineOf(editor.area.selectionStart) + 1;
      return take({ ...doc, base: file.text, digest: file.digest, readOnly: file.read_only }, file.text, line);
    }
    const box = h("div");
    fill(notice, h("div", { class: "notice" }, h("span", { class: "grow" }, h("strong", null, doc.path), " has changed on the disk. What you typed is untouched."),
      h("button", { type: "button", onclick: () => fill(box, diffBlock(lineDiff(file.text, editor.text), "The disk against the editor")) }, "Show difference"),
      h("button", { type: "button", onclick: () => { doc.base = file.text; doc.digest = file.digest; fill(notice); drawTab(); } }, "Keep mine"),
      h("button", { type: "button", onclick: () => { take({ ...doc, base: file.text, digest: file.digest }, file.text); fill(notice); } }, "Take the disk's")), box);
  }

  async function begin() {
    const packed = query.get("s"), file = query.get("file"), rule = query.get("rule");
    const files = await listFiles();
    if (packed) {
      const state = await unpack(packed);
      take({ path: /^[\w./ -]{1,80}$/.test(state.name) && !state.name.includes("..") ? state.name.replace(/^\/+/, "") : "shared.yaml", base: state.text, digest: "", id: "", disk: false, readOnly: false }, state.text);
    } else if (rule) {
      const found = (await cached(`rules/${rule}`)).rules[0];
      const text = query.get("side") === "right" ? found.right : found.wrong;
      take({ path: { appleAppSiteAssociation: "apple-app-site-association", assetLinks: "assetlinks.json" }[found.example_kind] ?? "playground.yaml", base: text, digest: "", id: "", disk: false, readOnly: false }, text);
    } else {
      const wanted = files.find((f) => f.path === file) ?? (file ? null : files.find((f) => f.kind === "policy" && !/tests?\//.test(f.path)));
      await open(wanted ? `file:${wanted.id}` : "sample:acme-cli.yaml", Number(query.get("line") ?? 0));
      if (query.has("line")) editor.area.focus({ preventScroll: true });
    }
    await listFiles();
  }
  show("Findings");
  begin().catch((error) => fill(notice, failure(error)));
  explain(0);
  /** Another place of the same text: nothing is opened anew. @param {URLSearchParams} to */
  function move(to) {
    if (to.get("file") !== doc.path || !doc.id || !to.has("line")) return false;
    editor.goTo(Number(to.get("line")));
    return true;
  }
  return { isDirty, move, leave: () => { isClosed = true; editor.close(); }, refresh: () => { if (doc.id) changedOnDisk(); listFiles(); if (doc.disk) check(); } };
}

"""####),
WebAsset(path: "/pages/replay.js", text: ####"""
// @ts-check
import { h, fill, announce, badge, errorsFirst, failure, pageHead, markdownButton } from "../lib/dom.js";
import { cached, upload } from "../lib/api.js";
import { placeLink, visible } from "../lib/text.js";
import { bars, requestView } from "../lib/views.js";

/** @param {import("../app.js").Place} place */
export function replay({ main }) {
  let summary = null;
  /** @type {Blob | null} */
  let log = null;
  let name = "";
  const result = h("div");
  const file = h("input", { type: "file", id: "log", onchange: () => { if (file.files?.[0]) take(file.files[0], file.files[0].name); } });
  const text = h("textarea", { class: "code", rows: 5, spellcheck: "false", placeholder: '{"client_id":"acme-cli-prod","redirect_uri":"http://127.0.0.1:8080/callback"}', oninput: () => { log = null; name = ""; } });
  const against = h("input", { type: "text", spellcheck: "false", placeholder: "HEAD" });
  const chosen = h("p", { class: "small muted", "aria-live": "polite" });
  const start = h("button", { class: "primary" }, "Replay");
  /** @type {AbortController | null} */
  let running = null;
  const drop = h("div", { class: "drop", ondragover: (/** @type {Event} */ e) => { e.preventDefault(); drop.classList.add("over"); }, ondragleave: () => drop.classList.remove("over"), ondrop: (e) => { e.preventDefault(); drop.classList.remove("over"); const f = e.dataTransfer?.files[0]; if (f) take(f, f.name); } },
    h("p", null, h("label", { for: "log" }, "Drop a log here, one request as JSON on each line, or choose a file (to 256 MiB)")), file, chosen);
  fill(main, pageHead("Replay", "Recorded requests put to the policies, counted. The log stays on this machine; samples are redacted.", markdownButton(markdown)),
    h("div", { class: "stack" }, h("form", { class: "card stack", onsubmit: (/** @type {Event} */ e) => { e.preventDefault(); run(); } }, drop, h("label", { class: "field" }, "Or paste some lines", text), h("div", { class: "row" }, h("label", { class: "field grow" }, "Compare with a revision of git (may be empty)", against), start)), result));

  /** Something to look at on arrival: the sign-ins of the policies as a log. */
  async function example() {
    const { flows } = await cached("flow", { allow_invalid: true });
    const lines = flows.flatMap((f) => f.steps.filter((s) => s.request?.kind === "authorize" && s.request.url).map((s) => {
      const query = new URLSearchParams(s.request.url.slice(s.request.url.indexOf("?") + 1));
      return JSON.stringify({ environment: f.environment, client_id: query.get("client_id"), redirect_uri: query.get("redirect_uri"), scope: query.get("scope") ?? undefined });
    }));
    if (!lines.length || text.value || log) return;
    text.value = lines.slice(0, 60).join("\n") + "\n";
    chosen.textContent = "Below are the sign-ins that the policies promise, as an example.";
    run();
  }
  example().catch(() => {});

  /** @param {Blob} blob @param {string} title */
  function take(blob, title) { log = blob; name = title; chosen.textContent = `${title}, ${blob.size.toLocaleString("en")} bytes`; run(); }

  async function run() {
    const body = log ?? new Blob([text.value]);
    if (!body.size) return fill(result, h("div", { class: "notice" }, "There are no requests yet."));
    running?.abort();
    const mine = running = new AbortController();
    const bar = h("progress", { max: body.size, value: 0, "aria-label": "How much of the log is counted" }), words = h("p", { class: "small muted" });
    const stop = h("button", { type: "button", onclick: () => { mine.abort(); start.focus(); } }, "Cancel");
    let quarter = 0;
    const tell = (/** @type {number} */ sent) => {
      bar.value = sent;
      words.textContent = sent < body.size ? `${size(sent)} of ${size(body.size)}` : "All of it is sent; the last lines are being counted.";
      const now = Math.floor(4 * sent / body.size);
      if (now > quarter && now < 4) announce(`${now * 25} percent`, 0);
      quarter = now;
    };
    tell(0);
    summary = null;
    fill(result, h("section", { class: "card" }, h("div", { class: "row" }, h("h2", { class: "grow" }, "Replaying ", name || "the lines"), stop), bar, words));
    try {
      const events = await upload(`replay${against.value.trim() ? `?against=${encodeURIComponent(against.value.trim())}` : ""}`, body, mine.signal, tell);
      if (mine !== running) return;
      if (events === null) { announce("Cancelled", 0); return fill(result, h("div", { class: "notice info" }, `Cancelled after ${size(bar.value)} of ${size(body.size)}. Nothing of it was kept.`)); }
      const last = String(events).trim().split("\n\n").pop() ?? "";
      const data = JSON.parse(last.slice(last.indexOf("data: ") + 6));
      if (data.error?.code === "policies-have-errors") return fill(result, h("div", { class: "card" }, errorsFirst()));
      if (data.error) throw new Error(data.error.message);
      summary = data;
      draw();
      announce(`${data.lines} requests: ${data.allow} allow, ${data.deny} deny, ${data.ignore} ignore`);
    } catch (error) { if (mine === running) fill(result, failure(error)); }
  }

  const size = (/** @type {number} */ bytes) => bytes < 1e5 ? `${bytes.toLocaleString("en")} bytes` : `${(bytes / 1e6).toFixed(1)} MB`;

  function draw() {
    const s = summary;
    const flips = Object.entries(s.flips).map(([k, v]) => /** @type {[string, number, string]} */ ([k, typeof v === "number" ? v : Number(/** @type {any} */ (v)?.count ?? 0), "update"]));
    const tone = (/** @type {string} */ reason) => s.samples.find((x) => x.reason === reason)?.class ?? "neutral";
    /** @type {any} */
    const download = h("a", { class: "button", download: "summary.json", href: URL.createObjectURL(new Blob([JSON.stringify(s) + "\n"], { type: "application/json" })) }, "Save the summary");
    fill(result, h("div", { class: "stack" },
      h("section", { class: "card" }, h("div", { class: "row" }, h("h2", { class: "grow" }, `${s.lines.toLocaleString("en")} requests`), download), h("p", { class: "row" }, badge(`${s.allow} allow`, s.allow ? "allow" : ""), badge(`${s.deny} deny`, s.deny ? "deny" : ""), badge(`${s.ignore} ignore`, s.ignore ? "ignore" : ""), badge(`${s.malformed} unreadable`, s.malformed ? "warning" : ""))),
      flips.length ? h("section", { class: "card" }, h("h2", null, "Decided differently before"), bars(flips.sort((a, b) => b[1] - a[1]), "Flips")) : null,
      h("section", { class: "card" }, h("h2", null, "Reasons"), bars(Object.entries(s.reasons).map(([k, v]) => /** @type {[string, number, string]} */ ([k, Number(v), tone(k)])).sort((a, b) => b[1] - a[1]), "Reasons")),
      h("section", { class: "card" }, h("h2", null, "Clients"), bars(Object.entries(s.clients).map(([k, v]) => /** @type {[string, number, string]} */ ([k, /** @type {any} */ (v).allow + /** @type {any} */ (v).deny + /** @type {any} */ (v).ignore, /** @type {any} */ (v).deny ? "warning" : "allow"])).filter(([, n]) => n).sort((a, b) => b[1] - a[1]).slice(0, 30), "Clients")),
      h("section", { class: "card flush" }, h("h2", { class: "bar" }, "Samples"), h("ul", { class: "list", role: "list" }, s.samples.map((x) => h("li", null, h("div", { class: "row" }, badge(x.class, x.class), h("code", null, x.reason), x.new?.source ? placeLink(x.new.source) : null, x.old ? h("span", { class: "small muted" }, `before: ${visible(x.old.decision)} (${visible(x.old.reason)})`) : null), h("details", null, h("summary", null, "Request"), requestView(x.request))))))));
  }

  function markdown() { return summary ? `### ${name || "Replay"}: ${summary.lines} requests\n\n${summary.allow} allow, ${summary.deny} deny, ${summary.ignore} ignore\n\n${Object.entries(summary.reasons).map(([k, v]) => `- \`${k}\` ${v}`).join("\n")}\n` : ""; }
  return { leave: () => running?.abort() };
}

"""####),
WebAsset(path: "/pages/rules.js", text: ####"""
// @ts-check
import { h, fill, severityMark, badge, failure, pageHead, markdownButton, emptyState } from "../lib/dom.js";
import { cached } from "../lib/api.js";
import { codeBlock, prose } from "../lib/text.js";

/** @param {import("../app.js").Place} place */
export function rules({ main, query }) {
  const list = h("nav", { class: "card flush rulelist", "aria-label": "Rules", tabindex: "0" }), view = h("article", { class: "card" });
  const search = h("input", { type: "search", placeholder: "Search rules", "aria-label": "Search rules", oninput: () => draw() });
  const wanted = query.get("id") ?? "";
  /** @type {any[]} */
  let all = [];
  let current = null;
  fill(main, pageHead("Rules", "What is reported, why, and what is right instead. All of it is here without a network.", markdownButton(() => current ? `### ${current.id}\n\n${current.summary}\n\n${current.why}\n\nWrong:\n\n\`\`\`yaml\n${current.wrong}\n\`\`\`\n\nRight:\n\n\`\`\`yaml\n${current.right}\n\`\`\`\n` : "")),
    h("div", { class: "ruleview" }, h("div", { class: "stack" }, search, list), view));

  function draw() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = all.filter((r) => words.every((w) => `${r.id} ${r.aliases.join(" ")} ${r.summary} ${r.category}`.toLowerCase().includes(w)));
    const categories = [...new Set(found.map((r) => r.category))];
    fill(list, found.length ? categories.map((c) => [h("h2", null, c), found.filter((r) => r.category === c).map((r) => h("a", { href: `#/rules?id=${r.id}`, "aria-current": String(r.id === current?.id) }, r.id, h("span", null, r.summary)))]) : emptyState("No rule", "None has all of these words."));
  }

  /** @param {string} id */
  async function show(id) {
    const found = (await cached(`rules/${id}`)).rules;
    current = found[0];
    fill(view, found.map((r) => [
      h("h2", null, h("code", null, r.id)), h("p", { class: "row" }, severityMark(r.severity), badge(r.category), r.fixable ? badge("has a fix", "passed") : null),
      h("p", { class: "msg" }, prose(r.summary)), h("p", null, prose(r.why)),
      r.aliases.length ? h("p", { class: "small muted" }, "also known as ", r.aliases.join(", ")) : null,
      example("Wrong", r, "wrong"), example("Right", r, "right"),
      r.references.length ? [h("h3", null, "References"), h("ul", null, r.references.map((/** @type {string} */ t) => h("li", { class: "small" }, t)))] : null]));
    draw();
    list.querySelector("[aria-current=true]")?.scrollIntoView({ block: "nearest" });
  }

  /** @param {string} title @param {any} rule @param {"wrong" | "right"} side */
  const example = (title, rule, side) => [h("div", { class: "row" }, h("h3", { class: "grow" }, title), ["policy", "appleAppSiteAssociation", "assetLinks"].includes(rule.example_kind) ? h("a", { class: "button", href: `#/playground?rule=${rule.id}&side=${side}` }, "Open in playground") : null), codeBlock(rule[side], `${title} example`)];

  cached("rules").then((answer) => { all = answer.rules; search.placeholder = `Search ${all.length} rules`; draw(); return show(wanted || all[0].id); }).catch((error) => fill(view, failure(error)));
}

"""####),
WebAsset(path: "/pages/who.js", text: ####"""
// @ts-check
import { h, fill, badge, failure, pageHead, markdownButton, emptyState, errorsFirst, outcomeMark } from "../lib/dom.js";
import { api, cached, ApiError } from "../lib/api.js";
import { placeLink, prose, visible } from "../lib/text.js";

/** @param {import("../app.js").Place} place */
export function who({ main, query }) {
  /** @type {any[]} */
  let entries = [];
  let word = "", lenient = false;
  const answer = h("div"), table = h("div");
  const input = h("input", { type: "text", id: "uri", spellcheck: "false", autocomplete: "off", placeholder: "https://app.example/callback", value: query.get("uri") ?? "" });
  const filter = h("input", { type: "search", oninput: () => { word = filter.value.toLowerCase(); draw(); } });
  fill(main, pageHead("Who may go where", "Every address that lets somebody in, by client and environment.", markdownButton(markdown)),
    h("div", { class: "stack" },
      h("form", { class: "card row", onsubmit: (/** @type {Event} */ e) => { e.preventDefault(); ask(); } }, h("label", { class: "field grow" }, "Who accepts this address?", input), h("button", { class: "primary" }, "Ask")),
      answer, h("section", { class: "card flush" }, h("div", { class: "bar" }, h("h2", { class: "grow" }, "All addresses"), h("label", { class: "field" }, h("span", { class: "hidden" }, "Filter the table"), filter)), table)));
  filter.placeholder = "Filter";

  async function ask() {
    if (!input.value.trim()) return fill(answer);
    try {
      const found = await api("who-allows", { uri: input.value.trim(), allow_invalid: lenient });
      fill(answer, h("section", { class: "card" }, h("h2", null, found.receives_codes ? "Receives codes or tokens" : "Receives no codes or tokens"),
        found.matches.length ? h("ul", { class: "steps" }, found.matches.map((m) => h("li", { class: "pass" }, outcomeMark("pass"), h("strong", null, visible(m.client ?? m.policy)), " ", badge(m.environment), " ", h("code", null, m.place), " ", h("span", { class: "muted" }, `${m.match} · ${m.purpose}`), h("div", { class: "small" }, placeLink(m.source))))) : null,
        found.nearest.length ? [h("h3", null, "Closest entries"), h("ul", { class: "steps" }, found.nearest.map((n) => h("li", { class: "note" }, outcomeMark("note"), h("code", null, visible(n.value)), " ", badge(n.environment), h("div", { class: "small" }, visible(n.client ?? n.policy), " · ", prose(n.difference), " · ", placeLink(n.source)))))] : null));
    } catch (error) { fill(answer, invalid(error)); }
  }

  const invalid = (error) => error instanceof ApiError && error.code === "policies-have-errors" ? h("div", { class: "card" }, errorsFirst(() => { lenient = true; ask(); })) : failure(error);

  function rows() {
    /** @type {Map<string, {policy: string, name: string, kind: string, prod: any[], sandbox: any[]}>} */
    const map = new Map();
    for (const e of entries) {
      if (word && !`${e.policy} ${e.client ?? ""} ${e.value} ${e.place}`.toLowerCase().includes(word)) continue;
      const name = e.client ?? e.place.split(".")[0];
      const key = `${e.policy}\n${name}`;
      let row = map.get(key);
      if (!row) map.set(key, row = { policy: e.policy, name, kind: e.client ? "client" : "provider", prod: [], sandbox: [] });
      row[/** @type {"prod" | "sandbox"} */ (e.environment)].push(e);
    }
    return [...map.values()];
  }

  function draw() {
    const all = rows();
    if (!all.length) return void fill(table, emptyState("Nothing here", entries.length ? "No address matches the filter." : "The policies let nobody in."));
    fill(table, h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Addresses by client and environment" }, h("table", { class: "matrix", "aria-label": "Addresses by client and environment" },
      h("thead", null, h("tr", null, h("th", { scope: "col" }, "Client"), h("th", { scope: "col" }, "prod"), h("th", { scope: "col" }, "sandbox"))),
      h("tbody", null, all.slice(0, 500).map((row) => h("tr", null, h("th", { scope: "row" }, visible(row.name), h("div", { class: "small muted" }, visible(row.policy))), h("td", null, cell(row.prod)), h("td", null, cell(row.sandbox))))))), all.length > 500 ? h("p", { class: "panel muted" }, `and ${all.length - 500} more: filter them`) : null);
  }

  /** @param {any[]} list */
  const cell = (list) => list.length ? h("ul", { class: "plain", role: "list" }, list.slice(0, 40).map((e) => h("li", { class: "addr" }, e.source ? placeLinkCode(e) : h("code", null, visible(e.value)), h("span", { class: "where" }, e.place, e.form === "exact" ? "" : ` · ${e.form}`))), list.length > 40 ? h("li", { class: "small muted" }, `and ${list.length - 40} more`) : null) : h("span", { class: "muted" }, "—");

  const placeLinkCode = (e) => h("a", { href: `#/playground?file=${encodeURIComponent(e.source.file)}&line=${e.source.line}` }, h("code", null, visible(e.value)));

  function markdown() {
    return `| client | prod | sandbox |\n|---|---|---|\n${rows().map((r) => `| ${r.name} (${r.policy}) | ${[r.prod, r.sandbox].map((l) => l.map((e) => `\`${e.value}\``).join("<br>") || "—").join(" | ")} |`).join("\n")}\n`;
  }

  const load = () => cached("addresses", {}).then((all) => { entries = all.addresses; draw(); }, (error) => fill(table, invalid(error)));
  fill(table, h("p", { class: "panel muted" }, "Reading…"));
  load();
  if (input.value) ask();
  return { refresh: () => { load(); if (input.value) ask(); } };
}

"""####),
WebAsset(path: "/style.css", text: ####"""
:root {
  color-scheme: light dark;
  --bg: light-dark(#f5f6f9, #0e1116); --surface: light-dark(#fff, #161a21); --raised: light-dark(#fff, #1c212a); --sunk: light-dark(#eef0f5, #11151b); --ink: light-dark(#14171d, #e7eaf0); --muted: light-dark(#566070, #a3adbc); --line: light-dark(#dbe0e8, #2a313c);
  --strong: light-dark(#8a94a5, #6d7889); --accent: light-dark(#3b4fd1, #9dabff); --accent-ink: light-dark(#fff, #10142c); --accent-soft: light-dark(#e8ebfd, #232a4d); --accent-text: light-dark(#2f41b8, #b4bfff);
  --good: light-dark(#0f6b3a, #63d394); --good-soft: light-dark(#e1f4e9, #14301f); --warn: light-dark(#855000, #f2b960); --warn-soft: light-dark(#fdf0d9, #36280f); --bad: light-dark(#b0231b, #ff938a); --bad-soft: light-dark(#fde8e6, #3c1a18);
  --note: light-dark(#2d5b8c, #93bff4); --note-soft: light-dark(#e4eefa, #172a40);
  --key: light-dark(#2f41b8, #aab6ff); --string: light-dark(#0f6b3a, #7fd8a6); --comment: light-dark(#626c7b, #8d98a8); --number: light-dark(#8a3f00, #f3b27a); --mark: light-dark(#7a2d8f, #dba5ea);
  --shadow: 0 1px 2px light-dark(rgb(20 23 29 / .06), rgb(0 0 0 / .4)), 0 4px 18px light-dark(rgb(20 23 29 / .05), rgb(0 0 0 / .25));
  --mono: ui-monospace, "SF Mono", "Cascadia Code", "JetBrains Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif;
  --line-height: 21px;
}
:root[data-theme=light] { color-scheme: light; }
:root[data-theme=dark] { color-scheme: dark; }
* { box-sizing: border-box; }
fieldset { border: 0; margin: 0; padding: 0; min-width: 0; }
html { scroll-padding: 72px 0; }
body { margin: 0; background: var(--bg); color: var(--ink); font: 15px/1.55 var(--sans); -webkit-text-size-adjust: 100%; }
h1 { font-size: 26px; line-height: 1.2; margin: 0; letter-spacing: -.015em; font-weight: 680; }
h2 { font-size: 17px; line-height: 1.3; margin: 0 0 10px; letter-spacing: -.005em; font-weight: 650; }
h3 { font-size: 15px; margin: 0 0 6px; font-weight: 650; }
p { margin: 0 0 10px; max-width: 76ch; overflow-wrap: anywhere; }
a { color: var(--accent-text); text-underline-offset: 2px; text-decoration-thickness: 1px; }
a:hover { text-decoration-thickness: 2px; }
code, pre, .mono { font-family: var(--mono); font-size: 13px; }
code { overflow-wrap: anywhere; unicode-bidi: isolate; }
pre { margin: 0; white-space: pre; overflow-x: auto; tab-size: 2; line-height: 1.6; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
main:focus, h1:focus { outline: none; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: 8px; top: -60px; background: var(--accent); color: var(--accent-ink); padding: 10px 14px; border-radius: 8px; z-index: 20; }
.skip:focus { top: 8px; }
.muted { color: var(--muted); }
.small { font-size: 13px; }
#app { display: grid; grid-template-columns: 228px minmax(0, 1fr); min-height: 100vh; }
.side { background: var(--surface); border-right: 1px solid var(--line); padding: 18px 12px; position: sticky; top: 0; height: 100vh; overflow-y: auto; display: flex; flex-direction: column; gap: 14px; }
.brand { display: flex; gap: 10px; align-items: center; padding: 0 8px; font-weight: 700; font-size: 16px; letter-spacing: -.01em; }
.brand svg { width: 26px; height: 26px; flex: none; }
.side nav ul { list-style: none; margin: 0; padding: 0; display: flex; flex-direction: column; gap: 2px; }
.side nav a { display: flex; align-items: center; gap: 10px; padding: 7px 10px; border-radius: 8px; color: var(--ink); text-decoration: none; font-weight: 500; font-size: 14.5px; min-height: 36px; white-space: nowrap; }
.side nav a:hover { background: var(--sunk); }
.side nav a[aria-current=page] { background: var(--accent-soft); color: var(--accent-text); font-weight: 650; }
.side nav svg { width: 18px; height: 18px; flex: none; stroke: currentColor; fill: none; stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round; }
.side footer { margin-top: auto; padding: 0 8px; font-size: 12.5px; color: var(--muted); display: flex; flex-direction: column; gap: 8px; }
.body { min-width: 0; }
main { padding: 26px 32px 64px; max-width: 1440px; }
.head { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 16px; margin-bottom: 20px; }
.head > div:first-child { flex: 1 1 320px; }
.head p { margin: 4px 0 0; color: var(--muted); }
.row { display: flex; flex-wrap: wrap; gap: 8px 12px; align-items: center; }
.grow { flex: 1 1 220px; min-width: 0; }
.stack { display: flex; flex-direction: column; gap: 14px; min-width: 0; }
.stack > * { min-width: 0; }
.stack > p { margin-bottom: 0; }
.filters .grow { flex-basis: 140px; }
.middle { text-align: center; margin-inline: auto; }
progress { width: 100%; height: 12px; accent-color: var(--accent); display: block; margin: 4px 0 8px; }
.grid { display: grid; gap: 16px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 300px), 1fr)); }
.two { display: grid; gap: 16px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 420px), 1fr)); align-items: start; }
.two > * { min-width: 0; }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 12px; padding: 16px 18px; box-shadow: var(--shadow); min-width: 0; }
.card > :last-child { margin-bottom: 0; }
.card.flush { padding: 0; overflow: hidden; }
.grid.four { grid-template-columns: repeat(auto-fit, minmax(min(100%, 225px), 1fr)); }
.grid.four .meter { margin: 8px 0 10px; }
h2 code { font-size: 15px; }
h2.bar { margin: 0; padding: 10px 16px; }
.card.flush > .bar { padding-inline: 16px; } .card.flush .bar h2 { margin: 0; }
.card.flush th:first-child, .card.flush td:first-child { padding-left: 16px; }
.big { font-size: 30px; font-weight: 680; letter-spacing: -.02em; line-height: 1.15; font-variant-numeric: tabular-nums; }
.empty { padding: 34px 18px; text-align: center; color: var(--muted); }
.empty p { margin-inline: auto; }
button, .button, select, input, textarea { font: inherit; color: inherit; }
button, .button { display: inline-flex; align-items: center; gap: 6px; min-height: 34px; padding: 5px 12px; border-radius: 8px; border: 1px solid var(--strong); background: var(--surface); color: var(--ink); cursor: pointer; text-decoration: none; font-weight: 550; font-size: 14px; }
button:hover, .button:hover { background: var(--sunk); }
button.primary { background: var(--accent); border-color: var(--accent); color: var(--accent-ink); }
button.primary:hover { filter: brightness(1.08); }
button.quiet { border-color: transparent; background: transparent; color: var(--accent-text); padding-inline: 8px; }
button.quiet:hover { background: var(--accent-soft); }
button:disabled { opacity: .55; cursor: default; }
label.field { display: flex; flex-direction: column; gap: 4px; font-size: 13px; font-weight: 600; min-width: 0; }
label.field .hint { font-weight: 400; font-size: 12.5px; color: var(--muted); }
input[type=file] { max-width: 100%; min-height: 30px; }
label.check { display: inline-flex; gap: 6px; align-items: center; min-height: 28px; font-size: 14px; }
input[type=checkbox] { width: 18px; height: 18px; accent-color: var(--accent); margin: 0; }
input:not([type=checkbox]):not([type=file]), select, textarea { background: var(--surface); border: 1px solid var(--strong); border-radius: 8px; padding: 6px 10px; min-height: 36px; width: 100%; min-width: 0; font-weight: 400; font-size: 14px; }
select { text-overflow: ellipsis; }
textarea.code { font-family: var(--mono); font-size: 13px; line-height: 1.55; resize: vertical; }
::placeholder { color: var(--muted); opacity: 1; }
.badge { display: inline-flex; align-items: center; gap: 5px; padding: 1px 8px; border-radius: 99px; font-size: 12.5px; font-weight: 650; white-space: nowrap; background: var(--sunk); color: var(--muted); }
.badge svg, .sev svg { width: 12px; height: 12px; flex: none; fill: currentColor; }
.error, .deny, .breaks, .failed, .widening, .fail { --tone: var(--bad); --tone-soft: var(--bad-soft); }
.warning, .inferred, .update { --tone: var(--warn); --tone-soft: var(--warn-soft); }
.noted, .ignore, .neutral, .create, .note { --tone: var(--note); --tone-soft: var(--note-soft); }
.allow, .completes, .passed, .narrowing, .pass, .unchanged { --tone: var(--good); --tone-soft: var(--good-soft); }
.badge[class*=" "] { background: var(--tone-soft, var(--sunk)); color: var(--tone, var(--muted)); }
.sev { display: inline-flex; gap: 6px; align-items: center; color: var(--tone); font-weight: 650; font-size: 13.5px; }
.plain { list-style: none; margin: 0; padding: 0; }
.kindline { margin-bottom: 8px; }
form.row, .card.row { align-items: end; }
.card.sides { align-items: start; }
.card.sides > button { margin-top: 23px; }
.card.row > .check, .card.row > fieldset { align-self: center; }
li > .meta { margin-bottom: 6px; }
.row > a:not(.button), .meta a { display: inline-flex; align-items: center; min-height: 24px; }
.list { list-style: none; margin: 0; padding: 0; }
.list > li { padding: 14px 18px; border-top: 1px solid var(--line); }
.list > li:first-child { border-top: 0; }
.msg { font-size: 15px; font-weight: 560; overflow-wrap: anywhere; margin: 0 0 4px; max-width: none; }
.meta { display: flex; flex-wrap: wrap; gap: 4px 12px; font-size: 13px; color: var(--muted); align-items: center; }
.snippet { background: var(--sunk); border: 1px solid var(--line); border-radius: 8px; margin: 8px 0; overflow-x: auto; font-family: var(--mono); font-size: 12.5px; line-height: 1.65; padding: 6px 0; }
.snippet .ln { display: block; padding: 0 12px 0 0; white-space: pre; width: max-content; min-width: 100%; }
.snippet .no { display: inline-block; width: 4.5ch; text-align: right; margin-right: 14px; color: var(--muted); user-select: none; }
.snippet .hit { background: var(--accent-soft); }
.snippet .add { background: var(--good-soft); } .snippet .del { background: var(--bad-soft); }
.snippet .add .no, .snippet .del .no { color: var(--ink); }
.t-key { color: var(--key); } .t-str { color: var(--string); } .t-com { color: var(--comment); font-style: italic; } .t-num { color: var(--number); } .t-mark { color: var(--mark); }
.w { text-decoration: underline wavy 1.5px; text-underline-offset: 3px; text-decoration-skip-ink: none; }
.w-error { text-decoration-color: var(--bad); } .w-warning { text-decoration-color: var(--warn); } .w-note { text-decoration-color: var(--note); }
.panel .card { box-shadow: none; }
.tabs { display: flex; flex: none; gap: 2px; border-bottom: 1px solid var(--line); overflow-x: auto; padding: 0 8px; background: var(--surface); }
.tabs button { border: 0; background: none; border-radius: 0; border-bottom: 3px solid transparent; padding: 10px 10px 7px; color: var(--muted); white-space: nowrap; }
.tabs button[aria-selected=true] { color: var(--ink); border-bottom-color: var(--accent); font-weight: 650; }
.tabs .badge { padding-inline: 7px; }
.tabs button:focus-visible { outline-offset: -3px; }
.panel { padding: 14px 16px; overflow: auto; flex: 1 1 auto; min-height: 0; }
.panel.flush { padding: 0; }
.play { display: grid; grid-template-columns: minmax(0, var(--split, 54%)) minmax(0, 1fr); gap: 14px; height: max(520px, calc(100vh - 190px)); }
.pane { display: flex; flex-direction: column; min-height: 0; min-width: 0; background: var(--surface); border: 1px solid var(--line); border-radius: 12px; overflow: hidden; box-shadow: var(--shadow); }
.bar { display: flex; flex-wrap: wrap; gap: 6px 8px; align-items: center; padding: 8px 10px; border-bottom: 1px solid var(--line); }
.bar select { width: auto; max-width: 260px; }
.help { gap: 4px 14px; border-bottom: 0; border-top: 1px solid var(--line); padding: 4px 12px; min-height: 0; }
.help button { min-height: 26px; padding: 0 6px; font-size: 13px; }
.foot { border-top: 1px solid var(--line); padding: 7px 12px; font-size: 13px; min-height: 36px; max-height: 150px; overflow: auto; }
.foot p { margin: 0 0 4px; }
.editor { position: relative; flex: 1 1 auto; min-height: 0; overflow: clip; background: var(--surface); --gutter: 52px; font: 13px/21px var(--mono); }
.editor .gutter, .editor .layer { position: absolute; top: 0; font-family: var(--mono); font-size: 13px; line-height: var(--line-height); pointer-events: none; }
.editor .gutter { left: 0; width: var(--gutter); text-align: right; color: var(--muted); background: var(--surface); border-right: 1px solid var(--line); z-index: 2; min-height: 100%; user-select: none; }
.editor .gutter div { padding-right: 10px; height: var(--line-height); position: relative; font-size: 12px; }
.editor .gutter svg { position: absolute; left: 5px; top: 5px; width: 11px; height: 11px; fill: var(--tone); }
.editor .gutter .now { color: var(--ink); font-weight: 650; }
.editor .layer { left: var(--gutter); padding: 0 14px; white-space: pre; min-width: calc(100% - var(--gutter)); }
.editor .layer div { height: var(--line-height); unicode-bidi: isolate-override; direction: ltr; }
.editor textarea { position: absolute; inset: 0 0 0 var(--gutter); width: calc(100% - var(--gutter)); height: 100%; border: 0; border-radius: 0; margin: 0; padding: 0 14px 60px; resize: none; background: transparent; color: transparent; caret-color: var(--ink); font-family: var(--mono); font-size: 13px; line-height: var(--line-height); white-space: pre; overflow: auto; tab-size: 2; outline: none; z-index: 1; letter-spacing: normal; unicode-bidi: isolate-override; direction: ltr; }
.editor textarea::selection { background: color-mix(in srgb, var(--accent) 32%, transparent); }
.editor:focus-within { box-shadow: inset 0 0 0 2px var(--accent); }
.editor.plain textarea { color: var(--ink); } .editor.plain .layer { display: none; }
.pop { position: absolute; z-index: 5; background: var(--raised); border: 1px solid var(--strong); border-radius: 8px; box-shadow: var(--shadow); max-height: 240px; overflow: auto; min-width: min(240px, 100% - 8px); max-width: min(420px, 100% - 8px); width: max-content; margin: 0; padding: 4px; list-style: none; }
.pop li { padding: 4px 8px; border-radius: 5px; display: flex; gap: 12px; justify-content: space-between; min-height: 28px; cursor: pointer; }
.pop li[aria-selected=true] { background: var(--accent); color: var(--accent-ink); }
.pop li code { overflow-wrap: normal; }
.pop li span:last-child { font-size: 12px; opacity: .9; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.steps { list-style: none; margin: 8px 0 0; padding: 0; }
.steps li { position: relative; padding: 0 0 12px 30px; overflow-wrap: anywhere; }
.steps li::before { content: ""; position: absolute; left: 8px; top: 20px; bottom: 0; width: 2px; background: var(--line); }
.steps li:last-child::before { display: none; }
.steps li > svg { position: absolute; left: 0; top: 3px; width: 18px; height: 18px; color: var(--tone); fill: currentColor; }
.steps li.last { background: var(--tone-soft); border-radius: 8px; padding: 8px 10px 8px 38px; margin-left: -8px; }
.steps li.last > svg { left: 8px; top: 11px; }
.steps .nm { font-weight: 600; font-size: 13px; }
.verdict { display: flex; flex-wrap: wrap; gap: 8px 12px; align-items: center; margin-bottom: 8px; }
.verdict b { font-size: 20px; letter-spacing: -.01em; color: var(--tone); display: inline-flex; gap: 8px; align-items: center; }
.verdict svg { width: 22px; height: 22px; fill: currentColor; }
table { border-collapse: collapse; width: 100%; font-size: 14px; }
.scroll { overflow-x: auto; }
th { text-align: left; font-weight: 650; font-size: 13px; color: var(--muted); padding: 8px 12px; border-bottom: 1px solid var(--line); vertical-align: bottom; }
td { padding: 9px 12px; border-top: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
tbody tr:first-child td, tbody tr:first-child th { border-top: 0; }
tbody th { color: var(--ink); font-size: 14px; border-top: 1px solid var(--line); border-bottom: 0; vertical-align: top; }
.matrix { min-width: 760px; table-layout: fixed; }
.matrix th .small { font-weight: 400; }
.matrix th:first-child { width: 18%; }
.matrix code { font-size: 12.5px; }
.addr { display: block; margin: 0 0 8px; }
.addr a { text-decoration: none; } .addr a:hover { text-decoration: underline; }
.addr .where { display: block; font-size: 12px; color: var(--muted); }
dl.kv { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 4px 14px; margin: 8px 0; font-size: 14px; }
dl.kv dt { color: var(--muted); } dl.kv dd { margin: 0; overflow-wrap: anywhere; }
.barchart { display: grid; grid-template-columns: minmax(90px, max-content) minmax(80px, 1fr) max-content; gap: 8px 12px; align-items: center; font-size: 13.5px; }
.barchart svg { width: 100%; height: 14px; display: block; }
.meter { width: 100%; height: 10px; display: block; border-radius: 5px; overflow: hidden; }
.flowpath { width: max-content; display: block; }
.flowpath text { font: 12.5px var(--sans); fill: var(--ink); } .flowpath .lbl { fill: var(--muted); font-size: 11.5px; }
.change { border-left: 4px solid var(--tone); }
.arrow { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; margin: 10px 0; }
.arrow .side-box { flex: 1 1 180px; border: 1px solid var(--line); border-radius: 10px; padding: 8px 12px; background: var(--tone-soft); min-width: 0; overflow-wrap: anywhere; }
.arrow .side-box b { color: var(--tone); display: block; }
.arrow > svg { width: 26px; height: 20px; stroke: var(--muted); fill: none; stroke-width: 2; flex: none; }
.req { background: var(--sunk); border: 1px solid var(--line); border-radius: 8px; padding: 8px 12px; font-size: 13px; overflow-wrap: anywhere; }
.notice { display: flex; flex-wrap: wrap; gap: 8px 14px; align-items: center; background: var(--warn-soft); color: var(--ink); border-left: 4px solid var(--warn); padding: 10px 16px; }
.notice.bad { background: var(--bad-soft); border-color: var(--bad); }
.notice.info { background: var(--note-soft); border-color: var(--note); }
.head + div > .notice, .card .notice, main > .notice, .stack > .notice, .panel > .notice { border-radius: 8px; margin-bottom: 10px; }
.drop { border: 2px dashed var(--strong); border-radius: 12px; padding: 26px; text-align: center; }
.drop p { margin-inline: auto; }
::file-selector-button { font: inherit; font-size: 14px; font-weight: 550; border: 1px solid var(--strong); border-radius: 8px; background: var(--surface); color: var(--ink); padding: 5px 12px; margin-right: 10px; cursor: pointer; }
.drop.over { border-color: var(--accent); background: var(--accent-soft); }
details > summary { cursor: pointer; min-height: 28px; font-weight: 550; font-size: 14px; line-height: 28px; }
.tree { font-family: var(--mono); font-size: 12.5px; list-style: none; margin: 0; padding: 0; }
.treebox { max-height: 190px; overflow: auto; border: 1px solid var(--line); border-radius: 8px; padding: 4px; margin: 6px 0 12px; }
.tree button { width: 100%; justify-content: flex-start; border: 0; border-radius: 6px; font-family: inherit; font-size: inherit; font-weight: 400; text-align: left; overflow-wrap: anywhere; min-height: 30px; }
.tree button[aria-current=true] { background: var(--accent-soft); color: var(--accent-text); font-weight: 650; }
.ruleview { display: grid; grid-template-columns: 340px minmax(0, 1fr); gap: 16px; align-items: start; }
.rulelist { max-height: calc(100vh - 220px); overflow: auto; }
.rulelist a { display: block; padding: 8px 14px; border-top: 1px solid var(--line); text-decoration: none; color: var(--ink); overflow-wrap: anywhere; }
.rulelist a:hover { background: var(--sunk); } .rulelist a[aria-current=true] { background: var(--accent-soft); }
.rulelist a span { display: block; font-size: 12.5px; color: var(--muted); }
.rulelist h2 { padding: 10px 14px 4px; margin: 0; font-size: 12.5px; color: var(--muted); }
@media (max-width: 1000px) { .play { grid-template-columns: minmax(0, 1fr); height: auto; } .play .pane:first-child { height: 62vh; min-height: 380px; } .play .pane:last-child { min-height: 380px; } .ruleview { grid-template-columns: minmax(0, 1fr); } .rulelist { max-height: 300px; } }
@media (max-width: 860px) {
  #app { display: block; }
  .side { position: static; height: auto; padding: 10px 12px 0; border-right: 0; border-bottom: 1px solid var(--line); gap: 6px; }
  .side nav { overflow-x: auto; margin: 0 -12px; padding: 0 8px 6px; }
  .side nav ul { flex-direction: row; } .side nav a { white-space: nowrap; padding: 6px 10px; } .side nav svg { display: none; }
  .side footer { position: absolute; right: 12px; top: 8px; margin: 0; padding: 0; flex-direction: row; } .side footer .more { display: none; } .side footer select { min-height: 30px; padding-block: 3px; }
  main { padding: 16px 14px 48px; } h1 { font-size: 22px; } .card { padding: 14px; } .card.flush { padding: 0; } .list > li { padding: 12px 14px; }
}
@media (max-width: 520px) { .card.row > .field { flex: 1 1 40%; } .card.row > .field:first-child { flex-basis: 100%; } .card.sides > button { margin-top: 0; } .card.sides > .stack > div:empty { display: none; } .help { display: none; } .bar select { max-width: 100%; flex: 1 1 100%; } }
@media (max-width: 420px) { dl.kv { grid-template-columns: minmax(0, 1fr); } dl.kv dt { margin-top: 4px; } .barchart { grid-template-columns: minmax(0, 1fr) max-content; } .barchart svg { grid-column: 1 / -1; grid-row: auto; order: 1; } }
@media (prefers-reduced-motion: no-preference) { button, .side nav a { transition: background .12s; } }
@media (forced-colors: active) {
  .badge, .card { border: 1px solid; } .editor textarea { color: CanvasText; } .editor .layer { display: none; }
  .tabs button { border-bottom-color: Canvas; } .tabs button[aria-selected=true] { border-bottom-color: Highlight; }
  [aria-current=page], [aria-current=true], .snippet .hit, .steps li.last { outline: 2px solid Highlight; outline-offset: -2px; }
  .pop li[aria-selected=true] { forced-color-adjust: none; background: Highlight; color: HighlightText; }
}
@media print { .side, .head button, #banner { display: none; } #app { display: block; } main { max-width: none; padding: 0; } .card { box-shadow: none; break-inside: avoid; } }

"""####),
WebAsset(path: "/examples/acme-cli.yaml", text: ####"""
# yaml-language-server: $schema=../Schemas/policy.schema.json
#
# A command-line tool: a native client (RFC 8252). It has no secret, since whoever has the program has
# the secret, so PKCE proves that the one who asked for the code is the one who redeems it.
linkpolicy: 1
name: acme-cli
description: acme, the command-line tool
owner: developer-tools@acme.example

authorization_server:
  issuer: { prod: https://auth.acme.example, sandbox: https://auth.sandbox.acme.example }
  endpoints:
    authorization: { prod: https://auth.acme.example/authorize, sandbox: https://auth.sandbox.acme.example/authorize }
    token: { prod: https://auth.acme.example/token, sandbox: https://auth.sandbox.acme.example/token }
  code_lifetime: 60

clients:
  acme-cli:
    provider: generic
    type: native
    client_id: { prod: acme-cli-prod, sandbox: acme-cli-sandbox }
    redirect_uris:
      prod:
        # The tool listens on a port that the system gives it: any port matches these two, and nothing
        # else about them is flexible. Some machines have only one of the two addresses.
        - http://127.0.0.1/callback
        - "http://[::1]/callback" # quoted: square brackets are a list in YAML
        # The desktop companion registers a scheme of its own: our domain reversed, one slash.
        - com.acme.cli:/callback
      sandbox:
        - http://127.0.0.1/callback
        - "http://[::1]/callback"
        - com.acme.cli.sandbox:/callback
    scopes: [devices, offline]
    # pkce: required is the default for native clients.

tests:
  - name: any port of the loopback address is fine
    request:
      kind: authorize
      query: "client_id=acme-cli-prod&redirect_uri=http%3A%2F%2F127.0.0.1%3A51234%2Fcallback&state=s&response_type=code&scope=devices&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"
    expect: { decision: allow, reason: loopback-port }
  - name: so it is for IPv6
    request:
      kind: authorize
      query: "client_id=acme-cli-prod&redirect_uri=http%3A%2F%2F%5B%3A%3A1%5D%3A8080%2Fcallback&state=s&response_type=code&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"
    expect: { decision: allow, reason: loopback-port }
  - name: localhost is another name and may lead elsewhere
    request:
      kind: authorize
      query: "client_id=acme-cli-prod&redirect_uri=http%3A%2F%2Flocalhost%3A51234%2Fcallback&state=s&response_type=code&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"
    expect: { decision: deny, channel: local_error, reason: redirect-uri-not-registered }
  - name: only the port is flexible, not the path
    request:
      kind: authorize
      query: "client_id=acme-cli-prod&redirect_uri=http%3A%2F%2F127.0.0.1%3A51234%2Fother&state=s&response_type=code&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"
    expect: { decision: deny, channel: local_error, reason: redirect-uri-not-registered }
  - name: without PKCE there is no code
    request:
      kind: authorize
      query: "client_id=acme-cli-prod&redirect_uri=http%3A%2F%2F127.0.0.1%3A51234%2Fcallback&state=s&response_type=code"
    expect: { decision: deny, channel: redirect, error: invalid_request, reason: pkce-missing }
  - name: the companion app is reached by its scheme
    request:
      kind: authorize
      query: "client_id=acme-cli-prod&redirect_uri=com.acme.cli%3A%2Fcallback&state=s&response_type=code&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"
    expect: { decision: allow, reason: allowed }
  - name: the scheme of sandbox is not that of prod
    request:
      kind: authorize
      query: "client_id=acme-cli-prod&redirect_uri=com.acme.cli.sandbox%3A%2Fcallback&state=s&response_type=code&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"
    expect: { decision: deny, reason: redirect-uri-other-environment }

"""####),
WebAsset(path: "/examples/nordic-lights.yaml", text: ####"""
# yaml-language-server: $schema=../Schemas/policy.schema.json
#
# One of two products that share the host links.nordic.example; the other is nordic-locks.yaml.
linkpolicy: 1
name: nordic-lights
description: Nordic Lights, lamps that follow the sun
owner: lights@nordic.example

apps:
  ios:
    platform: ios
    bundle_id: com.nordic.lights
    team_id: N7R4D8C2L5
    app_store_id: "1450926713"
  android:
    platform: android
    package_name: com.nordic.lights
    sha256_cert_fingerprints: # Play App Signing, then the upload key
      - "C2:C3:80:D7:9F:53:05:8F:E0:60:45:68:0A:E9:D1:FA:15:04:47:B1:EB:8F:A8:F4:0B:61:4C:FB:42:9F:42:FE"
      - "DD:19:C8:0B:2C:1F:80:0F:DB:18:79:1D:B3:E3:51:9C:58:A0:C8:43:EF:CE:AE:5B:C5:CE:62:F6:F8:17:D2:19"

domains:
  # The same host stands in nordic-locks.yaml. The files of the host hold the entries of both policies,
  # in the order of the policy names; each product keeps to its own path.
  links.nordic.example:
    environment: prod
    links:
      - apps: [ios, android]
        rules:
          - { path: /lights/admin/*, exclude: true, comment: installers work in the browser }
          - { path: /lights/*, comment: scenes and rooms }
    credentials: [ios, android]
  lights.sandbox.nordic.example:
    environment: sandbox
    links:
      - apps: [ios, android]
        rules:
          - { path: /lights/* }
    credentials: [ios, android]

clients:
  lights-web:
    provider: generic
    type: web
    client_id: { prod: nordic-lights-web, sandbox: nordic-lights-web-sandbox }
    client_secret: { secret: projects/nordic/secrets/lights-web }
    redirect_uris:
      prod: [https://lights.nordic.example/oauth/callback]
      sandbox: [https://lights.sandbox.nordic.example/oauth/callback]
    scopes: [lights.read, lights.control]
    pkce: required
    issuer: { prod: https://id.nordic.example, sandbox: https://id.sandbox.nordic.example }
    endpoints:
      authorization: { prod: https://id.nordic.example/authorize, sandbox: https://id.sandbox.nordic.example/authorize }
      token: { prod: https://id.nordic.example/token, sandbox: https://id.sandbox.nordic.example/token }

tests:
  - name: the web app signs in
    request:
      kind: authorize
      query: "client_id=nordic-lights-web&redirect_uri=https%3A%2F%2Flights.nordic.example%2Foauth%2Fcallback&state=s&scope=lights.read&response_type=code&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"
    expect: { decision: allow, channel: redirect }
  - name: http is another address
    request:
      kind: authorize
      query: "client_id=nordic-lights-web&redirect_uri=http%3A%2F%2Flights.nordic.example%2Foauth%2Fcallback&state=s&response_type=code&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"
    expect: { decision: deny, channel: local_error }
  - name: the sandbox signs in with its own client
    request:
      kind: authorize
      environment: sandbox
      query: "client_id=nordic-lights-web-sandbox&redirect_uri=https%3A%2F%2Flights.sandbox.nordic.example%2Foauth%2Fcallback&state=s&response_type=code&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"
    expect: { decision: allow }

"""####),
]
}
