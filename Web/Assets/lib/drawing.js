// @ts-check
// Drawings from the server. Copies only known SVG elements and attributes, so scripts can't run.
import { h, svg, fill, failure } from "./dom.js";
import { cachedPicture } from "./api.js";

const box = ["x", "y", "width", "height", "rx", "class"];
const shapes = /** @type {Record<string, string[]>} */ ({ svg: ["viewBox", "width", "height", "class", "role", "aria-label"], text: ["x", "y", "class", "text-anchor", "transform"], title: [], rect: box, circle: ["cx", "cy", "r", "class"], line: ["x1", "y1", "x2", "y2", "class"], path: ["d", "class"], a: ["aria-label"] });

/** The page for a link in a drawing: the playground for a line of a file, otherwise a search for the label. @param {string} href @param {string} label */
function place(href, label) {
  const line = href.match(/^([^#]*)#L(\d+)$/);
  if (!line) return `#/who?q=${encodeURIComponent(label)}`;
  return `#/playground?file=${encodeURIComponent(decodeURIComponent(line[1]))}&line=${line[2]}`;
}

/** @param {Element} node @returns {any} */
function taken(node) {
  const names = shapes[node.localName];
  if (!names) return null;
  const attributes = Object.fromEntries(names.map((name) => [name, node.getAttribute(name)]));
  if (node.localName === "a") attributes.href = place(node.getAttribute("href") ?? "", node.getAttribute("aria-label") ?? "");
  return svg(node.localName, attributes, [...node.childNodes].map((child) => child instanceof Element ? taken(child) : child.nodeValue));
}

/**
 * A drawing in a scrolling box.
 * @param {string} path @param {any} body @param {string} label
 */
export function drawing(path, body, label) {
  const frame = h("div", { class: "scroll picture", tabindex: "0", role: "region", "aria-label": label }, h("p", { class: "muted small" }, "Drawing…"));
  cachedPicture(path, body, () => frame.isConnected).then((root) => { if (root) fill(frame, taken(root)); }, (error) => {
    fill(frame, error.code === "no-client" ? h("p", { class: "muted" }, "The policies have no client.") : failure(error));
  });
  return frame;
}
