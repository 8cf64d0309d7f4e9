/// The keys of a host.
package enum DomainKey: String, MappingKey {
  case environment
  case links
  case credentials
  case appClips = "app_clips"
  case handoff
  case variables

  package static let mapping = MappingShape(
    "domain", "Host and the association files that it serves", DomainKey.self)

  package var shape: KeyShape {
    switch self {
    case .environment:
      KeyShape(
        .enumeration(of: DomainEnvironment.self), "Environment of the host",
        defaultValue: .enumeration(Domain.Defaults.environment))
    case .links:
      KeyShape(
        .list(.mapping(LinkEntryKey.mapping)),
        "Which apps open which links; the first matching rule applies",
        commonMistakes: ["applinks", "app_links", "universal_links"])
    case .credentials:
      KeyShape(
        .list(.appReference),
        "Apps that share passwords and passkeys with the host (webcredentials, get_login_creds)",
        commonMistakes: ["webcredentials", "passkeys"])
    case .appClips: KeyShape(.list(.appReference), "Apple apps whose App Clips the host opens")
    case .handoff: KeyShape(.list(.appReference), "Apple apps that support Handoff from the host")
    case .variables:
      KeyShape(
        .dictionary(key: StringShape(), value: .texts),
        "Substitution variables for patterns (Apple only)")
    }
  }
}

/// The keys of a link entry.
package enum LinkEntryKey: String, MappingKey {
  case apps
  case rules

  package static let mapping = MappingShape(
    "link entry", "Apps, and the links that they open", LinkEntryKey.self)

  package var shape: KeyShape {
    switch self {
    case .apps: KeyShape(.list(.appReference), "Apps that open the links", presence: .required)
    case .rules:
      KeyShape(
        .list(.mapping(LinkRuleKey.mapping)), "Link rules; the first match applies",
        presence: .required, commonMistakes: ["paths", "components", "patterns"])
    }
  }
}

/// The keys of a link rule.
package enum LinkRuleKey: String, MappingKey {
  case path
  case query
  case fragment
  case exclude
  case comment
  case caseSensitive = "case_sensitive"
  case percentEncoded = "percent_encoded"

  package static let mapping = MappingShape(
    "link rule", "Matches links by path, query and fragment", LinkRuleKey.self,
    needsOneOf: [[.path, .query, .fragment]],
    bareKey: .path)

  package var shape: KeyShape {
    switch self {
    case .path:
      KeyShape(
        .string(StringShape(example: "/orders/*")),
        "Path pattern: `*` matches any characters, `?` matches one",
        commonMistakes: ["/", "paths", "pattern", "url"],
        whereToFind: "the association file that the host serves, or the app's code that opens links"
      )
    case .query:
      KeyShape(
        .dictionary(key: StringShape(), value: .text),
        "Patterns of query items by name; `?*` requires a value", commonMistakes: ["params"])
    case .fragment: KeyShape(.text, "Fragment pattern", commonMistakes: ["#", "hash"])
    case .exclude:
      KeyShape(
        .boolean, "Whether matching links stay in the browser",
        defaultValue: .boolean(LinkRuleEntry.Defaults.exclude), commonMistakes: ["not"])
    case .comment: KeyShape(.prose, "Comment in the generated file")
    case .caseSensitive:
      KeyShape(
        .boolean, "Whether patterns are case-sensitive (Apple only)",
        defaultValue: .boolean(LinkRuleEntry.Defaults.caseSensitive))
    case .percentEncoded:
      KeyShape(
        .boolean, "Whether patterns match the percent-encoded link",
        defaultValue: .boolean(LinkRuleEntry.Defaults.percentEncoded))
    }
  }
}
