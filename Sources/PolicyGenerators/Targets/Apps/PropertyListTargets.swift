import PolicyDecision
import PolicyText

/// The entitlements of every Apple app: associated domains and Sign in with Apple. An app without them gets no file. Other
/// capabilities, such as keychain sharing, aren't part of policies.
package struct EntitlementsTarget: GeneratorTarget {
  package static let name = "entitlements"
  package static let isDefault = true
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

/// The entries for sign-in in the `Info.plist` of every Apple app: URL schemes and Google's client IDs. An app without
/// them gets no file.
package struct InfoPlistTarget: GeneratorTarget {
  package static let name = "info-plist"
  package static let isDefault = true
  package static func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    try input.propertyLists(Self.name, name: { _ in "Info.plist" }, entries: Self.entries)
  }

  private static func entries(
    _ app: AppProject
  ) throws(GeneratorError) -> [(key: XMLString, value: PropertyList)] {
    var entries: [(key: XMLString, value: PropertyList)] = []
    if let id = app.googleClientID { entries.append(("GIDClientID", try string(id))) }
    if let id = app.googleServerClientID { entries.append(("GIDServerClientID", try string(id))) }
    // Google's schemes and those of your redirect URIs are separate types in Xcode.
    let own = app.redirectURIs.map { Entry(URIParts($0.value).lowerScheme, $0.anchor) }
    var seen: Set<ExactString> = []
    var types: [PropertyList] = []
    for schemes in [app.urlSchemes, own] {
      var strings: [PropertyList] = []
      // URL schemes ignore case (RFC 3986 section 3.1).
      for scheme in schemes where seen.insert(ASCII.lowercased(scheme.value)).inserted {
        strings.append(try string(scheme))
      }
      if !strings.isEmpty {
        types.append(.dictionary([("CFBundleURLSchemes", .array(strings))]))
      }
    }
    if !types.isEmpty { entries.append(("CFBundleURLTypes", .array(types))) }
    return entries
  }

  private static func string(_ entry: Entry) throws(GeneratorError) -> PropertyList {
    let bytes = Array(entry.value.utf8)
    for (byte, next) in zip(bytes, bytes.dropFirst())
    where byte == UInt8(ascii: "$") && (next == UInt8(ascii: "(") || next == UInt8(ascii: "{")) {
      throw GeneratorError(
        "Xcode would expand `$(…)` or `${…}` in \(DisplayText.quoted(entry.value.string))",
        at: entry.anchor)
    }
    return .string(try XMLString(entry.value, at: entry.anchor))
  }
}
