package import LinkPolicy
import PolicyModel
package import PolicyText

/// Completions at the cursor. The file may be invalid YAML while the user types, so the keys above the cursor are
/// found by indentation.
package struct Completion: Sendable {
  package struct Item: Sendable, Equatable {
    /// The numbers are those of `CompletionItemKind` (LSP).
    package enum Kind: Int, Sendable {
      case key = 10
      case value = 12
      case reference = 18
      case rule = 21
    }
    package var label: String
    package var kind: Kind
    package var detail: String
    /// The text to insert.
    package var text: String
    /// Required keys sort first.
    package var isRequired = false
    /// Markdown; may be empty.
    package var documentation = ""
  }

  package private(set) var items: [Item] = []
  /// The bytes to replace.
  package private(set) var replaced: SourceSpan

  /// - Parameters:
  ///   - project: declares the apps and clients.
  ///   - file: the file in the project, if it is part of it.
  package init(at offset: Int, in source: SourceFile, of project: Project?, file: FileID?) {
    if let kind = InputKind(path: source.name), kind != .policy {
      let context = JSONContext(at: offset, in: source)
      replaced = context.word
      items =
        AssociationCompletion(
          context: context, isApple: kind != .assetLinks, project: project
        ).items
      return
    }
    let line = LineContext(at: offset, in: source)
    replaced = line.word
    if line.isInSuppression {
      items = Self.rules
      return
    }
    guard !line.isComment else { return }
    guard let root = PolicyDocument.shape(of: line.kind(of: source)) else {
      if line.path.isEmpty, line.isKey { items = Self.markers }
      return
    }
    let resolved = Self.shape(at: line.path, in: .mapping(root), kinds: line.kinds)
    guard let shape = resolved?.shape else { return }
    let values = CompletionValues(line: line, project: project, file: file)
    if line.isKey {
      items = Self.keys(of: shape, line)
      // `apps: [` and `- ` in a list of words need values.
      if items.isEmpty { items = values.items(of: shape) }
      if line.path.last == "severities" {
        items = Self.rules.map { rule in
          var rule = rule
          rule.text += ": "
          return rule
        }
      }
    } else {
      items = values.items(of: shape)
    }
    var place = line.isKey ? nil : resolved?.row?.whereToFind
    if line.isKey, case .dictionary(let key, _) = shape { place = key.whereToFind }
    if let place {
      items.append(
        Item(
          label: UnknownValue.text, kind: .value, detail: "see \(place)",
          text: UnknownValue.text + (line.isKey ? ":" : "")))
    }
  }

  static var rules: [Item] {
    RuleCatalogue.rules.map {
      Item(
        label: $0.id.rawValue, kind: .rule, detail: $0.summary, text: $0.id.rawValue,
        documentation: $0.why)
    }
  }

  private static let markers = ["linkpolicy", "linkpolicy_tests", "linkpolicy_config"].map {
    Item(label: $0, kind: .key, detail: "identifies the file", text: "\($0): 1", isRequired: true)
  }

  // MARK: shapes

  /// The schema at the end of a path of keys, with nil for items of lists.
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

  private static func keys(of shape: Shape, _ line: LineContext) -> [Item] {
    let rows = shape.rows(kinds: line.kinds).filter { !line.siblings.contains($0.name) }
    var items = rows.map { row in
      Item(
        label: row.name, kind: .key, detail: row.summary, text: row.name + opening(of: row),
        isRequired: row.presence != .optional, documentation: HoverText.documentation(of: row))
    }
    // Insert all required keys, each on its own line.
    let required = rows.filter { $0.presence != .optional }
    if required.count > 1, let column = line.column {
      let separator = "\n" + String(repeating: " ", count: column)
      items.insert(
        Item(
          label: required.map(\.name).joined(separator: ", "), kind: .key, detail: "required keys",
          text: required.map { $0.name + opening(of: $0) }.joined(separator: separator),
          isRequired: true), at: 0)
    }
    return items
  }

  /// The text after a key: a block starts on the next line.
  private static func opening(of row: KeyShape) -> String {
    switch row.shape.leaf {
    case .mapping, .dictionary, .list, .variants: ":"
    default: ": "
    }
  }
}

extension Shape {
  /// The keys that a mapping of this shape accepts.
  ///
  /// - Parameter kinds: values of sibling keys, which select a variant.
  fileprivate func rows(kinds: [String: String]) -> [KeyShape] {
    switch self {
    case .mapping(let shape), .secret(let shape):
      let mapping = shape()
      let chosen = mapping.discriminator.flatMap { kinds[$0] }
      return mapping.keys.filter { row in
        chosen.map { row.only.isEmpty || row.only.contains($0) } ?? true
      }
    case .perEnvironment(let value):
      // A value for both environments has no keys, unless it is a mapping.
      return MappingShape.environments(of: value) + value.rows(kinds: kinds)
    case .oneOrMany(let value), .nullable(let value): return value.rows(kinds: kinds)
    case .variants(let key, let words, let shape):
      if let mapping = kinds[key].flatMap(shape) { return mapping.keys }
      return words.first.flatMap { shape($0.name) }?.keys.filter { $0.name == key } ?? []
    default: return []
    }
  }

  /// The schema of a key's value.
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
