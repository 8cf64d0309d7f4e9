/// The keys of a link entry.
package enum LinkEntryKey: String, MappingKey {
  case apps
  case rules

  package static let mapping = MappingShape(
    "link entry", "Apps and the rules that open them", LinkEntryKey.self)

  package var shape: KeyShape {
    switch self {
    case .apps: KeyShape(.list(.appReference), "Apps that open the links", presence: .required)
    case .rules:
      KeyShape(
        .list(.mapping(LinkRuleKey.mapping)), "Rules in order; the first match decides",
        presence: .required)
    }
  }
}

/// The keys of a rule of a link entry.
package enum LinkRuleKey: String, MappingKey {
  case path
  case query
  case fragment
  case exclude
  case comment
  case caseSensitive = "case_sensitive"
  case percentEncoded = "percent_encoded"

  package static let mapping = MappingShape(
    "link rule", "A set of links", LinkRuleKey.self, needsOneOf: [.path, .query, .fragment],
    bareKey: .path)

  package var shape: KeyShape {
    switch self {
    case .path:
      KeyShape(
        .string(StringShape(example: "/orders/*")),
        "Pattern of the path: `*` any text, `?` one character", commonMistakes: ["/", "paths"])
    case .query:
      KeyShape(
        .dictionary(key: StringShape(), value: .text),
        "Patterns of query items by name; `?*` demands a value", commonMistakes: ["params"])
    case .fragment: KeyShape(.text, "Pattern of the fragment", commonMistakes: ["#", "hash"])
    case .exclude:
      KeyShape(
        .boolean, "The links stay in the browser",
        defaultValue: .boolean(LinkRuleEntry.Defaults.exclude), commonMistakes: ["not"])
    case .comment: KeyShape(.prose, "For people")
    case .caseSensitive:
      KeyShape(
        .boolean, "Whether case counts, Apple only",
        defaultValue: .boolean(LinkRuleEntry.Defaults.caseSensitive))
    case .percentEncoded:
      KeyShape(
        .boolean, "Whether patterns are compared with the encoded link",
        defaultValue: .boolean(LinkRuleEntry.Defaults.percentEncoded))
    }
  }
}
