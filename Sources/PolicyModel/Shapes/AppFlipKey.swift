/// The keys of App Flip.
package enum AppFlipKey: String, MappingKey {
  case ios
  case android

  package static let mapping = MappingShape(
    "app flip", "How Google's apps open ours", AppFlipKey.self)

  package var shape: KeyShape {
    switch self {
    case .ios: KeyShape(.mapping(AppFlipKey.IOS.mapping), "App Flip on iOS")
    case .android: KeyShape(.mapping(AppFlipKey.Android.mapping), "App Flip on Android")
    }
  }

  /// The keys of App Flip through a universal link.
  package enum IOS: String, MappingKey {
    case app
    case universalLink = "universal_link"

    package static let mapping = MappingShape(
      "app flip on iOS", "App Flip through a universal link", IOS.self)

    package var shape: KeyShape {
      switch self {
      case .app: KeyShape(.perEnvironment(.appReference), "Our app", presence: .required)
      case .universalLink:
        KeyShape(
          .perEnvironment(.string(StringShape(example: "https://www.acme.example/flip"))),
          "The universal link that Google opens", presence: .required)
      }
    }
  }

  /// The keys of App Flip through an intent.
  package enum Android: String, MappingKey {
    case app
    case intentAction = "intent_action"
    case activity
    case callers

    package static let mapping = MappingShape(
      "app flip on Android", "App Flip through an intent", Android.self)

    package var shape: KeyShape {
      switch self {
      case .app: KeyShape(.perEnvironment(.appReference), "Our app", presence: .required)
      case .intentAction:
        KeyShape(
          .perEnvironment(.string(StringShape(example: "com.acme.home.APP_FLIP"))),
          "The intent action that Google sends", presence: .required)
      case .activity:
        KeyShape(
          .text, "Activity that answers", defaultValue: .text(AppFlipAndroid.Defaults.activity))
      case .callers:
        KeyShape(
          .list(.mapping(AppFlipKey.Caller.mapping)), "Apps that may send the intent",
          presence: .required)
      }
    }
  }

  /// The keys of an app that may send the intent.
  package enum Caller: String, MappingKey {
    case packageName = "package_name"
    case sha256CertFingerprints = "sha256_cert_fingerprints"

    package static let mapping = MappingShape(
      "caller", "An app that may send the App Flip intent", Caller.self)

    package var shape: KeyShape {
      switch self {
      case .packageName:
        KeyShape(
          .string(StringShape(example: "com.google.android.googlequicksearchbox")),
          "Package of the calling app", presence: .required)
      case .sha256CertFingerprints:
        KeyShape(.texts, "SHA-256 fingerprints of its signing certificates", presence: .required)
      }
    }
  }
}
