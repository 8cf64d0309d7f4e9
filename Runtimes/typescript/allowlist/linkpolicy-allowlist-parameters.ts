/** Strict reading of request parameters, and the URLs that responses redirect to. */

import { Refusal } from "./linkpolicy-allowlist-reasons.js";

// Every runtime has it; declared here to avoid the DOM and Node types.
declare const TextDecoder: {
  new (
    label: "utf-8",
    options: { readonly fatal: true; readonly ignoreBOM: true },
  ): { decode(bytes: Uint8Array): string };
};

/** The text of valid UTF-8, or undefined. */
export function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** A string; undefined for anything else, which never matches. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** A raw query, body or header: a string, or bytes that are valid UTF-8. */
export function rawTextOf(value: unknown): string | undefined {
  return value instanceof Uint8Array ? utf8Text(value) : textOf(value);
}

/** The parameters of a request. */
export interface Parameters {
  /** A parameter that the allowlist checks; undefined if it is missing or empty. */
  value(name: string): string | undefined;
  /** All other parameters as decoded name and value, in order. */
  readonly other: readonly (readonly [name: string, value: string])[];
}

/**
 * Reads a query or a form (RFC 6749 section 3.1). A malformed escape, invalid UTF-8 or a repeated
 * parameter of `checked` or `single` refuses the whole request: two parsers could read it
 * differently.
 */
export function readParameters(
  query: unknown,
  checked: readonly string[],
  single: readonly string[],
  plusIsSpace: boolean,
): Parameters {
  const text = rawTextOf(query);
  if (text === undefined) throw new Refusal("malformed-request", "invalid_request");
  const pairs: [string, string][] = [];
  const end = text.indexOf("#");
  for (const piece of (end < 0 ? text : text.slice(0, end)).split("&")) {
    const mark = piece.indexOf("=");
    const name = decode(mark < 0 ? piece : piece.slice(0, mark), plusIsSpace);
    const value = decode(mark < 0 ? "" : piece.slice(mark + 1), plusIsSpace);
    if (name === undefined || value === undefined) {
      throw new Refusal("malformed-request", "invalid_request");
    }
    pairs.push([name, value]);
  }
  const known = new Map<string, string>();
  const seen = new Set<string>();
  const other: (readonly [string, string])[] = [];
  for (const [name, value] of pairs) {
    if (seen.has(name)) throw new Refusal("duplicate-parameter", "invalid_request");
    const isChecked = checked.includes(name);
    if (isChecked || single.includes(name)) seen.add(name);
    if (isChecked) {
      if (value !== "") known.set(name, value);
    } else if (name !== "" || value !== "") {
      other.push(Object.freeze([name, value] as const));
    }
  }
  return { value: (name) => known.get(name), other: Object.freeze(other) };
}

/** The text behind percent escapes, or undefined if it is malformed or not UTF-8. */
function decode(text: string, plusIsSpace: boolean): string | undefined {
  try {
    const decoded = decodeURIComponent(plusIsSpace ? text.replace(/\+/g, " ") : text);
    // Throws for a lone surrogate, which the line above accepts.
    encodeURIComponent(decoded);
    return decoded;
  } catch {
    return undefined;
  }
}

/**
 * ID and secret of a Basic header (RFC 6749 section 2.3.1), or undefined. Both are form-decoded. Only
 * padded Base64 in its canonical form is accepted. An empty secret is undefined.
 */
export function basicCredentials(
  header: string | undefined,
): { readonly id: string; readonly secret: string | undefined } | undefined {
  const parts = /^[ \t]*[Bb][Aa][Ss][Ii][Cc] +([A-Za-z0-9+/]*={0,2})[ \t]*$/.exec(header ?? "");
  const pair = parts === null ? undefined : escapedFromBase64(parts[1] ?? "");
  const colon = pair === undefined ? -1 : pair.indexOf(":");
  if (pair === undefined || colon < 0) return undefined;
  const id = decode(pair.slice(0, colon), true);
  const secret = decode(pair.slice(colon + 1), true);
  return id && secret !== undefined ? { id, secret: secret || undefined } : undefined;
}

/** The bytes of padded Base64, with escapes for those that are not ASCII. */
function escapedFromBase64(text: string): string | undefined {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  if (text === "" || text.length % 4 !== 0) return undefined;
  let output = "";
  let buffer = 0;
  let bits = 0;
  for (const character of text.replace(/=/g, "")) {
    buffer = (buffer << 6) | alphabet.indexOf(character);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    const byte = buffer >> bits;
    buffer &= (1 << bits) - 1;
    output += byte < 0x80 ? String.fromCharCode(byte) : `%${byte.toString(16)}`;
  }
  // The unused bits must be zero: a value has only one encoding.
  return bits < 6 && buffer === 0 ? output : undefined;
}

/**
 * Appends parameters and keeps the query of the URI (RFC 6749 section 3.1.2). Values are encoded so
 * that form decoders and percent decoders read the same.
 */
export function withParameters(
  uri: string,
  parameters: readonly (readonly [name: string, value: string | null | undefined])[],
): string {
  if (typeof uri !== "string") throw new TypeError("the URI must be a string");
  const query: string[] = [];
  for (const [name, value] of parameters) {
    if (value !== null && value !== undefined) query.push(`${name}=${encode(value)}`);
  }
  if (query.length === 0) return uri;
  const separator = !uri.includes("?") ? "?" : /[?&]$/.test(uri) ? "" : "&";
  return uri + separator + query.join("&");
}

/** Keeps `A-Z a-z 0-9 - . _ ~` (RFC 3986 section 2.3); `encodeURIComponent` keeps more. */
function encode(text: string): string {
  if (typeof text !== "string") throw new TypeError("every part of a URL must be a string");
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
