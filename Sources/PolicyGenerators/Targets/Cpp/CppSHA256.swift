extension CppTarget {
  /// The standard library has no SHA-256. Needs `array`, `cstddef`, `cstdint`, `string` and
  /// `string_view`.
  static let sha256: Code<CppLanguage> = #"""
    inline std::uint32_t rotated(std::uint32_t value, unsigned count) {
      return (value >> count) | (value << (32U - count));
    }

    /// One block of SHA-256 (FIPS 180-4, section 6.2.2).
    inline void add_block(std::array<std::uint32_t, 8>& state, std::string_view block) {
      static constexpr std::array<std::uint32_t, 64> k = {
          \#(Code.sha256Rounds)};
      std::array<std::uint32_t, 64> w{};
      for (std::size_t i = 0; i < 64; ++i) {
        w[i / 4] = (w[i / 4] << 8U) | static_cast<unsigned char>(block[i]);
      }
      for (std::size_t i = 16; i < 64; ++i) {
        const std::uint32_t a = rotated(w[i - 15], 7) ^ rotated(w[i - 15], 18) ^ (w[i - 15] >> 3U);
        const std::uint32_t b = rotated(w[i - 2], 17) ^ rotated(w[i - 2], 19) ^ (w[i - 2] >> 10U);
        w[i] = w[i - 16] + a + w[i - 7] + b;
      }
      std::array<std::uint32_t, 8> s = state;
      for (std::size_t i = 0; i < 64; ++i) {
        const std::uint32_t e = rotated(s[4], 6) ^ rotated(s[4], 11) ^ rotated(s[4], 25);
        const std::uint32_t choice = (s[4] & s[5]) ^ (~s[4] & s[6]);
        const std::uint32_t first = s[7] + e + choice + k[i] + w[i];
        const std::uint32_t a = rotated(s[0], 2) ^ rotated(s[0], 13) ^ rotated(s[0], 22);
        const std::uint32_t majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
        s = {first + a + majority, s[0], s[1], s[2], s[3] + first, s[4], s[5], s[6]};
      }
      for (std::size_t i = 0; i < 8; ++i) state[i] += s[i];
    }

    /// The SHA-256 of a text (FIPS 180-4).
    inline std::array<unsigned char, 32> sha256(std::string_view text) {
      // A set bit, zeros and the length in bits fill the last block (section 5.1.1).
      std::string message(text);
      const std::uint64_t bits = static_cast<std::uint64_t>(text.size()) * 8U;
      message += static_cast<char>(0x80);
      while (message.size() % 64 != 56) message += '\0';
      for (unsigned shift = 64; shift > 0; shift -= 8) {
        message += static_cast<char>((bits >> (shift - 8U)) & 0xFFU);
      }
      std::array<std::uint32_t, 8> state = {
          \#(Code.sha256State)};
      for (std::size_t start = 0; start < message.size(); start += 64) {
        add_block(state, std::string_view(message).substr(start, 64));
      }
      std::array<unsigned char, 32> hash{};
      for (std::size_t i = 0; i < 32; ++i) {
        hash[i] = static_cast<unsigned char>((state[i / 4] >> (24U - 8U * (i % 4))) & 0xFFU);
      }
      return hash;
    }
    """#
}
