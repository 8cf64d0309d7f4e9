package import PolicyText
import PolicyModel

/// A grant type that no specification names and that is no extension.
package struct GrantTypeUnknown: Rule {
  package static let info = RuleInfo(
    "grant-type-unknown", .client, .error,
    summary: "a grant type is one that a specification names, or an absolute URI",
    why:
      "The token endpoint compares `grant_type` byte by byte. Grant types of others are absolute URIs, so "
      + "a word that nobody has defined is a misspelling, and every request for it is refused.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.linking(settings: "grant_types: [authorization_code, ⟦refresh-token⟧]"),
      good: ExamplePolicy.linking(settings: "grant_types: [authorization_code, refresh_token]")),
    references: ["RFC 6749 section 4.5", "RFC 7591 section 2"], isFixable: true)
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for client in context.policy.clients {
      for type in client.grantTypes ?? [] where Self.isMisspelt(type.value) {
        let near = Self.nearest(type.value)
        findings.report(
          type.node, "\(type.value.quoted) is no grant type",
          help: near.map { "write `\($0)`" } ?? "an extension grant is an absolute URI",
          fixes: near.map {
            findings.replacing(type.node, by: $0, "write `\($0)`", isSafe: false)
          } ?? [])
      }
    }
  }

  /// True for what no server compares a request with. What else a list lacks is then not worth saying.
  static func isMisspelt(_ type: ExactString) -> Bool {
    GrantType(type) == nil && (nearest(type) != nil || URIParts(type).scheme == nil)
  }

  /// The one that was meant: near by its letters, or only a part of it was written.
  private static func nearest(_ text: ExactString) -> String? {
    let all = GrantType.allCases.map(\.rawValue)
    if let near = Nearest.name(to: text.string, among: all) { return near }
    guard !text.isEmpty else { return nil }
    return GrantType.allCases.first { type in
      type.name.hasSuffix(":" + text.string) || type.name.hasSuffix("_" + text.string)
        || type.name.hasPrefix(text.string + "_")
    }?.rawValue
  }
}
