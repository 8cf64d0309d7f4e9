package import Diagnostics
import TextSupport

/// An address without scheme or without host.
package struct UriNotAbsolute: URIRule {
  package static let info = RuleInfo(
    "uri-not-absolute", .uri, .error,
    summary: "a redirect URI is absolute: scheme, host and path",
    why: "A relative reference has no meaning of its own: each server and browser would resolve it "
      + "against another base, and `//host` or `https:/host` leave the site in many of them.",
    examples: .init(
      .redirectURI, bad: "⟦app.acme.example/oauth/callback⟧",
      good: "https://app.acme.example/oauth/callback"),
    references: ["RFC 6749 section 3.1.2", "RFC 3986 section 4.3"])
  package static let roles: URIRoles = [.redirects, .others, .origin]
  package init() {}

  package func problem(in uri: URIOccurrence) -> URIProblem? {
    let isComplete =
      uri.parts.scheme != nil
      && (uri.isWeb ? !uri.host.isEmpty : uri.parts.scheme?.upperBound != uri.bytes.count - 1)
    guard !isComplete else { return nil }
    return URIProblem(
      nil, "\(uri.text.quoted) is not an absolute URI",
      help: "write scheme, host and path, such as `https://app.example.com/callback`")
  }
}
