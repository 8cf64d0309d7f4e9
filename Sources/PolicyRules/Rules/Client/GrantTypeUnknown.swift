package import PolicyText
import PolicyModel

package struct GrantTypeUnknown: Rule {
  package static let info = RuleInfo(
    "grant-type-unknown", .client, .error,
    summary: "Disallow unknown grant types",
    why:
      "The token endpoint compares `grant_type` byte by byte. Extension grants are absolute "
      + "URIs, so any other unknown word is a misspelling, and the server rejects every request "
      + "for it.",
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
          type.node, "unknown grant type \(type.value.quoted)",
          help: near.map { "did you mean `\($0)`?" }
            ?? "use a standard grant type, or an absolute URI for an extension grant",
          fixes: near.map {
            findings.replacing(type.node, by: $0, "write `\($0)`", isSafe: false)
          } ?? [])
      }
    }
  }

  /// Whether no server accepts this grant type. Other findings about the list would then be wrong.
  static func isMisspelt(_ type: ExactString) -> Bool {
    GrantType(type) == nil && (nearest(type) != nil || URIParts(type).scheme == nil)
  }

  /// The closest grant type, by spelling or because only a part of its name was written.
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
