import PolicyText

/// What a path of a site is for, where its words name a step of sign-in.
enum AuthenticationPage {
  /// OAuth and single sign-on come back here.
  case callback
  /// Links of emails: password resets, confirmations, magic links.
  case email
  /// People sign in here.
  case login

  private static let callbackWords: Set<ExactString> = [
    "callback", "oauth", "oauth2", "sso", "saml", "oidc",
  ]
  private static let emailWords: Set<ExactString> = [
    "reset", "resetting", "resetpassword", "passwordreset", "forgot", "forgotpassword", "verify",
    "verification", "verifyemail", "magiclink",
  ]
  private static let loginWords: Set<ExactString> = ["login", "signin", "auth"]

  /// The step that the words of a path or pattern name; nil for other pages.
  init?(path: ExactString) {
    let text = Array(path.utf8)[...].lowercased[...]
    let words = text.split { !((0x61...0x7A).contains($0) || (0x30...0x39).contains($0)) }
      .map { ExactString(decoding: $0) }
    func pair(_ first: ExactString, _ second: ExactString) -> Bool {
      zip(words, words.dropFirst()).contains { $0 == first && $1 == second }
    }
    if words.contains(where: Self.callbackWords.contains) {
      self = .callback
    } else if words.contains(where: Self.emailWords.contains) || pair("magic", "link")
      || pair("register", "confirm") || pair("confirm", "email")
    {
      self = .email
    } else if words.contains(where: Self.loginWords.contains) || pair("sign", "in") {
      self = .login
    } else {
      return nil
    }
  }

  /// What to look after where an app claims the page.
  var help: String {
    switch self {
    case .callback:
      "a sign-in that began in the browser does not come back to it: exclude the path if the web "
        + "signs in there too"
    case .email:
      "the app has to read the code of the link; exclude the path if only the page can"
    case .login: "exclude the path if people sign in on the web"
    }
  }
}
