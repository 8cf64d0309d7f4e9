import PolicyDecision
import PolicyModel
import PolicyText

/// The entries for sign-in in the `Info.plist` of every Apple app: URL schemes and Google's client IDs. An app without
/// them gets no file.
package struct InfoPlistTarget: GeneratorTarget {
  package static let name = "info-plist"
  package static let isDefault = true
  package static let summary = "<env>/apps/<app>/Info.plist: URL schemes, Google client IDs"
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
