package import PolicyText
import PolicyModel

/// An entry of `com.apple.developer.associated-domains`: `applinks:lumen.example?mode=developer`.
package struct AssociatedDomain: Sendable {
  /// `applinks`, `webcredentials` and so on.
  package let service: ExactString
  /// The host, as it is written.
  package let host: ExactString
  /// Where the host stands in the text.
  package let range: Range<Int>
  /// Behind `?mode=`: `developer`, `managed`, `developer+managed`.
  package let mode: ExactString?

  /// The parts of an entry; nil where no service stands before the host.
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

  /// States what an entry says of an app, or why it says nothing to a policy.
  ///
  /// - Parameters:
  ///   - location: of the whole entry.
  ///   - place: of a range of the entry.
  static func read(
    _ text: ExactString, of app: AppReference, at location: SourceLocation,
    place: (Range<Int>) -> SourceLocation, in context: FactContext?, into facts: inout ImportFacts
  ) {
    guard let entry = AssociatedDomain(text) else {
      // The whole entry is a variable.
      if SourceVariable.first(in: text) != nil {
        return facts.leaveOut(
          .unresolved, "\(UTF8Text.quoted(text.string)) is not literal", at: location,
          help: "give the built entitlements")
      }
      return facts.leaveOut(
        .dropped, "\(UTF8Text.quoted(text.string)) names no service: `applinks:HOST` expected",
        at: location)
    }
    let key: DomainKey
    switch entry.service {
    case "http", "https":
      return facts.leaveOut(
        .dropped,
        "\(UTF8Text.quoted(text.string)) is an address and has no effect: `applinks:HOST` expected",
        at: location)
    case "applinks": key = .links
    case "webcredentials": key = .credentials
    case "appclips": key = .appClips
    case "activitycontinuation": key = .handoff
    default:
      return facts.leaveOut(
        .dropped, "a policy has no place for the service \(UTF8Text.quoted(text.string))",
        at: location)
    }
    if entry.host.hasPrefix("*") {
      let parent = ExactString(
        decoding: entry.host.utf8.drop { $0 != UInt8(ascii: ".") }.dropFirst())
      return facts.leaveOut(
        .wildcardHost, "\(UTF8Text.quoted(text.string)) stands for every subdomain", at: location,
        help: "name each host below \(UTF8Text.quoted(parent.string)) whose links the app opens")
    }
    if entry.host.utf8.contains(UInt8(ascii: "/")) || entry.host.isEmpty {
      return facts.leaveOut(
        .dropped, "\(UTF8Text.quoted(text.string)): a host stands without scheme and path",
        at: location)
    }
    var context = context ?? FactContext()
    if let mode = entry.mode {
      // Only builds for development ask the host itself.
      context.hints.insert(
        EnvironmentHint(.variant, ExactString("mode=\(mode.string)"), .sandbox), at: 0)
    }
    let host = FactSubject.host(.named(entry.host))
    let location = place(entry.range)
    if key == .links {
      let link = LinkFact(apps: [LinkFact.App(app, at: location)], rules: .unknown)
      facts.add(host, key, is: .link(link), at: location, in: context)
    } else {
      facts.add(host, key, is: .app(app), at: location, in: context)
    }
  }
}
