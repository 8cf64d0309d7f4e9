/// The keys of a host.
package enum DomainKey: String, MappingKey {
  case environment
  case links
  case credentials
  case appClips = "app_clips"
  case handoff
  case variables

  package static let mapping = MappingShape(
    "domain", "A host and the association files that it serves", DomainKey.self)

  package var shape: KeyShape {
    switch self {
    case .environment:
      KeyShape(
        .enumeration(of: DomainEnvironment.self), "The environment of the host",
        defaultValue: .enumeration(Domain.Defaults.environment))
    case .links:
      KeyShape(
        .list(.mapping(LinkEntryKey.mapping)),
        "Which apps open which links; entries and rules in order, the first match decides")
    case .credentials:
      KeyShape(
        .list(.appReference),
        "Apps that share passwords and passkeys with the host (webcredentials, get_login_creds)")
    case .appClips: KeyShape(.list(.appReference), "Apple apps whose App Clips the host opens")
    case .handoff: KeyShape(.list(.appReference), "Apple apps that take over browsing (Handoff)")
    case .variables:
      KeyShape(
        .dictionary(key: StringShape(), value: .texts),
        "Substitution variables for patterns, Apple only")
    }
  }
}
