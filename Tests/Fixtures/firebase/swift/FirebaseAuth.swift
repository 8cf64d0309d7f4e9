// Declarations of FirebaseAuth that generated code uses, as in version 12 of the SDK. Tests compile
// generated code with them, because Firebase isn't available there.
import Foundation

open class ActionCodeSettings: NSObject, @unchecked Sendable {
  open var url: URL?
  open var handleCodeInApp = false
  /// The SDK sets it to the running app.
  open var iOSBundleID: String? = "example.running.app"
  open var androidPackageName: String?
  open var androidMinimumVersion: String?
  open var androidInstallIfNotAvailable = false
  public var linkDomain: String?

  override public init() {}

  open func setAndroidPackageName(
    _ androidPackageName: String, installIfNotAvailable: Bool, minimumVersion: String?
  ) {
    self.androidPackageName = androidPackageName
    androidInstallIfNotAvailable = installIfNotAvailable
    androidMinimumVersion = minimumVersion
  }
}

open class AuthCredential: NSObject {}

public let AuthErrorDomain = "FIRAuthErrorDomain"
public let AuthErrorUserInfoUpdatedCredentialKey = "FIRAuthErrorUserInfoUpdatedCredentialKey"

public enum AuthErrorCode: Int, Error {
  case emailAlreadyInUse = 17007
  case credentialAlreadyInUse = 17025
}

open class OAuthCredential: AuthCredential {
  public let idToken: String?
  public let rawNonce: String?
  init(idToken: String?, rawNonce: String?) {
    self.idToken = idToken
    self.rawNonce = rawNonce
  }
}

open class OAuthProvider: NSObject {
  public static func appleCredential(
    withIDToken idToken: String, rawNonce: String?, fullName: PersonNameComponents?
  ) -> OAuthCredential {
    OAuthCredential(idToken: idToken, rawNonce: rawNonce)
  }
}
