// @ts-check
// Encodes a policy in the fragment of a URL, which browsers don't send to servers.

const limit = 32 * 1024;

/** @param {BodyInit} data @param {any} transform */
const through = async (data, transform) => new Uint8Array(await new Response(/** @type {any} */ (new Response(data).body).pipeThrough(transform)).arrayBuffer());

/** @param {{name: string, text: string}} state @returns {Promise<string>} */
export async function pack(state) {
  const bytes = await through(JSON.stringify([1, state.name, state.text]), new (/** @type {any} */ (window)).CompressionStream("deflate-raw"));
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  const text = btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  if (text.length > limit) throw new Error(`The link would be ${Math.ceil(text.length / 1024)} KiB long. Many apps truncate links longer than 32 KiB. Send the file instead.`);
  return text;
}

/** @param {string} text @returns {Promise<{name: string, text: string}>} */
export async function unpack(text) {
  if (text.length > limit || !/^[\w-]*$/.test(text)) throw new Error("This link is damaged.");
  const binary = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  let parts;
  try { parts = JSON.parse(new TextDecoder().decode(await through(Uint8Array.from(binary, (c) => c.charCodeAt(0)), new (/** @type {any} */ (window)).DecompressionStream("deflate-raw")))); } catch { throw new Error("This link is damaged."); }
  if (!Array.isArray(parts) || parts[0] !== 1 || typeof parts[1] !== "string" || typeof parts[2] !== "string") throw new Error("This link was created by another version of linkpolicy.");
  return { name: parts[1], text: parts[2] };
}
