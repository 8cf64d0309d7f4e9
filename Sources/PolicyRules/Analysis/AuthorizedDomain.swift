import PolicyText
import PolicyModel

/// An authorized domain of the Firebase project as rules look at it.
struct AuthorizedDomain: Sendable {
  /// As written, with its place.
  let text: LocatedText
  /// nil for a value that was given for both environments.
  let environment: Environment?
  /// In lower case.
  let name: ExactString
  let content: ByteSet

  private init(_ text: LocatedText, in environment: Environment?) {
    self.text = text
    self.environment = environment
    name = ASCII.lowercased(text.value)
    content = ByteSet(of: text.value)
  }

  /// False where a scheme, a port or a path stands there as well, which is another rule's business.
  var isBare: Bool { !content.intersects(.hostDelimiters) }

  /// All of them, in the order of the policy.
  static func all(in policy: Policy) -> [AuthorizedDomain] {
    var found: [AuthorizedDomain] = []
    for (environment, texts) in policy.firebase?.authorizedDomains?.distinct ?? [] {
      for text in texts { found.append(AuthorizedDomain(text, in: environment)) }
    }
    return found
  }
}
