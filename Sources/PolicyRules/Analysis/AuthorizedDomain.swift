import PolicyText
import PolicyModel

/// An authorized domain of the Firebase project.
struct AuthorizedDomain: Sendable {
  let text: LocatedText
  /// nil for a value that both environments share.
  let environment: Environment?
  /// The name in lower case.
  let name: ExactString
  let content: ByteSet

  private init(_ text: LocatedText, in environment: Environment?) {
    self.text = text
    self.environment = environment
    name = ASCII.lowercased(text.value)
    content = ByteSet(of: text.value)
  }

  /// False if the value also has a scheme, port or path, which `domain-not-bare` reports.
  var isBare: Bool { !content.intersects(.hostDelimiters) }

  static func all(in policy: Policy) -> [AuthorizedDomain] {
    var found: [AuthorizedDomain] = []
    for (environment, texts) in policy.firebase?.authorizedDomains?.distinct ?? [] {
      for text in texts { found.append(AuthorizedDomain(text, in: environment)) }
    }
    return found
  }
}
