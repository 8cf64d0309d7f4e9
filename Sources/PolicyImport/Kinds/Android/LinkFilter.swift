import AssociationFiles
import PolicyText
import PolicyModel

/// An intent filter, as a manifest or the settings of Expo have it.
struct LinkFilter {
  /// A value with its place.
  struct Value {
    var text: ExactString
    var location: SourceLocation
  }

  /// A `<data>`. All of a filter multiply: each scheme with each host and each path.
  struct Data {
    var scheme: Value?
    var host: Value?
    var port: Value?
    var paths: [(kind: AndroidPath.Kind, value: Value)] = []
    var mimeType: Value?
    /// It had a condition on the host or the path that could not be read; named already.
    var hasLostHost = false
    var hasLostPath = false
  }

  var isVerified: Bool
  var actions: [Value]
  var categories: [ExactString]
  var data: [Data]
  var location: SourceLocation

  private static let web: [ExactString] = ["http", "https"]

  private var schemes: [Value] { data.compactMap(\.scheme) }
  private var hosts: [Value] { data.compactMap(\.host) }
  private var isWeb: Bool { schemes.contains { Self.web.contains($0.text) } }
  private var isShown: Bool { actions.contains { $0.text == "android.intent.action.VIEW" } }

  /// True for a filter whose links Android verifies.
  var isAppLink: Bool { fault == nil && isWeb && !hosts.isEmpty }

  /// Why Android verifies none of the hosts; nil where it does.
  private var fault: String? {
    if !isShown { return "the filter lacks the action VIEW" }
    for category in ["DEFAULT", "BROWSABLE"]
    where !categories.contains(ExactString("android.intent.category.\(category)")) {
      return "the filter lacks the category \(category)"
    }
    if !schemes.allSatisfy({ Self.web.contains($0.text) }) {
      return "a filter with other schemes than http and https is not verified"
    }
    if data.contains(where: { $0.mimeType != nil }) {
      return "a filter with a MIME type takes no links"
    }
    return isVerified
      ? nil : "the filter has no `autoVerify`, so Android verifies nothing and asks the user"
  }

  /// States the links that a filter takes.
  func read(_ app: AppReference, in context: FactContext?, into facts: inout ImportFacts) {
    for scheme in schemes where !Self.web.contains(scheme.text) && isShown {
      URLSchemeOrigin.read(
        scheme.text, of: app, at: scheme.location, in: context, into: &facts)
    }
    guard isWeb else { return }
    if let fault {
      for host in hosts {
        facts.leaveOut(.dropped, "\(quoted(host)): \(fault)", at: host.location)
      }
      return
    }
    for data in data {
      guard let port = data.port else { continue }
      facts.leaveOut(
        .dropped, "the port \(quoted(port)): verified links have none", at: port.location)
    }
    let rules = rules(into: &facts)
    var seen: Set<ExactString> = []
    for host in hosts {
      guard seen.insert(host.text).inserted else { continue }
      guard !host.text.hasPrefix("*") else {
        facts.leaveOut(
          .wildcardHost, "\(quoted(host)) stands for every subdomain", at: host.location,
          help: "name each host; Android verifies the root of `*.HOST` for all of them")
        continue
      }
      guard !rules.isEmpty else { continue }
      let link = LinkFact(
        apps: [LinkFact.App(app, at: host.location)], rules: .rules(rules))
      facts.add(
        .host(.named(host.text)), DomainKey.links, is: .link(link), at: host.location, in: context)
    }
  }

  private func rules(into facts: inout ImportFacts) -> [LinkFact.Rule] {
    var rules: [LinkFact.Rule] = []
    let paths = data.flatMap(\.paths)
    for path in paths {
      let text = Self.unescaped(path.value.text)
      guard let pattern = AndroidPath(kind: path.kind, text: text).pattern else {
        facts.leaveOut(
          .pattern, "`\(path.kind.rawValue)` \(quoted(path.value)) has no equal rule",
          at: path.value.location)
        continue
      }
      let rule = LinkRule(path: pattern)
      if !rules.contains(where: { $0.rule == rule }) {
        rules.append(LinkFact.Rule(rule, at: path.value.location))
      }
    }
    if paths.isEmpty, !data.contains(where: \.hasLostPath) {
      rules = [LinkFact.Rule(LinkRule(path: "*"), at: location)]
    }
    return rules
  }

  /// The resource compiler takes a backslash off: `.*\\.pdf` is `.*\.pdf`.
  private static func unescaped(_ text: ExactString) -> ExactString {
    text.contains(UInt8(ascii: "\\")) ? AndroidStrings.unescaped(text) : text
  }

  private func quoted(_ value: Value) -> String { UTF8Text.quoted(value.text.string) }
}
