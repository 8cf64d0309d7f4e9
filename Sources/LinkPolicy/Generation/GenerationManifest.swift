import PolicyText
import PolicyGenerators

/// `manifest.json` of an output directory lists the files that linkpolicy wrote. A later run
/// replaces and removes only those.
struct GenerationManifest: Equatable {
  /// The name below the output directory.
  static let name = "manifest.json"

  /// One generated file.
  struct Entry: Equatable {
    /// The path below the output directory.
    var path: String
    var target: String
    /// nil for files with both environments.
    var environment: Environment?
    /// The SHA-256 of the contents in lower-case hexadecimal.
    var sha256: String
  }

  /// The names of the policies, in byte order.
  var policies: [String]
  /// Sorted by path.
  var files: [Entry]

  /// Creates a manifest.
  init(policies: [String], files: [Entry]) {
    self.policies = policies
    self.files = files.sorted { ExactString($0.path) < ExactString($1.path) }
  }

  /// The valid hashes of each file. While files are written, a changed file has two entries: its
  /// old and its new contents.
  var hashes: [ExactString: [String]] {
    Dictionary(files.map { (ExactString($0.path), [$0.sha256]) }, uniquingKeysWith: +)
  }

  /// The contents of `manifest.json`.
  var bytes: [UInt8] {
    let json: JSONValue = [
      "schemaVersion": 1,
      "version": .string(linkPolicyVersion),
      "policies": .array(policies.map(JSONValue.string)),
      "files": .array(
        files.map { file in
          [
            "path": .string(file.path), "target": .string(file.target),
            "environment": .optional(file.environment?.rawValue), "sha256": .string(file.sha256),
          ]
        }),
    ]
    return Array((json.text(.pretty) + "\n").utf8)
  }

  /// Reads a manifest; nil if this version couldn't have written it, for example because a path
  /// leads out of the directory.
  init?(reading bytes: [UInt8]) {
    let result = JSONReader.read(SourceFile(name: Self.name, bytes: bytes), file: FileID(0))
    let tree = result.tree
    guard result.diagnostics.isEmpty, let root = tree.root, tree.kind(root) == .mapping,
      let version = tree.value(of: "schemaVersion", in: root), tree.text(version, equals: "1"),
      tree.style(version) == .jsonNumber,
      let policies = tree.value(of: "policies", in: root), tree.kind(policies) == .sequence,
      let files = tree.value(of: "files", in: root), tree.kind(files) == .sequence
    else { return nil }
    var names: [String] = []
    for node in tree.items(policies) {
      guard let name = tree.jsonString(node)?.string else { return nil }
      names.append(name)
    }
    var entries: [Entry] = []
    for node in tree.items(files) {
      guard let entry = Self.entry(node, tree) else { return nil }
      entries.append(entry)
    }
    self.init(policies: names, files: entries)
  }

  private static func entry(_ node: NodeID, _ tree: SourceTree) -> Entry? {
    guard tree.kind(node) == .mapping,
      let path = tree.value(of: "path", in: node).flatMap({ tree.jsonString($0)?.string }),
      OutputPath.isSafe(path), ExactString(path) != ExactString(name),
      let target = tree.value(of: "target", in: node).flatMap({ tree.jsonString($0)?.string }),
      let environmentNode = tree.value(of: "environment", in: node),
      let sha256 = tree.value(of: "sha256", in: node).flatMap({ tree.jsonString($0)?.string })
    else { return nil }
    let environment = tree.jsonString(environmentNode).flatMap { Environment(rawValue: $0.string) }
    let isNull =
      tree.style(environmentNode) == .jsonLiteral && tree.text(environmentNode, equals: "null")
    guard environment != nil || isNull else { return nil }
    return Entry(path: path, target: target, environment: environment, sha256: sha256)
  }
}
