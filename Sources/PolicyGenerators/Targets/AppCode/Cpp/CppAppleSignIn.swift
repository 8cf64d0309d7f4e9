/// `apple_sign_in.hpp`: the nonce and the provider of Firebase for Sign in with Apple.
enum CppAppleSignIn {
  static func source(
    _ providers: [AppleSignInCode], _ header: GeneratedHeader
  ) -> Code<CppLanguage> {
    #"""
    // \#(header)

    #ifndef LINKPOLICY_APPLE_SIGN_IN_HPP
    #define LINKPOLICY_APPLE_SIGN_IN_HPP

    #include <array>
    #include <cstddef>
    #include <cstdint>
    #include <cstdlib>
    #include <fstream>
    #include <ios>
    #include <random>
    #include <stdexcept>
    #include <string>
    #include <string_view>
    #include <utility>

    #include "firebase/auth/types.h"

    /// Sign in with Apple.
    namespace linkpolicy::apple_sign_in {

    namespace detail {

    using namespace std::string_view_literals;

    inline std::uint32_t rotated(std::uint32_t value, unsigned count) {
      return (value >> count) | (value << (32U - count));
    }

    /// One block of SHA-256 (FIPS 180-4, section 6.2.2).
    inline void add_block(std::array<std::uint32_t, 8>& state, const unsigned char* block) {
      static constexpr std::array<std::uint32_t, 64> k = {
          0x428a2f98U, 0x71374491U, 0xb5c0fbcfU, 0xe9b5dba5U, 0x3956c25bU, 0x59f111f1U, 0x923f82a4U,
          0xab1c5ed5U, 0xd807aa98U, 0x12835b01U, 0x243185beU, 0x550c7dc3U, 0x72be5d74U, 0x80deb1feU,
          0x9bdc06a7U, 0xc19bf174U, 0xe49b69c1U, 0xefbe4786U, 0x0fc19dc6U, 0x240ca1ccU, 0x2de92c6fU,
          0x4a7484aaU, 0x5cb0a9dcU, 0x76f988daU, 0x983e5152U, 0xa831c66dU, 0xb00327c8U, 0xbf597fc7U,
          0xc6e00bf3U, 0xd5a79147U, 0x06ca6351U, 0x14292967U, 0x27b70a85U, 0x2e1b2138U, 0x4d2c6dfcU,
          0x53380d13U, 0x650a7354U, 0x766a0abbU, 0x81c2c92eU, 0x92722c85U, 0xa2bfe8a1U, 0xa81a664bU,
          0xc24b8b70U, 0xc76c51a3U, 0xd192e819U, 0xd6990624U, 0xf40e3585U, 0x106aa070U, 0x19a4c116U,
          0x1e376c08U, 0x2748774cU, 0x34b0bcb5U, 0x391c0cb3U, 0x4ed8aa4aU, 0x5b9cca4fU, 0x682e6ff3U,
          0x748f82eeU, 0x78a5636fU, 0x84c87814U, 0x8cc70208U, 0x90befffaU, 0xa4506cebU, 0xbef9a3f7U,
          0xc67178f2U};
      std::array<std::uint32_t, 64> w{};
      for (std::size_t i = 0; i < 16; ++i) {
        for (std::size_t j = 0; j < 4; ++j) w[i] = (w[i] << 8U) | block[4 * i + j];
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

    /// Random bytes of the system.
    inline std::array<unsigned char, 32> random_bytes() {
      std::array<unsigned char, 32> bytes{};
    #if defined(__APPLE__) || defined(__ANDROID__)
      arc4random_buf(bytes.data(), bytes.size());
    #elif defined(_MSC_VER)
      // There it asks the cryptographic generator of Windows.
      std::random_device device;
      for (unsigned char& byte : bytes) byte = static_cast<unsigned char>(device() & 0xFFU);
    #else
      std::ifstream device("/dev/urandom", std::ios::binary);
      std::array<char, 32> read{};
      if (!device.read(read.data(), static_cast<std::streamsize>(read.size()))) {
        throw std::runtime_error("the system has no random bytes");
      }
      for (std::size_t i = 0; i < read.size(); ++i) bytes[i] = static_cast<unsigned char>(read[i]);
    #endif
      return bytes;
    }

    }  // namespace detail

    /// The SHA-256 of a text in lower-case hex.
    inline std::string sha256_hex(std::string_view text) {
      std::string message(text);
      const std::uint64_t bits = static_cast<std::uint64_t>(text.size()) * 8U;
      message += static_cast<char>(0x80);
      while (message.size() % 64 != 56) message += '\0';
      for (unsigned shift = 64; shift > 0; shift -= 8) {
        message += static_cast<char>((bits >> (shift - 8U)) & 0xFFU);
      }
      std::array<std::uint32_t, 8> state = {0x6a09e667U, 0xbb67ae85U, 0x3c6ef372U, 0xa54ff53aU,
                                            0x510e527fU, 0x9b05688cU, 0x1f83d9abU, 0x5be0cd19U};
      std::array<unsigned char, 64> block{};
      for (std::size_t start = 0; start < message.size(); start += 64) {
        for (std::size_t i = 0; i < 64; ++i) block[i] = static_cast<unsigned char>(message[start + i]);
        detail::add_block(state, block.data());
      }
      std::string output;
      for (const std::uint32_t word : state) {
        for (unsigned shift = 32; shift > 0; shift -= 4) {
          output += "0123456789abcdef"[(word >> (shift - 4U)) & 15U];
        }
      }
      return output;
    }

    /// A nonce ties the ID token of Apple to one attempt to sign in: make one for each.
    ///
    /// Apple gets `sha256`; Firebase gets `raw` and compares:
    /// `OAuthProvider::GetCredential("apple.com", id_token, nonce.raw.c_str(), nullptr)`.
    struct Nonce {
      /// What stays in the app until Apple has answered.
      std::string raw;
      /// The SHA-256 of `raw` in lower-case hex.
      std::string sha256;

      /// 32 characters of 64: 192 random bits of the system's generator.
      static Nonce random() {
        std::string raw;
        for (const unsigned char byte : detail::random_bytes()) {
          raw += "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"[byte & 63U];
        }
        std::string hash = sha256_hex(raw);
        return Nonce{std::move(raw), std::move(hash)};
      }
    };

    \#(.joined(providers.map(provider), by: "\n\n"))

    }  // namespace linkpolicy::apple_sign_in

    #endif  // LINKPOLICY_APPLE_SIGN_IN_HPP
    """#
  }

  private static func provider(_ code: AppleSignInCode) -> Code<CppLanguage> {
    let name: Code<CppLanguage> = code.name.map { "\($0, .snake)_provider_data" } ?? "provider_data"
    let scopes = code.scopes.map { scope -> Code<CppLanguage> in
      "data.scopes.emplace_back(\(literal: scope));"
    }
    let parameters = code.parameters.map { parameter -> Code<CppLanguage> in
      """
      data.custom_parameters.emplace(\(literal: parameter.name), \(literal: parameter.value));
      """
    }
    return """
      /// What `FederatedOAuthProvider::SetProviderData` takes: scopes and parameters of the policy.
      inline firebase::auth::FederatedOAuthProviderData \(name)() {
        using namespace std::string_view_literals;
        firebase::auth::FederatedOAuthProviderData data("apple.com");
        \(lines: scopes + parameters + ["return data;"])
      }
      """
  }
}
