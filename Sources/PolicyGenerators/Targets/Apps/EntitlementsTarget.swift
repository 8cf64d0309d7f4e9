import PolicyDecision
import PolicyModel
import PolicyText

/// The entitlements of every Apple app: associated domains and Sign in with Apple. An app without them gets no file. Other
/// capabilities, such as keychain sharing, aren't part of policies.
package struct EntitlementsTarget: GeneratorTarget {
  package static let name = "entitlements"
  package static let isDefault = true
  package static let summary =
    "<env>/apps/<app>/<app>.entitlements: associated domains, Sign in with Apple"
  package static func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    try input.propertyLists(
      Self.name, name: { $0.key.value.string + ".entitlements" }, entries: Self.entries)
  }

  private static func entries(
    _ app: AppProject
  ) throws(GeneratorError) -> [(key: XMLString, value: PropertyList)] {
    var entries: [(key: XMLString, value: PropertyList)] = []
    var domains: [PropertyList] = []
    for service in AssociatedDomain.Service.allCases {
      let hosts = app.associatedDomains.filter { $0.service == service }.map(\.host)
      for host in hosts.sorted(by: { $0.value < $1.value }) {
        // `?mode=developer` after a host would change its behavior, so only a host is written.
        let name = try OutputPath.host(host.value, at: host.anchor)
        domains.append(
          .string(try XMLString(ExactString(service.rawValue + ":" + name), at: host.anchor)))
      }
    }
    if !domains.isEmpty {
      entries.append(("com.apple.developer.associated-domains", .array(domains)))
    }
    if app.signInWithApple != nil {
      entries.append(("com.apple.developer.applesignin", .array([.string("Default")])))
    }
    return entries
  }
}
