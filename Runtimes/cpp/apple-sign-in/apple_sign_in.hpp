#pragma once

// Sign in with Apple, for version 12 of the Firebase C++ SDK and newer, which have `AuthResult` instead of
// `SignInResult` and `User::LinkWithCredential` instead of `LinkAndRetrieveDataWithCredential`.

#include <array>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <ios>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "apple_sign_in_data.hpp"
#include "firebase/auth.h"
#include "firebase/auth/credential.h"
#include "firebase/auth/types.h"
#include "firebase/auth/user.h"
#include "firebase/future.h"
#include "linkpolicy_sha256.hpp"

namespace linkpolicy {
inline namespace LINKPOLICY_ALLOWLIST_POLICY {
namespace apple_sign_in {

namespace detail {

/// Random bytes of the system.
inline std::array<unsigned char, 32> random_bytes() {
  std::array<unsigned char, 32> bytes{};
#if defined(__APPLE__) || defined(__ANDROID__)
  arc4random_buf(bytes.data(), bytes.size());
#elif defined(_MSC_VER)
  // It reads the cryptographic generator of Windows.
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

/// The SHA-256 of a string in lower-case hex.
inline std::string sha256_hex(std::string_view text) {
  std::string output;
  for (const unsigned char byte : linkpolicy::detail::sha256(text)) {
    output += "0123456789abcdef"[byte >> 4U];
    output += "0123456789abcdef"[byte & 15U];
  }
  return output;
}

/// A nonce binds the ID token of Apple to one sign-in attempt: make a new one for each.
///
/// Apple gets `sha256`. Firebase gets `raw` and compares them:
/// `OAuthProvider::GetCredential("apple.com", id_token, nonce.raw.c_str(), nullptr)`.
struct Nonce {
  /// Keep it in the app until Apple has responded.
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

}  // namespace apple_sign_in
}  // namespace LINKPOLICY_ALLOWLIST_POLICY
}  // namespace linkpolicy
