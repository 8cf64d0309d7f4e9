import PolicyText

extension Decision {
  /// What the user sees next; nil if only programs see the response.
  ///
  /// Derived from the channel and, for App Flip, from Google's documentation of errors.
  package var userSees: String? {
    switch channel {
    case .redirect:
      return outcome == .allow
        ? "the browser returns to the client with a code"
        : "the browser returns to the client, which explains the error"
    case .postLogoutRedirect:
      return "the browser opens the client's page; the user is signed out"
    case .localPage: return "the server's own page, which confirms the sign-out"
    case .localError: return "the server's own error page; the client is not told"
    case .openUniversalLink, .intentResult: return flipWords
    case .notHandled:
      return "our app opens nothing; Google does not document what its app shows then"
    case .openApp: return "the app opens"
    case .browser: return "the page in the browser"
    case .returned: return "nothing until the caller sends the link by email"
    case .sent:
      guard let link = result?["link"]?.exactText else {
        return "a message that an email was sent, although none was"
      }
      return link.contains("/emulator/action?")
        ? "nothing: the emulator prints the link" : "an email with the link"
    case .crash: return "the app crashes"
    case .clientError: return "the app's own error message; nothing was sent"
    case .serverError: return "the app's own message about the server's error"
    case .tokenResponse:
      return outcome == .allow
        ? "nothing; the servers have exchanged tokens"
        : "the client's message that linking failed"
    case .corsResponse, .result, .nothing: return nil
    }
  }

  private var flipWords: String {
    let next = next ?? ""
    if next.utf8.starts(with: "browser_fallback".utf8) {
      return "Google's app again, which tries linking in the browser"
    }
    if next.utf8.starts(with: "none".utf8) {
      return "nothing: our app closes, and no app waits for a result"
    }
    if next == "abort" { return "Google's app again, which stops linking" }
    return outcome == .allow ? "Google's app again, linked" : "Google's app again, with the error"
  }
}
