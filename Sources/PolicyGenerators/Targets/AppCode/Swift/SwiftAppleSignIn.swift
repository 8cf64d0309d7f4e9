/// `AppleSignIn.swift`: the nonce and the request of Sign in with Apple.
enum SwiftAppleSignIn {
  static func source(
    _ providers: [AppleSignInCode], _ header: GeneratedHeader
  ) -> Code<SwiftLanguage> {
    #"""
    // \#(header)

    #if canImport(AuthenticationServices) && canImport(CryptoKit)
      import AuthenticationServices
      import CryptoKit

      #if canImport(FirebaseAuth)
        import FirebaseAuth
        import Foundation
      #endif

      /// A nonce ties the ID token of Apple to one attempt to sign in: make one for each.
      ///
      /// Apple gets `sha256`, Firebase or another server gets `raw` and compares.
      public struct AppleNonce: Sendable {
        /// What stays in the app until Apple has answered.
        public let raw: String

        /// 32 characters of 64: 192 random bits of the system's generator.
        public init() {
          let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_".unicodeScalars)
          var generator = SystemRandomNumberGenerator()
          var raw = ""
          for _ in 0..<32 {
            raw.unicodeScalars.append(alphabet[Int.random(in: 0..<alphabet.count, using: &generator)])
          }
          self.raw = raw
        }

        /// A nonce that was made before.
        public init(raw: String) { self.raw = raw }

        /// The SHA-256 of `raw` in lower-case hex.
        public var sha256: String {
          let digits = Array("0123456789abcdef".unicodeScalars)
          var output = ""
          for byte in SHA256.hash(data: Array(raw.utf8)) {
            output.unicodeScalars.append(digits[Int(byte >> 4)])
            output.unicodeScalars.append(digits[Int(byte & 15)])
          }
          return output
        }
      }

      \#(.joined(providers.map(provider), by: "\n\n"))

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
    """#
  }

  private static func provider(_ code: AppleSignInCode) -> Code<SwiftLanguage> {
    let name: Code<SwiftLanguage> = code.name.map { "AppleSignIn\($0, .pascal)" } ?? "AppleSignIn"
    // The policy has no other words; what is none of them asks for nothing.
    let scopes = code.scopes.compactMap { scope -> Code<SwiftLanguage>? in
      switch scope {
      case "name": ".fullName"
      case "email": ".email"
      default: nil
      }
    }
    let consent: Code<SwiftLanguage> = code.needsConsent ? "true" : "false"
    return #"""
      /// Sign in with Apple on Apple's platforms.
      public enum \#(name) {
        /// Whether the user must consent before an Apple account is linked to other data: ask first.
        public static let linkingNeedsConsent = \#(consent)

        /// What to ask for. Apple sends the name at the first sign-in only, and never a photo URL; the email
        /// address can be a relay address.
        public static var requestedScopes: [ASAuthorization.Scope] { [\#(.joined(scopes, by: ", "))] }

        /// Prepares a request; keep the nonce until Apple has answered.
        public static func prepare(_ request: ASAuthorizationAppleIDRequest, nonce: AppleNonce) {
          request.requestedScopes = requestedScopes
          request.nonce = nonce.sha256
        }

        #if canImport(FirebaseAuth)
          /// What Firebase takes; nil where Apple sent no token.
          public static func credential(
            _ appleID: ASAuthorizationAppleIDCredential, nonce: AppleNonce
          ) -> AuthCredential? {
            guard let token = appleID.identityToken,
              let text = String(data: token, encoding: .utf8)
            else { return nil }
            return OAuthProvider.appleCredential(
              withIDToken: text, rawNonce: nonce.raw, fullName: appleID.fullName)
          }
        #endif
      }
      """#
  }
}
