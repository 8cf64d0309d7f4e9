import PolicyModel

/// Tables of all keys of the policy language, from the schema.
struct SiteLanguage {
  private var text = ""
  private var waiting: [MappingShape] = []
  private var seen: Set<String> = []

  // MARK: fragments

  static var policy: String { fragment(.policy) }
  static var tests: String { fragment(.tests) }
  static var configuration: String { fragment(.configuration) }

  /// The request types with their fields.
  static var requests: String {
    let kinds = RequestKind.allCases
    let all = kinds.map { RequestShape.kind($0).keys.map(\.name) }
    let shared = all[0].filter { name in all.allSatisfy { $0.contains(name) } }
    var text = "## Fields of all request types\n\n"
    text += table(
      RequestShape.kind(.authorize).keys.filter { shared.contains($0.name) && $0.name != "kind" })
    for kind in kinds {
      let keys = RequestShape.kind(kind).keys.filter { !shared.contains($0.name) }
      text += "\n## `\(kind.rawValue)`\n\n\(kind.summary).\n"
      let command = kind.rawValue.split(separator: "_").joined(separator: "-")
      text += "\n```sh\nlinkpolicy simulate \(command) --help\n```\n"
      if !keys.isEmpty { text += "\n" + table(keys) }
    }
    return text
  }

  private static func fragment(_ root: MappingShape) -> String {
    var page = SiteLanguage()
    page.waiting = [root]
    while !page.waiting.isEmpty { page.add(page.waiting.removeFirst()) }
    return page.text
  }

  // MARK: tables

  private mutating func add(_ shape: MappingShape) {
    guard seen.insert(shape.name).inserted else { return }
    text += "\n## \(Self.title(shape))\n\n\(Self.cell(shape.summary)).\n\n"
    if !shape.needsOneOf.isEmpty {
      let names = shape.needsOneOf.map { "`\($0)`" }.joined(separator: ", ")
      text += "At least one of \(names) is required.\n\n"
    }
    text += Self.table(shape.keys)
    for key in shape.keys {
      if case .enumeration(let words) = Self.bare(key.shape),
        words.contains(where: { !$0.summary.isEmpty })
      {
        text += "\n`\(key.name)` is one of:\n\n"
        for word in words { text += "- `\(word.name)`: \(word.summary)\n" }
      }
      waiting += Self.mappings(key.shape)
    }
  }

  private static func table(_ keys: [KeyShape]) -> String {
    var text = "| key | value | description |\n| --- | --- | --- |\n"
    for key in keys {
      var notes = [cell(key.summary) + "."]
      if key.presence == .required { notes.append("**Required.**") }
      if key.presence == .requiredIfAllowed { notes.append("**Required** if it is allowed.") }
      if !key.only.isEmpty {
        notes.append(
          "Only for \(key.only.map { "`\($0)`" }.joined(separator: ", ")).")
      }
      if let standard = key.defaultValue {
        if case .described(let words) = standard {
          notes.append("Default: \(words).")
        } else {
          notes.append("Default: `\(standard.text)`.")
        }
      }
      text += "| `\(key.name)` | \(cell(words(key.shape))) | \(notes.joined(separator: " ")) |\n"
    }
    return text
  }

  /// A description of a value, with links to the tables of mappings.
  private static func words(_ shape: Shape) -> String {
    switch shape {
    case .string(let text):
      let form =
        switch text.form {
        case .any: "string"
        case .prose: "string"
        case .identifier: "name"
        case .appReference: "app"
        case .variableName: "name of an environment variable"
        case .secretName: "name of a secret"
        }
      return form + (text.example.map { ", such as `\($0)`" } ?? "")
    case .integer(let range):
      return range.count == 1 ? "`\(range.lowerBound)`" : "number"
    case .boolean: return "`true` or `false`"
    case .enumeration(let words):
      return words.count > 6
        ? "one of the values below" : words.map { "`\($0.name)`" }.joined(separator: ", ")
    case .list(let value): return "list of " + words(value)
    case .mapping(let shape), .secret(let shape):
      let mapping = shape()
      return "[\(title(mapping))](#\(anchor(mapping)))"
    case .dictionary(_, let value): return "mapping of names to " + words(value)
    case .perEnvironment(let value): return words(value) + "; *can differ by environment*"
    case .oneOrMany(let value): return words(value) + ", or a list"
    case .nullable(let value): return words(value) + ", or `null`"
    case .variants: return "request"
    case .request, .any: return "any value"
    }
  }

  private static func mappings(_ shape: Shape) -> [MappingShape] {
    switch shape {
    case .mapping(let mapping), .secret(let mapping): [mapping()]
    case .list(let value), .dictionary(_, let value), .perEnvironment(let value),
      .oneOrMany(let value), .nullable(let value):
      mappings(value)
    case .string, .integer, .boolean, .enumeration, .variants, .request, .any: []
    }
  }

  /// The type of a single value.
  private static func bare(_ shape: Shape) -> Shape {
    switch shape {
    case .list(let value), .perEnvironment(let value), .oneOrMany(let value), .nullable(let value):
      bare(value)
    default: shape
    }
  }

  private static func title(_ shape: MappingShape) -> String {
    shape.name.prefix(1).uppercased() + shape.name.dropFirst()
  }

  private static func anchor(_ shape: MappingShape) -> String {
    shape.name.lowercased().split(separator: " ").joined(separator: "-")
  }

  /// Escapes text for a table.
  static func cell(_ text: String) -> String {
    text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
      .split(separator: "<", omittingEmptySubsequences: false).joined(separator: "&lt;")
      .split(separator: "\n").joined(separator: " ")
  }
}
