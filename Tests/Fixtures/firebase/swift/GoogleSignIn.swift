// The few declarations of GoogleSignIn that generated code uses, as version 8 of the SDK has them. Tests
// compile generated code against them where there is no GoogleSignIn.
import Foundation

open class GIDGoogleUser: NSObject {
  open var grantedScopes: [String]?
  /// What a refresh grants; nil: it fails.
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
