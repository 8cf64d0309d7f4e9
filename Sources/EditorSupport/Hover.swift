package import LinkPolicy
import PolicyModel
package import PolicyDiagnostics
import PolicySourceTree
import PolicyText

/// What an editor shows about the place under the pointer.
package struct Hover: Sendable {
  /// Markdown.
  package var text: String
  /// The bytes that it is about.
  package var span: Span

  /// - Parameters:
  ///   - project: what decides, with the text in it; nil shows what the language alone says.
  package init?(at offset: Int, in map: DocumentMap, of project: Project?, file: FileID?) {
    if let comment = map.comment(at: offset) {
      guard let hover = Self.rule(at: offset, in: comment, map) else { return nil }
      self = hover
      return
    }
    guard let entry = map.entry(at: offset),
      entry.isKey || map.tree.kind(entry.node) == .scalar
    else { return nil }
    let document = project?.workspace.policies.first { $0.tree.file == file }
    let text =
      entry.isKey
      ? Self.key(entry, map, document) : Self.value(entry, map, project, document)
    guard let text else { return nil }
    self.init(text: text, span: map.tree.span(entry.node))
  }

  private init(text: String, span: Span) {
    self.text = text
    self.span = span
  }

  // MARK: rules

  /// The rule whose id stands in a comment.
  private static func rule(at offset: Int, in comment: Span, _ map: DocumentMap) -> Hover? {
    let bytes = map.tree.source.bytes
    func isName(_ byte: UInt8) -> Bool {
      (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
    }
    var start = min(offset, comment.end)
    while start > comment.start, isName(bytes[start - 1]) { start -= 1 }
    var end = offset
    while end < comment.end, isName(bytes[end]) { end += 1 }
    guard start < end else { return nil }
    let name = String(decoding: bytes[start..<end], as: UTF8.self)
    guard name.contains("-"), let info = RuleCatalogue.rules(named: name).first else { return nil }
    return Hover(text: Self.text(info), span: Span(start, end))
  }

  /// What a rule says, and why.
  package static func text(_ info: RuleInfo) -> String {
    "**\(info.id.rawValue)** · \(info.severity.rawValue)\n\n\(info.summary)\n\n\(info.why)"
  }

  // MARK: keys

  private static func key(
    _ entry: DocumentMap.Entry, _ map: DocumentMap, _ document: PolicyDocument?
  ) -> String? {
    if entry.isFree { return declaration(entry, map, document) }
    guard let row = entry.row else { return nil }
    var text = "**\(row.name)** · \(row.shape.words)\n\n\(row.summary)"
    if row.presence != .optional { text += "\n\nRequired." }
    if let value = row.defaultValue { text += "\n\nDefault: \(value.text)" }
    if let example = row.shape.example { text += "\n\nExample: `\(example)`" }
    return text
  }

  /// What a chosen name declares.
  private static func declaration(
    _ entry: DocumentMap.Entry, _ map: DocumentMap, _ document: PolicyDocument?
  ) -> String? {
    let id = map.tree.text(entry.node)
    guard let document else { return nil }
    if let app = document.policy.apps.first(where: { $0.id.value == id }) { return describe(app) }
    guard let client = document.policy.clients.first(where: { $0.id.value == id }) else {
      return nil
    }
    var lines = ["**\(UTF8Text.visible(id.string))** · OAuth client"]
    for environment in Environment.allCases {
      guard let clientID = client.clientID?[environment] else { continue }
      let count = client.redirectURIs?[environment]?.count ?? 0
      lines.append(
        "\(environment): \(UTF8Text.quoted(clientID.value.string)), "
          + "\(count) redirect URI\(count == 1 ? "" : "s")")
    }
    return lines.joined(separator: "\n\n")
  }

  private static func describe(_ app: App) -> String {
    var facts = [app.platform?.value.rawValue ?? "app"]
    if let id = app.appleAppID ?? app.packageName?.value {
      facts.append("`\(UTF8Text.visible(id.string))`")
    }
    if let environments = app.environments {
      facts.append(environments.map(\.value.rawValue).joined(separator: ", "))
    }
    return "**\(UTF8Text.visible(app.id.value.string))** · " + facts.joined(separator: " · ")
  }

  // MARK: values

  private static func value(
    _ entry: DocumentMap.Entry, _ map: DocumentMap, _ project: Project?,
    _ document: PolicyDocument?
  ) -> String? {
    let text = map.tree.text(entry.node)
    switch entry.shape?.leaf {
    case .secret: return "Where the secret is kept. Its value belongs in no policy."
    case .enumeration(let words):
      return words.first { ExactString($0.name) == text }.map { "**\($0.name)**\n\n\($0.summary)" }
    case .string where entry.shape?.isAppReference == true:
      guard let project, let document else { return nil }
      return project.workspace.app(text, from: document).map { describe($0.app) }
    default: break
    }
    if map.tree.isAlias(entry.node) {
      return map.tree.kind(entry.node) == .scalar ? UTF8Text.quoted(text.string) : nil
    }
    let isAddress = [
      "redirect_uris", "post_logout_redirect_uris", "cors_origins", "return_urls",
      "javascript_origins", "authorized_domains", "url", "universal_link",
    ].contains(entry.row?.name ?? "")
    guard isAddress, let project else { return nil }
    return address(text.string, project)
  }

  /// Who lets an address in, and which app takes it away from the server.
  private static func address(_ uri: String, _ project: Project) -> String {
    let who = WhoAllows(uri, in: project)
    var lines = who.matches.prefix(8).map { match in
      let owner = match.owner
      let client = owner.client.map { "`\(UTF8Text.visible($0.string))` · " } ?? ""
      let place = match.source.map { " · \(UTF8Text.visible($0.file)):\($0.line)" } ?? ""
      return "* \(client)\(owner.place) · \(owner.environment) · \(match.form.rawValue)\(place)"
    }
    if who.matches.isEmpty { lines.append("* nobody lets it in") }
    for near in who.nearest.prefix(1) {
      lines.append("* nearest: \(UTF8Text.quoted(near.value.string)): \(near.difference)")
    }
    guard uri.hasPrefix("https://") else { return lines.joined(separator: "\n") }
    lines.append("")
    let evaluator = RequestEvaluator(project)
    for environment in Environment.allCases {
      for (platform, request) in [
        ("iOS", PolicyRequest.universalLink(uri, environment: environment)),
        ("Android", PolicyRequest.appLink(uri, environment: environment)),
      ] {
        guard let decision = try? evaluator.decide(request), decision.isAllowed else { continue }
        lines.append("* \(platform), \(environment): \(decision.message)")
      }
    }
    if lines.last?.isEmpty == true { lines.append("* opens in the browser, in no app") }
    return lines.joined(separator: "\n")
  }
}

extension Shape {
  /// What stands there, in words.
  fileprivate var words: String {
    switch self {
    case .string: "text"
    case .integer: "integer"
    case .boolean: "true or false"
    case .enumeration(let values): values.map(\.name).joined(separator: ", ")
    case .list(let item): "list of \(item.words)"
    case .mapping(let mapping): "mapping (\(mapping.name))"
    case .dictionary: "mapping with names of your choice"
    case .perEnvironment(let value): "\(value.words), for both environments or each"
    case .oneOrMany(let value): "\(value.words), one or several"
    case .nullable(let value): "\(value.words) or null"
    case .secret: "reference to a secret"
    case .variants, .request: "request"
    case .any: "anything"
    }
  }

  fileprivate var example: String? {
    switch self {
    case .string(let string): string.example
    case .list(let value), .perEnvironment(let value), .oneOrMany(let value), .nullable(let value):
      value.example
    default: nil
    }
  }
}
