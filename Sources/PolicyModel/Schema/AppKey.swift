/// The keys of an app.
package enum AppKey: String, MappingKey {
  case platform
  case bundleID = "bundle_id"
  case teamID = "team_id"
  case appIDPrefix = "app_id_prefix"
  case appStoreID = "app_store_id"
  case firebaseAppID = "firebase_app_id"
  case packageName = "package_name"
  case sha256CertFingerprints = "sha256_cert_fingerprints"
  case sha1CertFingerprints = "sha1_cert_fingerprints"
  case linkActivity = "link_activity"
  case environments

  package static let mapping = MappingShape(
    "app", "App that opens links", AppKey.self, discriminator: .platform)

  package var shape: KeyShape {
    switch self {
    case .platform:
      KeyShape(.enumeration(of: Platform.self), "Platform of the app", presence: .required)
    case .bundleID:
      KeyShape(
        .string(StringShape(example: "com.acme.home")), "Bundle identifier",
        presence: .requiredIfAllowed, only: Platform.apple,
        commonMistakes: ["bundle", "bundle_identifier", "app_id", "application_id"],
        whereToFind: "Xcode > target > Signing & Capabilities")
    case .teamID:
      KeyShape(
        .string(StringShape(example: "A1B2C3D4E5")),
        "Apple team ID, also the app ID prefix unless `app_id_prefix` is set",
        presence: .requiredIfAllowed, only: Platform.apple,
        commonMistakes: ["team", "development_team"],
        whereToFind: "developer.apple.com/account > Membership details")
    case .appIDPrefix:
      KeyShape(
        .text, "App ID prefix, if it isn't the team ID", only: Platform.apple,
        whereToFind: "developer.apple.com/account > Identifiers > your app")
    case .appStoreID:
      KeyShape(
        .string(StringShape(example: "1234567890")), "Apple ID of the app in the App Store",
        only: Platform.apple, whereToFind: "App Store Connect > your app > App Information")
    case .firebaseAppID:
      KeyShape(
        .string(StringShape(example: "1:123456789012:ios:0a1b2c")), "App ID in Firebase",
        whereToFind: "Firebase console > Project settings > Your apps")
    case .packageName:
      KeyShape(
        .string(StringShape(example: "com.acme.home")), "Android application ID",
        presence: .requiredIfAllowed, only: [.android],
        commonMistakes: ["package", "application_id", "app_id"],
        whereToFind: "`applicationId` in the app's Gradle file, or `ApplicationId` in its .csproj")
    case .sha256CertFingerprints:
      KeyShape(
        .perEnvironment(.list(.string(.fingerprint))),
        "SHA-256 fingerprints of every signing certificate: Play App Signing and upload key",
        only: [.android],
        commonMistakes: ["fingerprints", "sha256", "sha256_fingerprints", "certificates"],
        whereToFind: "Play Console > App integrity > App signing")
    case .sha1CertFingerprints:
      KeyShape(
        .perEnvironment(.list(.string(.fingerprint))),
        "SHA-1 fingerprints, for Firebase registration only",
        only: [.android], whereToFind: "Play Console > App integrity > App signing")
    case .linkActivity:
      KeyShape(
        .text, "Activity that handles verified links", only: [.android],
        defaultValue: .text(App.Defaults.linkActivity))
    case .environments:
      KeyShape(
        .list(.environment), "Environments in which the app exists",
        defaultValue: .described("both"))
    }
  }
}
