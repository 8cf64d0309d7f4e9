#if canImport(AuthenticationServices) && canImport(CryptoKit)
  import AuthenticationServices
  import CryptoKit

  #if canImport(FirebaseAuth)
    import FirebaseAuth
    import Foundation
  #endif

  /// A nonce that ties Apple's ID token to one attempt to sign in: make one for each.
  ///
  /// Apple gets `sha256`; Firebase or your server gets `raw` and compares. Printing one does not show it.
  public struct AppleNonce: Sendable, CustomStringConvertible, CustomReflectable {
    /// Keep it in the app until Apple has responded.
    public let raw: String

    /// 32 characters of 64: 192 random bits of the system's generator.
    public init() {
      let alphabet = Array(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_".unicodeScalars)
      var generator = SystemRandomNumberGenerator()
      var raw = ""
      for _ in 0..<32 {
        raw.unicodeScalars.append(alphabet[Int.random(in: 0..<alphabet.count, using: &generator)])
      }
      self.raw = raw
    }

    /// A nonce that you made before.
    public init(raw: String) { self.raw = raw }

    /// The SHA-256 of `raw` in lowercase hex.
    public var sha256: String {
      let digits = Array("0123456789abcdef".unicodeScalars)
      var output = ""
      for byte in SHA256.hash(data: Array(raw.utf8)) {
        output.unicodeScalars.append(digits[Int(byte >> 4)])
        output.unicodeScalars.append(digits[Int(byte & 15)])
      }
      return output
    }

    /// No part of the nonce.
    public var description: String { "AppleNonce([redacted])" }
    /// No part of the nonce.
    public var customMirror: Mirror { Mirror(self, children: ["raw": "[redacted]"]) }
  }

  /// Sign in with Apple on Apple's platforms, as a policy configures it.
  public protocol AppleSignInSettings {
    /// True if the user must consent before you link an Apple account to other data.
    static var linkingNeedsConsent: Bool { get }
    /// The scopes to request. Apple sends the name at the first sign-in only, and never a photo URL; the
    /// email address can be a relay address.
    static var requestedScopes: [ASAuthorization.Scope] { get }
  }

  extension AppleSignInSettings {
    /// Prepares a request. Keep the nonce until Apple has responded.
    public static func prepare(_ request: ASAuthorizationAppleIDRequest, nonce: AppleNonce) {
      request.requestedScopes = requestedScopes
      request.nonce = nonce.sha256
    }

    #if canImport(FirebaseAuth)
      /// The credential for Firebase; nil if Apple sent no token.
      public static func credential(
        _ appleID: ASAuthorizationAppleIDCredential, nonce: AppleNonce
      ) -> AuthCredential? {
        guard let token = appleID.identityToken, let text = String(data: token, encoding: .utf8)
        else { return nil }
        return OAuthProvider.appleCredential(
          withIDToken: text, rawNonce: nonce.raw, fullName: appleID.fullName)
      }
    #endif
  }

  #if canImport(FirebaseAuth)
    /// Apple accounts that belong to another user.
    public enum AppleLinking {
      /// The credential to sign in with if linking failed because the Apple account belongs to another
      /// user; nil for other errors. Apple's token can't be used twice, so the first credential is void.
      ///
      ///     do {
      ///       try await user.link(with: credential)
      ///     } catch let error as NSError {
      ///       guard let updated = AppleLinking.updatedCredential(from: error) else { throw error }
      ///       try await Auth.auth().signIn(with: updated)
      ///     }
      public static func updatedCredential(from error: NSError) -> AuthCredential? {
        guard error.domain == AuthErrorDomain,
          error.code == AuthErrorCode.credentialAlreadyInUse.rawValue
        else { return nil }
        return error.userInfo[AuthErrorUserInfoUpdatedCredentialKey] as? AuthCredential
      }
    }
  #endif
#endif
