import PolicyModel

/// The reference of the language, made from the tables that the decoder reads by.
struct SiteLanguage {
  private var text: String
  private var waiting: [MappingShape] = []
  private var seen: Set<String> = []

  private init(_ intro: String) { text = intro }

  // MARK: pages

  static var policy: String {
    page(
      .policy,
      """
      # Policies

      A file with `linkpolicy: 1` at its root is a policy: who may sign in where. It is YAML, read strictly: a value that
      YAML would turn into something else than text has to be quoted, and no key stands twice. Keys that begin with
      `x-` are yours, linkpolicy ignores them.

      Where a value *may differ*, it is one value for both environments, or a mapping with `prod`, `sandbox` or both:

      ```yaml
      client_id: { prod: lumen-web-prod, sandbox: lumen-web-sandbox }
      ```

      Editors complete and check the keys by [`policy.schema.json`](../schemas/policy.schema.json).

      """)
  }

  static var tests: String {
    page(
      .tests,
      """
      # Test files

      A file with `linkpolicy_tests: 1` holds requests with the answers that they must get. The same entries may stand in
      a policy, under `tests`. The keys of a request depend on its kind: [Requests](requests.md).

      """)
  }

  static var configuration: String {
    page(
      .configuration,
      """
      # Configuration

      `linkpolicy.yaml`, the nearest one from the working directory up to the root of the repository. `linkpolicy
      validate --show-config` shows what is in force and where it comes from; the command line wins over it.

      """)
  }

  /// The kinds of requests with their fields.
  static var requests: String {
    var text = """
      # Requests

      What `simulate`, `test` and `flow` ask. In JSON the kind is the key `kind`; on the command line it is the word after
      `simulate`, with dashes, and so are the fields. Every answer has one of these [reasons](reasons.md).

      ## Fields of all kinds


      """
    let kinds = RequestKind.allCases
    let all = kinds.map { RequestShape.kind($0).keys.map(\.name) }
    let shared = all[0].filter { name in all.allSatisfy { $0.contains(name) } }
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

  private static func page(_ root: MappingShape, _ intro: String) -> String {
    var page = SiteLanguage(intro)
    page.waiting = [root]
    while !page.waiting.isEmpty {
      let shape = page.waiting.removeFirst()
      page.add(shape)
    }
    return page.text
  }

  // MARK: tables

  private mutating func add(_ shape: MappingShape) {
    guard seen.insert(shape.name).inserted else { return }
    text += "\n## \(Self.title(shape))\n\n\(Self.cell(shape.summary)).\n\n"
    if !shape.needsOneOf.isEmpty {
      let names = shape.needsOneOf.map { "`\($0)`" }.joined(separator: ", ")
      text += "At least one of \(names) is there.\n\n"
    }
    text += Self.table(shape.keys)
    for key in shape.keys {
      if case .enumeration(let words) = Self.bare(key.shape),
        words.contains(where: { !$0.summary.isEmpty })
      {
        text += "\n`\(key.name)` is one of\n\n"
        for word in words { text += "- `\(word.name)`: \(word.summary)\n" }
      }
      waiting += Self.mappings(key.shape)
    }
  }

  private static func table(_ keys: [KeyShape]) -> String {
    var text = "| key | value | is |\n| --- | --- | --- |\n"
    for key in keys {
      var notes = [cell(key.summary) + "."]
      if key.presence == .required { notes.append("**Required.**") }
      if key.presence == .requiredWhereAllowed { notes.append("**Required** where it may stand.") }
      if !key.only.isEmpty {
        notes.append(
          "Only where the discriminator is \(key.only.map { "`\($0)`" }.joined(separator: ", ")).")
      }
      if let standard = key.defaultValue {
        if case .described(let words) = standard {
          notes.append("Without it: \(words).")
        } else {
          notes.append("Without it: `\(standard.text)`.")
        }
      }
      text += "| `\(key.name)` | \(cell(words(key.shape))) | \(notes.joined(separator: " ")) |\n"
    }
    return text
  }

  /// A value in words, with links to the tables of mappings.
  private static func words(_ shape: Shape) -> String {
    switch shape {
    case .string(let text):
      let form =
        switch text.form {
        case .any: "text"
        case .prose: "words"
        case .identifier: "a name"
        case .appReference: "an app"
        case .variableName: "the name of a variable"
        case .secretName: "the name of a secret"
        }
      return form + (text.example.map { ", as `\($0)`" } ?? "")
    case .integer(let range):
      return range.count == 1 ? "`\(range.lowerBound)`" : "a number"
    case .boolean: return "`true` or `false`"
    case .enumeration(let words):
      return words.count > 6
        ? "one of a list" : words.map { "`\($0.name)`" }.joined(separator: ", ")
    case .list(let value): return "list: " + words(value)
    case .mapping(let shape), .secret(let shape):
      let mapping = shape()
      return "[\(title(mapping))](#\(anchor(mapping)))"
    case .dictionary(_, let value): return "by name: " + words(value)
    case .perEnvironment(let value): return words(value) + "; *may differ*"
    case .oneOrMany(let value): return words(value) + ", or a list"
    case .nullable(let value): return words(value) + ", or `null`"
    case .variants: return "a request"
    case .request, .any: return "anything"
    }
  }

  /// The mappings within a value.
  private static func mappings(_ shape: Shape) -> [MappingShape] {
    switch shape {
    case .mapping(let mapping), .secret(let mapping): [mapping()]
    case .list(let value), .dictionary(_, let value), .perEnvironment(let value),
      .oneOrMany(let value), .nullable(let value):
      mappings(value)
    case .string, .integer, .boolean, .enumeration, .variants, .request, .any: []
    }
  }

  /// A value without what says how often it stands.
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

  /// Text within a table.
  static func cell(_ text: String) -> String {
    text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
      .split(separator: "<", omittingEmptySubsequences: false).joined(separator: "&lt;")
      .split(separator: "\n").joined(separator: " ")
  }
}
