// Declarations of AuthenticationServices that generated code uses, as in Apple's SDK.
import Foundation

open class ASAuthorization: NSObject {
  public struct Scope: Hashable, RawRepresentable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let fullName = Scope(rawValue: "full_name")
    public static let email = Scope(rawValue: "email")
  }
}

open class ASAuthorizationAppleIDRequest: NSObject {
  open var requestedScopes: [ASAuthorization.Scope]?
  open var nonce: String?
}

open class ASAuthorizationAppleIDCredential: NSObject {
  open var identityToken: Data?
  open var fullName: PersonNameComponents?
}
