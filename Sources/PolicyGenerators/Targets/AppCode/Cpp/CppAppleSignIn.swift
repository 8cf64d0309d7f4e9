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

    #include "firebase/auth.h"
    #include "firebase/auth/credential.h"
    #include "firebase/auth/types.h"
    #include "firebase/auth/user.h"
    #include "firebase/future.h"

    /// Sign in with Apple, for version 12 of the Firebase C++ SDK and newer, which have `AuthResult` instead of
    /// `SignInResult` and `User::LinkWithCredential` instead of `LinkAndRetrieveDataWithCredential`.
    namespace linkpolicy::apple_sign_in {

    namespace detail {

    using namespace std::string_view_literals;

    \#(CppTarget.sha256)

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
      std::string output;
      for (const unsigned char byte : detail::sha256(text)) {
        output += "0123456789abcdef"[byte >> 4U];
        output += "0123456789abcdef"[byte & 15U];
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

    /// The credential to sign in with if `link`, which has completed, failed because the Apple account belongs
    /// to another user. Not valid for other errors, and on platforms where the SDK sets none: it does on iOS.
    inline firebase::auth::Credential updated_credential(
        const firebase::Future<firebase::auth::AuthResult>& link) {
      const firebase::auth::AuthResult* result = link.result();
      if (link.error() != firebase::auth::kAuthErrorCredentialAlreadyInUse || result == nullptr) return {};
      return result->additional_user_info.updated_credential;
    }

    /// Signs in as the user whom the Apple account belongs to, if `link` failed for that reason; otherwise
    /// `link` is the result. Apple's token can't be used twice, so the first credential is void.
    ///
    ///     auto link = auth->current_user().LinkWithCredential(credential);
    ///     // Once it has completed:
    ///     auto result = sign_in_after_link(*auth, link);
    inline firebase::Future<firebase::auth::AuthResult> sign_in_after_link(
        firebase::auth::Auth& auth, const firebase::Future<firebase::auth::AuthResult>& link) {
      const firebase::auth::Credential updated = updated_credential(link);
      return updated.is_valid() ? auth.SignInAndRetrieveDataWithCredential(updated) : link;
    }

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
    let consent: Code<CppLanguage> = code.needsConsent ? "true" : "false"
    let constant: Code<CppLanguage> =
      code.name.map { "\($0, .snake)_linking_needs_consent" } ?? "linking_needs_consent"
    return """
      /// Whether the user must consent before an Apple account is linked to other data: ask first.
      inline constexpr bool \(constant) = \(consent);

      /// What `FederatedOAuthProvider::SetProviderData` takes: scopes and parameters of the policy.
      inline firebase::auth::FederatedOAuthProviderData \(name)() {
        using namespace std::string_view_literals;
        firebase::auth::FederatedOAuthProviderData data("apple.com");
        \(lines: scopes + parameters + ["return data;"])
      }
      """
  }
}
