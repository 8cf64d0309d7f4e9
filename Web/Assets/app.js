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
import { jump, listenToKeys } from "./lib/jump.js";

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
/** The fragment of the current page. */
let shown = "";
let info = /** @type {any} */ ({});

/** The `info` that the navigation was drawn with. @type {any} */
let drawn;

/** @param {string} theme */
function setTheme(theme) {
  if (theme === "system") { localStorage.removeItem("linkpolicy-theme"); delete document.documentElement.dataset.theme; } else { localStorage.setItem("linkpolicy-theme", theme); document.documentElement.dataset.theme = theme; }
}
const stored = localStorage.getItem("linkpolicy-theme");
if (stored === "light" || stored === "dark") document.documentElement.dataset.theme = stored;

function drawSide() {
  const links = document.querySelectorAll("#side nav a");
  // Updates the links in place to keep the focus.
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
    h("button", { type: "button", class: "jumper", "aria-keyshortcuts": "Control+K", onclick: () => jump(places()) }, h("span", null, "Jump to…"), h("kbd", { "aria-hidden": "true" }, "Ctrl K")),
    h("nav", { "aria-label": "Pages" }, h("ul", { role: "list" }, ["playground", "overview", "findings", "who", "decide", "compare", "links", "flow", "replay", "rules"].map(item))),
    h("footer", null, theme, h("span", { class: "more" }, info.version ? `${info.version} · ${info.write ? "may save files" : "reads only"}` : ""), h("span", { class: "more" }, info.root ?? "")));
}

/** The pages, for the jump box. */
const places = () => Object.entries(pages).map(([id, { title }]) => ({ title, kind: "Page", href: `#/${id}` }));

/** Prompts for the URL that `serve` printed. @param {string} [problem] */
function askForToken(problem) {
  page?.leave?.();
  page = undefined;
  const input = h("input", { type: "text", id: "address", autocomplete: "off", spellcheck: "false", "aria-describedby": "address-help" });
  fill(main, h("div", { class: "card" }, h("h1", null, "Paste the URL"),
    h("p", { id: "address-help" }, problem ?? "This page needs the URL that ", h("code", null, "linkpolicy serve"), " printed. It ends with a token that keeps other pages and other users of this machine away from your policies."),
    h("form", { onsubmit: (/** @type {Event} */ e) => {
      e.preventDefault();
      setToken((input.value.match(/[0-9a-f]{32}/) ?? [""])[0]);
      start();
    } }, h("label", { class: "field" }, "URL or token", input), h("p", null), h("button", { class: "primary" }, "Open"))));
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
  if (page?.isDirty?.() && !confirm("Discard unsaved changes?")) return history.replaceState(null, "", shown);
  shown = location.hash;
  page?.leave?.();
  name = next;
  document.title = `${pages[name].title} — linkpolicy`;
  drawSide();
  document.querySelector("nav [aria-current=page]")?.scrollIntoView({ block: "nearest", inline: "center" });
  main.replaceChildren();
  window.scrollTo(0, 0);
  try { page = pages[name].show({ main, query: place, info }); } catch (error) { fill(main, h("h1", { tabindex: "-1" }, pages[name].title), failure(error)); }
  // Screen readers announce the heading, and Tab continues after it.
  // The delay lets live regions of the new page announce themselves first.
  const at = document.activeElement;
  if (!isFirst) setTimeout(() => { if (document.activeElement === at) main.querySelector("h1")?.focus({ preventScroll: true }); }, 100);
}

let isListening = false;
async function start() {
  const hash = location.hash;
  const given = hash.match(/^#(token|code)=([0-9a-f]{32})$/);
  if (given) {
    // Removes the token from the URL and the browser's history.
    history.replaceState(null, "", "/#/playground");
    if (given[1] === "token") setToken(given[2]); else await redeem(given[2]);
  }
  if (!hasToken()) { drawSide(); return askForToken(); }
  try { info = await api("info"); } catch (error) {
    drawSide();
    return askForToken(/** @type {any} */ (error).status === 401 || /** @type {any} */ (error).status === 429 ? "The server was restarted, or this URL belongs to another server. Paste the URL that it printed last." : `The server cannot be reached: ${/** @type {any} */ (error).message}`);
  }
  if (info.write) fill(banner, h("div", { class: "notice" }, "Saving is enabled: Save writes to files in this directory."));
  route();
  if (isListening) return;
  isListening = true;
  listen((event) => {
    if (event === "changed") { forget(); announce("Files changed"); page?.refresh?.(); }
    if (event === "hello") { if (banner.dataset.gone) { delete banner.dataset.gone; notice(); forget(); page?.refresh?.(); } }
    if (event === "bye" || event === "gone") { banner.dataset.gone = "1"; notice("The server stopped. Your changes are still here. Run ", h("code", null, "linkpolicy serve"), " again and open its URL."); }
    if (event === "token") notice("The server was restarted. Open the URL that it printed.");
  });
}

window.addEventListener("hashchange", () => { if (/^#(token|code)=/.test(location.hash)) start(); else if (hasToken() && !/^#(main)$/.test(location.hash)) route(); });
window.addEventListener("beforeunload", (event) => { if (page?.isDirty?.()) event.preventDefault(); });
// On narrow screens, the navigation is a scrolling row. Browsers don't scroll to a focused link that is partly visible.
document.getElementById("side")?.addEventListener("focusin", (event) => /** @type {Element} */ (event.target).scrollIntoView({ block: "nearest", inline: "nearest" }));
listenToKeys(() => hasToken() ? places() : []);
document.getElementById("skip")?.addEventListener("click", (event) => { event.preventDefault(); main.focus(); });
start();
