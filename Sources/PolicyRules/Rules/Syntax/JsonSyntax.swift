package import PolicyText

/// An association file that is no strict JSON. Reported by the reader of JSON.
package struct JsonSyntax: NamedRule {
  package static let info = RuleInfo(
    "json-syntax", .syntax, .error, summary: "an association file is strict JSON",
    why: "Apple's and Google's readers refuse comments, final commas and duplicate keys.",
    examples: .init(.assetLinks, bad: "[⟦,⟧]", good: "[]"), references: ["RFC 8259"],
    isFixable: true)
  package init() {}
}
