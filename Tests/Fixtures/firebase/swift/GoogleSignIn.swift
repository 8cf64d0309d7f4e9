// Declarations of GoogleSignIn that generated code uses, as in version 8 of the SDK. Tests compile
// generated code with them, because GoogleSignIn isn't available there.
import Foundation

open class GIDGoogleUser: NSObject {
  open var grantedScopes: [String]?
  /// The scopes that a refresh grants; nil makes it fail.
  public var refreshedScopes: [String]?

  /// The SDK calls the completion on the main queue.
  open func refreshTokensIfNeeded(completion: @escaping (GIDGoogleUser?, (any Error)?) -> Void) {
    guard let refreshedScopes else {
      return completion(nil, NSError(domain: "com.google.GIDSignIn", code: -11))
    }
    grantedScopes = refreshedScopes
    completion(self, nil)
  }
}
