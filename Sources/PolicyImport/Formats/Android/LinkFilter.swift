import AssociationFiles
import PolicyModel
import PolicyText

/// An intent filter in a manifest or in Expo settings.
struct LinkFilter {
  struct Value {
    var text: ExactString
    var location: SourceLocation
    /// The value as written, if it is a resource.
    var resource: ExactString?
  }

  /// A `<data>` element. A filter matches every combination of its schemes, hosts and paths.
  struct Data {
    var scheme: Value?
    var host: Value?
    var port: Value?
    var paths: [(kind: AndroidPath.Kind, value: Value)]
    var mimeType: Value?
    /// Whether a host or path condition is unknown; already reported.
    var hasLostHost = false
    var hasLostPath = false

    /// - Parameter value: returns an attribute.
    init(_ value: (String) -> Value?) {
      scheme = value("scheme")
      host = value("host")
      port = value("port")
      paths = AndroidPath.Kind.allCases.compactMap { kind in
        value(kind.rawValue).map { (kind, $0) }
      }
      mimeType = value("mimeType")
    }
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

  /// Whether Android verifies the filter's links.
  var isAppLink: Bool { problem == nil && isWeb && !hosts.isEmpty }

  /// Why Android doesn't verify the hosts; nil if it does.
  private var problem: String? {
    if !isShown { return "the filter has no `VIEW` action" }
    for category in ["DEFAULT", "BROWSABLE"]
    where !categories.contains(ExactString("android.intent.category.\(category)")) {
      return "the filter has no `\(category)` category"
    }
    if !schemes.allSatisfy({ Self.web.contains($0.text) }) {
      return "Android doesn't verify filters with schemes other than http and https"
    }
    if data.contains(where: { $0.mimeType != nil }) {
      return "filters with a MIME type don't open links"
    }
    return isVerified
      ? nil : "the filter has no `autoVerify`, so Android asks the user"
  }

  /// Reads the links that a filter opens.
  func read(
    _ app: AppReference, in context: EnvironmentContext?, into imported: inout ImportedValues
  ) {
    for scheme in schemes where !Self.web.contains(scheme.text) && isShown {
      URLSchemeOrigin.read(
        scheme.text, of: app, at: scheme.location, in: context, uri: uri(scheme.text),
        resources: ([scheme] + hosts).compactMap(\.resource?.string).joined(separator: " "),
        into: &imported)
    }
    guard isWeb else { return }
    if let problem {
      for host in hosts {
        imported.leaveOut(
          .dropped, "left out \(quoted(host)): \(problem)", at: host.location,
          help: "complete the intent filter if the app should open its links")
      }
      return
    }
    for data in data {
      guard let port = data.port else { continue }
      imported.leaveOut(
        .dropped, "left out the port \(quoted(port)): App Links don't support ports",
        at: port.location, help: "remove the port")
    }
    let rules = rules(into: &imported)
    var seen: Set<ExactString> = []
    for host in hosts {
      guard seen.insert(host.text).inserted else { continue }
      guard !host.text.hasPrefix("*") else {
        imported.leaveOut(
          .wildcardHost, "\(quoted(host)) matches every subdomain", at: host.location,
          help: "list each host; for `*.HOST`, Android verifies `HOST` only")
        continue
      }
      guard !rules.isEmpty else { continue }
      let link = ImportedLinks(
        apps: [ImportedLinks.App(app, at: host.location)], rules: .rules(rules))
      imported.add(
        .host(.named(host.text)), DomainKey.links, is: .link(link), at: host.location, in: context)
    }
  }

  /// The only URI with a scheme that the filter accepts.
  private func uri(_ scheme: ExactString) -> ExactString? {
    let paths = data.flatMap(\.paths)
    guard hosts.count == 1, let host = hosts.first?.text, !host.contains(UInt8(ascii: "*")),
      paths.isEmpty || paths.count == 1 && paths[0].kind == .path
    else { return nil }
    let uri = ExactString(
      "\(scheme.string)://\(host.string)\(paths.first?.value.text.string ?? "")")
    return SourceVariable.first(in: uri) == nil ? uri : nil
  }

  private func rules(into imported: inout ImportedValues) -> [ImportedLinks.Rule] {
    var rules: [ImportedLinks.Rule] = []
    let paths = data.flatMap(\.paths)
    for path in paths {
      let text = Self.unescaped(path.value.text)
      guard let pattern = AndroidPath(kind: path.kind, text: text).pattern else {
        imported.leaveOut(
          .pattern, "no policy rule equals `\(path.kind.rawValue)` \(quoted(path.value))",
          at: path.value.location, help: "write a rule with `*` and `?` in the policy")
        continue
      }
      let rule = LinkRule(path: pattern)
      if !rules.contains(where: { $0.rule == rule }) {
        rules.append(ImportedLinks.Rule(rule, at: path.value.location))
      }
    }
    if paths.isEmpty, !data.contains(where: \.hasLostPath) {
      rules = [ImportedLinks.Rule(LinkRule(path: "*"), at: location)]
    }
    return rules
  }

  /// Removes one level of backslashes, as the resource compiler does: `.*\\.pdf` is `.*\.pdf`.
  private static func unescaped(_ text: ExactString) -> ExactString {
    text.contains(UInt8(ascii: "\\")) ? AndroidStrings.unescaped(text) : text
  }

  private func quoted(_ value: Value) -> String { DisplayText.quoted(value.text.string) }
}
