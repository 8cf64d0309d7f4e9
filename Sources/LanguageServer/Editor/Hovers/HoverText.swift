import LinkPolicy
import PolicyText
import PolicyModel

/// The text of a hover.
struct HoverText {
  let map: PositionIndex
  let project: Project?
  let file: FileID?
  let link: @Sendable (SourceReference) -> String?

  var tree: SourceTree { map.tree }

  /// The policy of the document.
  var document: PolicyDocument? {
    project?.workspace.policies.first { $0.tree.file == file }
  }

  /// Markdown; nil for no hover.
  func text(_ place: CursorContext, at offset: Int) -> String? {
    if tree.language == .json { return association(place) }
    let text = tree.text(place.entry.node)
    switch place.role {
    case .key: return Self.documentation(of: place.entry)
    case .declaration: return declaration(place, text)
    case .redirectURI, .address, .origin: return address(text.string, place)
    case .host: return host(text) ?? address(text.string, place)
    case .appReference: return app(text)
    case .clientReference: return clientReference(text)
    case .policyReference: return policy(text)
    case .linkPattern: return linkRule(at: offset)
    case .fingerprint: return fingerprint(text)
    case .clientID: return clientID(text)
    case .scope: return scope(text)
    case .ruleID: return RuleCatalogue.rules(named: text.string).first.map(Hover.text)
    case .reason:
      return DecisionReason.allCases.first { ExactString($0.rawValue) == text }
        .map { "**\($0.rawValue)**\n\n\($0.summary)" }
    case .secret: return secret(place, text)
    case .alias: return alias(place)
    case .word: return word(place, text)
    case .feature, .text: return nil
    }
  }

  /// A source location, with a link if possible.
  func place(_ source: SourceReference?) -> String {
    guard let source else { return "" }
    let name = "\(DisplayText.visible(source.file)):\(source.line)"
    return link(source).map { "[\(name)](\($0))" } ?? name
  }

  /// A value as inline code, with special characters escaped.
  func code(_ text: ExactString) -> String {
    "`\(DisplayText.visible(DisplayText.shortened(text.string, to: 300)).replacing("`", with: "'"))`"
  }

  // MARK: keys

  /// The documentation of a key.
  static func documentation(of entry: PositionIndex.Entry) -> String? {
    entry.row.map { documentation(of: $0) }
  }

  /// The documentation of a key: its type, default and an example.
  static func documentation(of row: KeyShape) -> String {
    var text = "**\(row.name)** · \(row.shape.words)\n\n\(row.summary)"
    if row.presence != .optional { text += "\n\nRequired." }
    if !row.only.isEmpty { text += "\n\nOnly for \(row.only.joined(separator: ", "))." }
    if let value = row.defaultValue { text += "\n\nDefault: \(value.text)" }
    if let place = row.whereToFind {
      text += "\n\nIf you don't know it yet, write `\(UnknownValue.text)`. See \(place)."
    }
    if let example = row.shape.example { text += "\n\nExample: `\(example)`" }
    return text
  }

  private func word(_ place: CursorContext, _ text: ExactString) -> String? {
    place.entry.shape?.leaf.enumerationValues.first { ExactString($0.name) == text }.map {
      "**\($0.name)**\n\n\($0.summary)"
    }
  }

  /// The value of an alias.
  private func alias(_ place: CursorContext) -> String {
    let node = tree.resolved(place.entry.node)
    let span = tree.span(node)
    let line = tree.source.position(of: span.start).line
    let isSecret = document.map { document in
      document.secrets.contains { span.contains($0.span) || $0.span.contains(span) }
    }
    // Don't show a value that may be a secret, even if the file hasn't been checked yet.
    guard isSecret == false || (isSecret == nil && place.entry.shape != nil) else {
      return "line \(line)"
    }
    guard tree.kind(node) != .scalar else { return "\(code(tree.text(node))) · line \(line)" }
    let text = DisplayText.shortened(tree.source.text(span), to: 600)
    return "line \(line)\n\n```yaml\n\(text.replacing("```", with: "'''"))\n```"
  }

  private func secret(_ place: CursorContext, _ text: ExactString) -> String {
    let never = "The location of the secret. Never write its value into a policy."
    guard case .string(let shape)? = place.entry.shape?.leaf, shape.accepts(Array(text.utf8)[...]),
      text.utf8.count <= 200, SecretContent.kind(in: Array(text.utf8)[...]) == nil
    else { return never }
    let name = code(text)
    switch place.name {
    case "env": return "The environment variable \(name).\n\n\(never)"
    case "file": return "The file \(name), outside the policy.\n\n\(never)"
    case "secret": return "\(name) in the secret manager.\n\n\(never)"
    default: return never
    }
  }
}

extension Shape {
  /// The type in words.
  var words: String {
    switch self {
    case .string(let string) where !string.values.isEmpty:
      string.values.map(\.name).joined(separator: ", ")
    case .string: "text"
    case .integer: "integer"
    case .boolean: "true or false"
    case .enumeration(let values): values.map(\.name).joined(separator: ", ")
    case .list(let item): "list of \(item.words)"
    case .mapping(let mapping): "mapping (\(mapping().name))"
    case .dictionary: "mapping with names of your choice"
    case .perEnvironment(let value): "\(value.words), for both environments or per environment"
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
