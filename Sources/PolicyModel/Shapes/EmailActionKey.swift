/// The keys of an email action.
package enum EmailActionKey: String, MappingKey {
  case url
  case handleCodeInApp = "handle_code_in_app"
  case ios
  case android
  case linkDomain = "link_domain"
  case dynamicLinkDomain = "dynamic_link_domain"

  package static let mapping = MappingShape(
    "email action", "ActionCodeSettings of one action", EmailActionKey.self)

  package var shape: KeyShape {
    switch self {
    case .url: KeyShape(.perEnvironment(.text), "Continue URL", presence: .required)
    case .handleCodeInApp:
      KeyShape(
        .boolean, "Whether an app handles the code",
        commonMistakes: [
          "can_handle_in_app", "canHandleInApp", "can_handle_code_in_app", "canHandleCodeInApp",
          "handle_in_app",
        ])
    case .ios: KeyShape(.perEnvironment(.appReference), "iOS app that opens the link")
    case .android:
      KeyShape(.mapping(EmailActionKey.Android.mapping), "Android app that opens the link")
    case .linkDomain:
      KeyShape(
        .perEnvironment(.text), "Hosting domain of the link",
        commonMistakes: ["dynamicLinkDomain", "dynamic_links_domain", "fdl_domain"])
    case .dynamicLinkDomain: KeyShape(.perEnvironment(.text), "Retired with Firebase Dynamic Links")
    }
  }

  /// The keys of the Android app of an email action.
  package enum Android: String, MappingKey {
    case app
    case installIfNotAvailable = "install_if_not_available"
    case minimumVersion = "minimum_version"

    package static let mapping = MappingShape(
      "email action on Android", "Android app that opens the link", Android.self)

    package var shape: KeyShape {
      switch self {
      case .app: KeyShape(.perEnvironment(.appReference), "Our app", presence: .required)
      case .installIfNotAvailable: KeyShape(.boolean, "Offer to install the app")
      case .minimumVersion: KeyShape(.text, "Oldest version that handles the link")
      }
    }
  }
}

/// The email actions that have settings.
package enum EmailActionName: String, MappingKey {
  case verifyEmail = "verify_email"
  case resetPassword = "reset_password"
  case signIn = "sign_in"
  case changeEmail = "change_email"

  package static let mapping = MappingShape(
    "email actions", "Settings of each email action", EmailActionName.self)

  package var shape: KeyShape {
    switch self {
    case .verifyEmail: KeyShape(.mapping(EmailActionKey.mapping), "Verify an address")
    case .resetPassword: KeyShape(.mapping(EmailActionKey.mapping), "Reset a password")
    case .signIn: KeyShape(.mapping(EmailActionKey.mapping), "Sign in with a link")
    case .changeEmail: KeyShape(.mapping(EmailActionKey.mapping), "Verify a new address")
    }
  }
}
