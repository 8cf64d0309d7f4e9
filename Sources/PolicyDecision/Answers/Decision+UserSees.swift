import PolicyText

extension Decision {
  /// What the user of the app sees next, in words; nil where the answer is for programs only.
  ///
  /// Follows from the channel and, for App Flip, from what Google documents about its errors.
  package var userSees: String? {
    switch channel {
    case "redirect":
      return outcome == .allow
        ? "the browser goes on to the client, which gets a code"
        : "the browser goes back to the client, which gets the error and explains it"
    case "post_logout_redirect":
      return "the browser goes on to the page of the client; the user is signed out"
    case "local_page": return "a page of our own server that says that the sign-out is done"
    case "local_error": return "an error page of our own server; the client learns nothing"
    case "open_universal_link", "intent_result": return flipWords
    case "not_handled":
      return "our app opens nothing; what Google's app then shows is not documented"
    case "open_app": return "the app opens"
    case "browser": return "the page in the browser"
    case "returned": return "nothing before the caller, who has the link, mails it"
    case "sent":
      guard let link = result?["link"]?.exactText else {
        return "that an email was sent, although none was"
      }
      return link.contains("/emulator/action?")
        ? "nothing: the emulator prints the link" : "an email with the link"
    case "crash": return "the app ends"
    case "client_error": return "what the app makes of the error; nothing was sent"
    case "server_error": return "what the app makes of the error of the server"
    case "token_response":
      return outcome == .allow
        ? "nothing of it; the servers have exchanged tokens"
        : "that linking failed, in the client's words"
    default: return nil
    }
  }

  /// By what the answer says about Google's app.
  private var flipWords: String {
    let next = next ?? ""
    if next.utf8.starts(with: "browser_fallback".utf8) {
      return "Google's app again, which tries linking in the browser"
    }
    if next.utf8.starts(with: "none".utf8) {
      return "nothing of it: our app closes, and no app waits for an answer"
    }
    if next == "abort" { return "Google's app again, which ends linking" }
    return outcome == .allow ? "Google's app again, linked" : "Google's app again, with the error"
  }
}
