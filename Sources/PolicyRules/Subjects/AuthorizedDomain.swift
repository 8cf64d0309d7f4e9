import PolicyDiagnostics
import PolicyModel
import PolicyText

/// An authorized domain of the Firebase project as rules look at it.
struct AuthorizedDomain: Sendable {
  /// As written, with its place.
  var text: LocatedText
  /// nil for a value that was given for both environments.
  var environment: Environment?
  /// In lower case.
  var name: ExactString
  var content: ByteContent

  /// False where a scheme, a port or a path stands there as well, which is another rule's business.
  var isBare: Bool { !content.intersects(.hostDelimiters) }

  /// All of them, in the order of the policy.
  static func all(in policy: Policy) -> [AuthorizedDomain] {
    var found: [AuthorizedDomain] = []
    for (environment, texts) in policy.firebase?.authorizedDomains?.distinct ?? [] {
      for text in texts {
        found.append(
          AuthorizedDomain(
            text: text, environment: environment, name: ASCII.lowercased(text.value),
            content: ByteContent(of: text.value)))
      }
    }
    return found
  }
}
