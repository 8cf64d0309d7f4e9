package import LinkPolicy
import PolicyModel
import PolicySourceTree
package import PolicyDiagnostics
import PolicyText

/// What may be written at a place, also in a text that is no YAML yet: the keys above are found by their
/// indentation, and the language says what stands below them.
package struct Completion: Sendable {
  /// One proposal.
  package struct Item: Sendable, Equatable {
    package enum Kind: Sendable {
      case key
      case value
      case reference
      case rule
    }
    package var label: String
    package var kind: Kind
    /// One line.
    package var detail: String
    /// What is put in.
    package var text: String
    /// Required keys stand before others.
    package var isRequired = false
  }

  package private(set) var items: [Item] = []
  /// The bytes that the proposal takes the place of.
  package private(set) var replaced: Span

  /// - Parameters:
  ///   - project: whose apps and clients can be referred to.
  ///   - file: the number of the text in it; nil where it is not in it.
  package init(at offset: Int, in source: SourceFile, of project: Project?, file: FileID?) {
    let line = LineContext(at: offset, in: source)
    replaced = line.word
    if line.isInSuppression {
      items = RuleCatalogue.rules.map {
        Item(label: $0.id.rawValue, kind: .rule, detail: $0.summary, text: $0.id.rawValue)
      }
      return
    }
    guard !line.isComment else { return }
    guard let root = PolicyDocument.shape(of: line.kind(of: source)) else {
      if line.path.isEmpty, line.isKey { items = Self.markers }
      return
    }
    let resolved = Self.shape(at: line.path, in: .mapping(root), kinds: line.kinds)
    guard let shape = resolved?.shape else { return }
    if line.isKey {
      items = Self.keys(of: shape, present: line.siblings, kinds: line.kinds)
      // `apps: [` and `- ` in a list of words take values.
      if items.isEmpty { items = Self.values(of: shape, project, line, file) }
    } else {
      items = Self.values(of: shape, project, line, file)
    }
  }

  private static let markers = ["linkpolicy", "linkpolicy_tests", "linkpolicy_config"].map {
    Item(label: $0, kind: .key, detail: "marks the file", text: "\($0): 1", isRequired: true)
  }

  // MARK: shapes

  /// What stands at the end of a path of keys; items of lists are nil in it.
  private static func shape(
    at path: [String?], in root: Shape, kinds: [String: String]
  ) -> (shape: Shape, row: KeyShape?)? {
    var shape = root
    var row: KeyShape?
    for step in path {
      guard let key = step else {
        guard let item = shape.item else { return nil }
        shape = item
        continue
      }
      guard let next = shape.value(under: key, kinds: kinds) else { return nil }
      row = next.row ?? row
      shape = next.shape
    }
    return (shape, row)
  }

  // MARK: proposals

  private static func keys(
    of shape: Shape, present: Set<String>, kinds: [String: String]
  ) -> [Item] {
    shape.rows(kinds: kinds).filter { !present.contains($0.name) }.map { row in
      let isBlock: Bool =
        switch row.shape.leaf {
        case .mapping, .dictionary, .list, .variants: true
        default: false
        }
      return Item(
        label: row.name, kind: .key, detail: row.summary,
        text: row.name + (isBlock ? ":" : ": "), isRequired: row.presence != .optional)
    }
  }

  private static func values(
    of shape: Shape, _ project: Project?, _ line: LineContext, _ file: FileID?
  ) -> [Item] {
    switch shape.leaf {
    case .enumeration(let words):
      return words.map { Item(label: $0.name, kind: .value, detail: $0.summary, text: $0.name) }
    case .boolean:
      return ["true", "false"].map { Item(label: $0, kind: .value, detail: "", text: $0) }
    case .variants(_, let words, _):
      return words.map { Item(label: $0.name, kind: .value, detail: $0.summary, text: $0.name) }
    case .list(let item): return values(of: item, project, line, file)
    case .string(let string):
      if shape.isAppReference, let project { return apps(project, file) }
      if line.path.last == "client", let project { return clients(project) }
      if line.path.contains("redirect_uris") { return linkingHosts }
      return string.example.map {
        [Item(label: $0, kind: .value, detail: "example", text: $0)]
      } ?? []
    default: return []
    }
  }

  private static func apps(_ project: Project, _ file: FileID?) -> [Item] {
    project.workspace.policies.flatMap { document in
      document.policy.apps.map { app in
        let id = app.id.value.string
        let isOwn = document.tree.file == file
        let name = isOwn ? id : "\(document.name.string)/\(id)"
        let facts = [app.platform?.value.rawValue, (app.bundleID ?? app.packageName)?.value.string]
        return Item(
          label: name, kind: .reference, detail: facts.compactMap(\.self).joined(separator: " "),
          text: name)
      }
    }
  }

  private static func clients(_ project: Project) -> [Item] {
    project.workspace.policies.flatMap { document in
      document.policy.clients.map {
        Item(
          label: $0.id.value.string, kind: .reference,
          detail: "client of \(document.name.string)", text: $0.id.value.string)
      }
    }
  }

  /// Where Google's account linking sends its answers (the project ID follows).
  private static let linkingHosts = [
    ("https://oauth-redirect.googleusercontent.com/r/", "Google account linking, production"),
    ("https://oauth-redirect-sandbox.googleusercontent.com/r/", "Google account linking, sandbox"),
  ].map { Item(label: $0.0, kind: .value, detail: $0.1, text: $0.0) }
}

extension Shape {
  /// The rows of the keys that may stand in a mapping of this shape.
  ///
  /// - Parameter kinds: values of keys beside the place, by their names: they choose among variants.
  fileprivate func rows(kinds: [String: String]) -> [KeyShape] {
    switch self {
    case .mapping(let mapping), .secret(let mapping):
      let chosen = mapping.discriminator.flatMap { kinds[$0] }
      return mapping.keys.filter { row in
        chosen.map { row.only.isEmpty || row.only.contains($0) } ?? true
      }
    case .perEnvironment(let value):
      // A value for both needs no keys of its own, unless it is a mapping.
      return MappingShape.environments(of: value) + value.rows(kinds: kinds)
    case .oneOrMany(let value), .nullable(let value): return value.rows(kinds: kinds)
    case .variants(let key, let words, let shape):
      if let mapping = kinds[key].flatMap(shape) { return mapping.keys }
      return words.first.flatMap { shape($0.name) }?.keys.filter { $0.name == key } ?? []
    default: return []
    }
  }

  /// What stands under a key.
  fileprivate func value(
    under key: String, kinds: [String: String]
  ) -> (shape: Shape, row: KeyShape?)? {
    switch self {
    case .dictionary(_, let value): return (value, nil)
    case .variants(let name, let words, let shape):
      if key == name { return (.enumeration(words), nil) }
      return kinds[name].flatMap(shape).flatMap {
        Shape.mapping($0).value(under: key, kinds: kinds)
      }
    case .oneOrMany(let value), .nullable(let value): return value.value(under: key, kinds: kinds)
    default:
      return rows(kinds: [:]).first { $0.name == key }.map { ($0.shape, $0) }
    }
  }
}
