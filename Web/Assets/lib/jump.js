// @ts-check
// The jump box of Ctrl+K, and the key for search.
import { h, fill } from "./dom.js";
import { cached } from "./api.js";
import { visible } from "./text.js";

const key = "linkpolicy-slash";
/** Users can turn off a shortcut of a single key (WCAG 2.1.4). */
const isSlashOn = () => localStorage.getItem(key) !== "off";

/** @typedef {{title: string, kind: string, href: string}} Target */

/** Everything that the box can open. @param {Target[]} pages @returns {Promise<Target[]>} */
async function targets(pages) {
  const [files, addresses, flows, rules] = await Promise.all([["files"], ["addresses", {}], ["flow", { allow_invalid: true }], ["rules"]].map(([path, body]) => cached(String(path), body).catch(() => ({}))));
  const clients = [...new Set((addresses.addresses ?? []).map((a) => a.client).filter(Boolean))];
  const at = encodeURIComponent;
  return [...pages,
    ...(files.files ?? []).map((f) => ({ title: f.path, kind: "File", href: `#/playground?file=${at(f.path)}` })),
    ...clients.map((c) => ({ title: c, kind: "Client", href: `#/who?q=${at(c)}` })),
    ...(flows.flows ?? []).map((f) => ({ title: f.id, kind: "Sign-in", href: `#/flow?q=${at(f.id)}` })),
    ...(rules.rules ?? []).map((r) => ({ title: r.id, kind: "Rule", href: `#/rules?id=${r.id}` }))];
}

/** Opens the box. @param {Target[]} pages */
export function jump(pages) {
  if (document.querySelector("dialog.jump")) return;
  const before = /** @type {HTMLElement} */ (document.activeElement);
  /** @type {Target[]} */
  let all = pages, shown = [];
  let chosen = 0;
  const list = h("ul", { class: "plain", role: "listbox", id: "jump-list", "aria-label": "Places" });
  const input = h("input", { type: "text", role: "combobox", "aria-expanded": "true", "aria-controls": "jump-list", "aria-autocomplete": "list", "aria-label": "Jump to", placeholder: "Page, file, client, sign-in or rule", autocomplete: "off", spellcheck: "false", oninput: () => draw() });
  const slash = h("input", { type: "checkbox", checked: isSlashOn(), onchange: () => { if (slash.checked) localStorage.removeItem(key); else localStorage.setItem(key, "off"); } });
  const box = h("dialog", { class: "jump", "aria-label": "Jump to" }, input, list, h("p", { class: "row small" }, h("label", { class: "check small" }, slash, h("span", null, h("kbd", null, "/"), " focuses the search field"))));

  function draw() {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const rank = (/** @type {Target} */ t) => t.title.toLowerCase().startsWith(words[0] ?? "") ? 0 : 1;
    shown = all.filter((t) => words.every((w) => `${t.title} ${t.kind}`.toLowerCase().includes(w))).map((t, i) => ({ t, i })).sort((a, b) => rank(a.t) - rank(b.t) || a.i - b.i).slice(0, 40).map(({ t }) => t);
    fill(list, shown.length ? shown.map((t, i) => h("li", { role: "option", id: `jump-${i}`, "aria-selected": "false", onmousedown: (/** @type {Event} */ e) => e.preventDefault(), onclick: () => go(i) }, h("span", null, visible(t.title)), h("span", { class: "muted small" }, t.kind))) : h("li", { class: "muted", role: "option", "aria-disabled": "true", "aria-selected": "false" }, "No results"));
    select(0);
  }

  /** @param {number} index */
  function select(index) {
    if (!shown.length) return input.removeAttribute("aria-activedescendant");
    chosen = (index + shown.length) % shown.length;
    [...list.children].forEach((li, i) => li.setAttribute("aria-selected", String(i === chosen)));
    list.children[chosen].scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", `jump-${chosen}`);
  }

  /** @param {number} index */
  function go(index) {
    const target = shown[index];
    if (!target) return;
    box.close();
    location.hash = target.href;
  }

  box.addEventListener("keydown", (/** @type {KeyboardEvent} */ e) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
    if (step) { e.preventDefault(); select(chosen + step); }
    if (e.key === "Enter" && e.target === input) { e.preventDefault(); go(chosen); }
  });
  box.addEventListener("click", (/** @type {Event} */ e) => { if (e.target === box) box.close(); });
  box.addEventListener("close", () => { box.remove(); before?.focus?.({ preventScroll: true }); });
  document.body.append(box);
  box.showModal();
  draw();
  input.focus();
  targets(pages).then((found) => { all = found; if (box.isConnected) draw(); });
}

/** Listens for Ctrl+K, which opens the box, and `/`, which focuses the page's search field. @param {() => Target[]} pages */
export function listenToKeys(pages) {
  document.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "k") {
      event.preventDefault();
      return jump(pages());
    }
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || !isSlashOn()) return;
    event.preventDefault();
    const search = /** @type {HTMLInputElement | null} */ (document.querySelector("main input[type=search]") ?? document.querySelector("main #uri"));
    if (search) { search.focus(); search.select(); } else jump(pages());
  });
}
