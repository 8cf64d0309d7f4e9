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
    "app", "An app that opens links", AppKey.self, discriminator: .platform)

  package var shape: KeyShape {
    switch self {
    case .platform:
      KeyShape(.enumeration(of: Platform.self), "The platform of the app", presence: .required)
    case .bundleID:
      KeyShape(
        .string(StringShape(example: "com.acme.home")), "Bundle identifier",
        presence: .requiredWhereAllowed, only: Platform.apple)
    case .teamID:
      KeyShape(
        .string(StringShape(example: "A1B2C3D4E5")),
        "Apple team ID; the app ID prefix where app_id_prefix does not say otherwise",
        presence: .requiredWhereAllowed, only: Platform.apple)
    case .appIDPrefix:
      KeyShape(.text, "App ID prefix where it differs from the team ID", only: Platform.apple)
    case .appStoreID:
      KeyShape(
        .string(StringShape(example: "1234567890")), "Number in the App Store", only: Platform.apple
      )
    case .firebaseAppID:
      KeyShape(.string(StringShape(example: "1:123456789012:ios:0a1b2c")), "App ID in Firebase")
    case .packageName:
      KeyShape(
        .string(StringShape(example: "com.acme.home")), "Android application ID",
        presence: .requiredWhereAllowed, only: [.android])
    case .sha256CertFingerprints:
      KeyShape(
        .perEnvironment(.texts),
        "SHA-256 fingerprints of every signing certificate: Play App Signing and upload",
        only: [.android])
    case .sha1CertFingerprints:
      KeyShape(
        .perEnvironment(.texts), "SHA-1 fingerprints, for Firebase registration only",
        only: [.android])
    case .linkActivity:
      KeyShape(
        .text, "Activity that receives verified links", only: [.android],
        defaultValue: .text(App.Defaults.linkActivity))
    case .environments:
      KeyShape(
        .list(.environment), "Environments in which the app exists",
        defaultValue: .described("both"))
    }
  }
}
