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
    case .projectID: KeyShape(.perEnvironment(.text), "Project ID", presence: .required)
    case .projectNumber: KeyShape(.perEnvironment(.text), "Project number")
    case .authDomain: KeyShape(.perEnvironment(.text), "Domain of the sign-in handler")
    case .authorizedDomains:
      KeyShape(
        .perEnvironment(.texts),
        "Domains that may start a sign-in and follow an email; left out, the project's own two are "
          + "taken to be all")
    case .hostingDomains:
      KeyShape(.perEnvironment(.texts), "Hosting domains that carry links of email actions")
    case .mobileLinks: KeyShape(.enumeration(of: MobileLinks.self), "How links reach mobile apps")
    case .signIn: KeyShape(.mapping(FirebaseKey.SignIn.mapping), "Sign-in settings of the project")
    case .email: KeyShape(.mapping(FirebaseKey.Email.mapping), "Settings of the emails")
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
      case .emailLink: KeyShape(.boolean, "Sign-in with an email link")
      case .allowDuplicateEmails: KeyShape(.boolean, "Several accounts with one email address")
      case .improvedEmailPrivacy: KeyShape(.boolean, "Email enumeration protection")
      }
    }
  }

  /// The keys of the settings of emails.
  package enum Email: String, MappingKey {
    case callbackURI = "callback_uri"
    case clickTracking = "click_tracking"
    case locale

    package static let mapping = MappingShape(
      "firebase email", "Settings of the emails", Email.self)

    package var shape: KeyShape {
      switch self {
      case .callbackURI:
        KeyShape(
          .perEnvironment(.text), "Action URL of the emails",
          defaultValue: .described("https://PROJECT.firebaseapp.com/__/auth/action"))
      case .clickTracking: KeyShape(.boolean, "Whether the mailer rewrites links")
      case .locale: KeyShape(.text, "Language of the emails")
      }
    }
  }
}
