/// The keys of Firebase Authentication.
package enum FirebaseKey: String, MappingKey {
  case projectID = "project_id"
  case projectNumber = "project_number"
  case authDomain = "auth_domain"
  case authorizedDomains = "authorized_domains"
  case hostingDomains = "hosting_domains"
  case mobileLinks = "mobile_links"
  case signIn = "sign_in"
  case email
  case emailActions = "email_actions"

  package static let mapping = MappingShape("firebase", "Firebase Authentication", FirebaseKey.self)

  package var shape: KeyShape {
    switch self {
    case .projectID:
      KeyShape(
        .perEnvironment(.text), "Project ID", presence: .required,
        whereToFind: "Firebase console > Project settings")
    case .projectNumber:
      KeyShape(
        .perEnvironment(.text), "Project number", whereToFind: "Firebase console > Project settings"
      )
    case .authDomain:
      KeyShape(
        .perEnvironment(.string(.host)), "Domain of the sign-in handler",
        whereToFind: "`authDomain` in the Firebase configuration of your web app")
    case .authorizedDomains:
      KeyShape(
        .perEnvironment(.list(.string(.host))),
        "Domains that may start a sign-in and that email links may continue to; without this key, "
          + "only the project's own two domains",
        whereToFind: "Firebase console > Authentication > Settings > Authorized domains")
    case .hostingDomains:
      KeyShape(
        .perEnvironment(.list(.string(.host))), "Hosting domains used for email action links",
        whereToFind: "Firebase console > Hosting > Domains")
    case .mobileLinks:
      KeyShape(.enumeration(of: MobileLinks.self), "How email action links open mobile apps")
    case .signIn: KeyShape(.mapping(FirebaseKey.SignIn.mapping), "Sign-in settings of the project")
    case .email: KeyShape(.mapping(FirebaseKey.Email.mapping), "Email settings")
    case .emailActions: KeyShape(.mapping(EmailActionName.mapping), "Settings of each email action")
    }
  }

  /// The keys of the sign-in settings.
  package enum SignIn: String, MappingKey {
    case emailLink = "email_link"
    case allowDuplicateEmails = "allow_duplicate_emails"
    case improvedEmailPrivacy = "improved_email_privacy"

    package static let mapping = MappingShape(
      "firebase sign-in", "Sign-in settings of the project", SignIn.self)

    package var shape: KeyShape {
      switch self {
      case .emailLink: KeyShape(.boolean, "Whether users can sign in with an email link")
      case .allowDuplicateEmails:
        KeyShape(.boolean, "Whether several accounts may have the same email address")
      case .improvedEmailPrivacy:
        KeyShape(.boolean, "Whether email enumeration protection is enabled")
      }
    }
  }

  /// The keys of the settings of emails.
  package enum Email: String, MappingKey {
    case callbackURI = "callback_uri"
    case clickTracking = "click_tracking"
    case locale

    package static let mapping = MappingShape(
      "firebase email", "Email settings", Email.self)

    package var shape: KeyShape {
      switch self {
      case .callbackURI:
        KeyShape(
          .perEnvironment(.string(.url)), "Action URL in email templates",
          defaultValue: .described("https://PROJECT.firebaseapp.com/__/auth/action"),
          whereToFind: "Firebase console > Authentication > Templates")
      case .clickTracking:
        KeyShape(.boolean, "Whether the email provider rewrites links to track clicks")
      case .locale: KeyShape(.text, "Language of the emails")
      }
    }
  }
}

/// The keys of an email action.
package enum EmailActionKey: String, MappingKey {
  case url
  case handleCodeInApp = "handle_code_in_app"
  case ios
  case android
  case linkDomain = "link_domain"
  case dynamicLinkDomain = "dynamic_link_domain"

  package static let mapping = MappingShape(
    "email action", "`ActionCodeSettings` of one action", EmailActionKey.self)

  package var shape: KeyShape {
    switch self {
    case .url:
      KeyShape(
        .perEnvironment(.string(.url)), "Continue URL", presence: .required,
        whereToFind: "the page that your app opens after the email action")
    case .handleCodeInApp:
      KeyShape(
        .boolean, "Whether an app handles the action code",
        commonMistakes: [
          "can_handle_in_app", "canHandleInApp", "can_handle_code_in_app", "canHandleCodeInApp",
          "handle_in_app",
        ])
    case .ios: KeyShape(.perEnvironment(.appReference), "iOS app that opens the link")
    case .android:
      KeyShape(.mapping(EmailActionKey.Android.mapping), "Android app that opens the link")
    case .linkDomain:
      KeyShape(
        .perEnvironment(.string(.host)), "Hosting domain of the link",
        commonMistakes: ["dynamicLinkDomain", "dynamic_links_domain", "fdl_domain"],
        whereToFind: "Firebase console > Hosting > Domains")
    case .dynamicLinkDomain:
      KeyShape(
        .perEnvironment(.text), "Firebase Dynamic Links domain (shut down on 2025-08-25)")
    }
  }

  /// The keys of the Android app of an email action.
  package enum Android: String, MappingKey {
    case app
    case installIfNotAvailable = "install_if_not_available"
    case minimumVersion = "minimum_version"

    package static let mapping = MappingShape(
      "email action on Android", "Android app that opens the link", Android.self, bareKey: .app)

    package var shape: KeyShape {
      switch self {
      case .app: KeyShape(.perEnvironment(.appReference), "Your app", presence: .required)
      case .installIfNotAvailable:
        KeyShape(.boolean, "Whether to offer the app's installation")
      case .minimumVersion: KeyShape(.text, "Minimum app version that handles the link")
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
    case .verifyEmail: KeyShape(.mapping(EmailActionKey.mapping), "Verify an email address")
    case .resetPassword: KeyShape(.mapping(EmailActionKey.mapping), "Reset a password")
    case .signIn: KeyShape(.mapping(EmailActionKey.mapping), "Sign in with an email link")
    case .changeEmail: KeyShape(.mapping(EmailActionKey.mapping), "Verify a new email address")
    }
  }
}
