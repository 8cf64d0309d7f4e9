import PolicyModel
package import PolicyText

/// An entry of `com.apple.developer.associated-domains`: `applinks:lumen.example?mode=developer`.
package struct AssociatedDomain: Sendable {
  /// Such as `applinks` or `webcredentials`.
  package let service: ExactString
  package let host: ExactString
  /// The host's bytes in the entry.
  package let range: Range<Int>
  /// The value of `?mode=`, such as `developer` or `developer+managed`.
  package let mode: ExactString?

  /// Parses an entry; nil without a service.
  package init?(_ text: ExactString) {
    let bytes = Array(text.utf8)
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0 else { return nil }
    let question = bytes[colon...].firstIndex(of: UInt8(ascii: "?")) ?? bytes.count
    service = ExactString(decoding: bytes[..<colon])
    host = ExactString(decoding: bytes[(colon + 1)..<question])
    range = (colon + 1)..<question
    let query = ExactString(decoding: bytes[min(question + 1, bytes.count)...])
    mode = query.hasPrefix("mode=") ? ExactString(decoding: query.utf8.dropFirst(5)) : nil
  }

  /// Reads an entry of an app.
  ///
  /// - Parameter text: the entry with variables replaced.
  static func read(
    _ item: SourceObject, as text: ExactString, of app: AppReference,
    in context: EnvironmentContext?, into imported: inout ImportedValues
  ) {
    let shown = DisplayText.quoted(text.string)
    func leaveOut(
      _ message: String, _ rule: ImportRule = .dropped, help: String = "write `applinks:HOST`"
    ) {
      imported.leaveOut(rule, message, at: item.location, help: help)
    }
    guard let entry = AssociatedDomain(text) else {
      // The whole entry is a variable.
      return SourceVariable.first(in: text) != nil
        ? leaveOut(
          "\(shown) contains an unknown variable", .unresolved,
          help: "import the entitlements of a build, or pass `--define NAME=VALUE`")
        : leaveOut("\(shown) has no service, so iOS ignores it")
    }
    let key: DomainKey
    switch entry.service {
    case "http", "https": return leaveOut("\(shown) is a URL, so iOS ignores it")
    case "applinks": key = .links
    case "webcredentials": key = .credentials
    case "appclips": key = .appClips
    case "activitycontinuation": key = .handoff
    default:
      return leaveOut(
        "policies don't support the service in \(shown)",
        help: "no action needed: it doesn't open links")
    }
    if entry.host.hasPrefix("*") {
      let parent = ExactString(
        decoding: entry.host.utf8.drop { $0 != UInt8(ascii: ".") }.dropFirst())
      return leaveOut(
        "\(shown) matches every subdomain", .wildcardHost,
        help: "list each host below \(DisplayText.quoted(parent.string)) whose links the app opens")
    }
    if entry.host.utf8.contains(UInt8(ascii: "/")) || entry.host.isEmpty {
      return leaveOut("\(shown) must be a host without scheme and path")
    }
    let domain = entry.host.parts(separator: ".").suffix(2)
    if domain.count == 2, domain.first == "example", ["com", "net", "org"].contains(domain.last) {
      return leaveOut("\(shown) has the host of an example", help: "write the app's host")
    }
    var context = context ?? EnvironmentContext()
    if let mode = entry.mode {
      // Only development builds fetch the file from the host itself.
      context.hints.insert(
        EnvironmentHint(.variant, ExactString("mode=\(mode.string)"), .sandbox), at: 0)
    }
    let host = ImportSubject.host(.named(entry.host))
    let location = text == item.text.value ? item.location(of: entry.range) : item.location
    if key == .links {
      let link = ImportedLinks(apps: [ImportedLinks.App(app, at: location)], rules: .unknown)
      imported.add(host, key, is: .link(link), at: location, in: context)
    } else {
      imported.add(host, key, is: .app(app), at: location, in: context)
    }
  }
}
