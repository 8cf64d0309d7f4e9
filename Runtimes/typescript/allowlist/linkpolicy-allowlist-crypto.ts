/** SHA-256 and comparisons whose time does not depend on the values. */

/** The UTF-8 of a string; a lone surrogate becomes U+FFFD. */
export function utf8Bytes(text: string): Uint8Array {
  const escaped = encodeURIComponent(text.replace(/[\ud800-\udfff]/gu, "\ufffd"));
  const bytes: number[] = [];
  for (let index = 0; index < escaped.length; index += 1) {
    if (escaped.charAt(index) === "%") {
      bytes.push(Number.parseInt(escaped.slice(index + 1, index + 3), 16));
      index += 2;
    } else {
      bytes.push(escaped.charCodeAt(index));
    }
  }
  return Uint8Array.from(bytes);
}

/** Compares the hashes, in a time that does not depend on where the values differ. */
export function areEqual(one: Uint8Array, other: Uint8Array): boolean {
  const [first, second] = [sha256(one), sha256(other)];
  let difference = 0;
  for (let index = 0; index < 32; index += 1) {
    difference |= (first[index] ?? 0) ^ (second[index] ?? 1);
  }
  return difference === 0;
}

/** 64 hex digits in lower case. */
export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const sha256Rounds = Int32Array.of(
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5,
  0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
  0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc,
  0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
  0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
  0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5,
  0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
  0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
);

/** The SHA-256 of some bytes (FIPS 180-4). */
export function sha256(input: Uint8Array): Uint8Array {
  // A set bit, zeros and the length in bits fill the last block (section 5.1.1).
  const length = Math.ceil((input.length + 9) / 64) * 64;
  const message = new Uint8Array(length);
  message.set(input);
  message[input.length] = 0x80;
  const view = new DataView(message.buffer);
  view.setUint32(length - 8, Math.floor(input.length / 0x20000000));
  view.setUint32(length - 4, (input.length << 3) >>> 0);
  const rotated = (word: number, count: number): number =>
    (word >>> count) | (word << (32 - count));
  const w = new Int32Array(64);
  // The type says that an element may be missing; none is.
  const at = (words: Int32Array, index: number): number => words[index] ?? 0;
  const state = Int32Array.of(
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
  );
  for (let start = 0; start < length; start += 64) {
    // One block (section 6.2.2).
    for (let i = 0; i < 16; i += 1) w[i] = view.getInt32(start + 4 * i);
    for (let i = 16; i < 64; i += 1) {
      const early = at(w, i - 15);
      const late = at(w, i - 2);
      const a = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
      const b = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
      w[i] = at(w, i - 16) + a + at(w, i - 7) + b;
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
    for (let i = 0; i < 64; i += 1) {
      const sum = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
      const choice = (e & f) ^ (~e & g);
      const first = (h + sum + choice + at(sha256Rounds, i) + at(w, i)) | 0;
      const second = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
      const majority = (a & b) ^ (a & c) ^ (b & c);
      h = g;
      g = f;
      f = e;
      e = (d + first) | 0;
      d = c;
      c = b;
      b = a;
      a = (first + second + majority) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((value, index) => {
      state[index] = at(state, index) + value;
    });
  }
  const output = new DataView(new ArrayBuffer(32));
  state.forEach((value, index) => output.setInt32(4 * index, value));
  return new Uint8Array(output.buffer);
}

/** Base64url without padding (RFC 4648 section 5). */
export function base64Url(bytes: Uint8Array): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  let output = "";
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    bits += 8;
    while (bits >= 6) {
      bits -= 6;
      output += alphabet.charAt(buffer >> bits);
      buffer &= (1 << bits) - 1;
    }
  }
  return bits > 0 ? output + alphabet.charAt(buffer << (6 - bits)) : output;
}
