extension TypeScriptTarget {
  /// The module imports nothing, and the hash of Web Crypto comes in a promise only.
  static let sha256: Code<TypeScriptLanguage> = #"""
    const sha256Rounds: readonly number[] = [
      \#(Code.sha256Rounds),
    ];

    /** The bytes of the SHA-256 of an ASCII text (FIPS 180-4). */
    function sha256(text: string): readonly number[] {
      const rotated = (word: number, count: number): number =>
        (word >>> count) | (word << (32 - count));
      // A set bit, zeros and the length in bits fill the last block (section 5.1.1).
      const message = text.split("").map((character) => character.charCodeAt(0));
      message.push(0x80);
      while (message.length % 64 !== 56) message.push(0);
      message.push(0, 0, 0, 0);
      for (let shift = 24; shift >= 0; shift -= 8) message.push(((text.length * 8) >>> shift) & 0xff);
      let state = [
        \#(Code.sha256State),
      ];
      for (let start = 0; start < message.length; start += 64) {
        // One block (section 6.2.2).
        const w: number[] = [];
        const word = (index: number): number => w[index] ?? 0;
        for (let i = 0; i < 16; i += 1) {
          const bytes = message.slice(start + 4 * i, start + 4 * i + 4);
          w.push(bytes.reduce((sum, byte) => (sum << 8) | byte, 0));
        }
        for (let i = 16; i < 64; i += 1) {
          const [early, late] = [word(i - 15), word(i - 2)];
          const a = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
          const b = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
          w.push((word(i - 16) + a + word(i - 7) + b) | 0);
        }
        let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
        sha256Rounds.forEach((constant, i) => {
          const sum = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
          const choice = (e & f) ^ (~e & g);
          const first = (h + sum + choice + constant + word(i)) | 0;
          const second = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
          const majority = (a & b) ^ (a & c) ^ (b & c);
          [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second + majority) | 0];
        });
        const sums = [a, b, c, d, e, f, g, h];
        state = state.map((value, index) => (value + (sums[index] ?? 0)) | 0);
      }
      const bytes: number[] = [];
      for (const value of state) {
        for (let shift = 24; shift >= 0; shift -= 8) bytes.push((value >>> shift) & 0xff);
      }
      return bytes;
    }
    """#
}
