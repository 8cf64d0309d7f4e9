package import PolicyDiagnostics
import PolicyRules
import PolicySourceTree
import PolicyText

/// Findings that are known and not reported again: by rule, file, logical path, value and message,
/// never by line, so that edits elsewhere do not bring them back.
package struct Baseline: Sendable {
  /// How often each may be found.
  private var counts: [FindingKey: Int] = [:]

  /// Nothing is known.
  package init() {}

  /// All findings of a report.
  package init(_ report: Report, repositoryPath: (String) -> String) {
    for diagnostic in report.diagnostics {
      let file = repositoryPath(report.sources[diagnostic.location.file.index].name)
      counts[FindingKey(diagnostic, in: report, file: file), default: 0] += 1
    }
  }

  /// Why a file is no baseline.
  package struct Malformed: Error {
    /// What it holds that nobody sees, with its place; nil for other reasons.
    package var hidden: String?
  }

  /// Reads what `text` wrote.
  package init(reading bytes: [UInt8], name: String) throws(Malformed) {
    let result = JSONReader.read(SourceFile(name: name, bytes: bytes), file: FileID(0))
    let tree = result.tree
    var hidden: [Diagnostic] = []
    HiddenCharacters.report(in: tree, prose: [], to: &hidden)
    if let first = hidden.first {
      let place = tree.source.position(of: first.location.span.start)
      throw Malformed(hidden: "\(place.line):\(place.column): \(first.message)")
    }
    guard result.diagnostics.isEmpty, let root = tree.root,
      let findings = tree.value(of: "findings", in: root), tree.kind(findings) == .sequence,
      let version = tree.value(of: "schemaVersion", in: root), tree.text(version) == "1"
    else { throw Malformed() }
    for item in tree.items(findings) {
      func text(_ key: String) throws(Malformed) -> String {
        guard let node = tree.value(of: key, in: item), tree.style(node) == .jsonString else {
          throw Malformed()
        }
        return tree.text(node).string
      }
      let key = FindingKey(
        rule: RuleID(rawValue: try text("rule")), file: try text("file"), path: try text("path"),
        value: try text("value"), message: try text("message"))
      let written = tree.value(of: "count", in: item).map { tree.text($0).string } ?? "1"
      guard let count = Int(written), count > 0, count <= 1_000_000 else { throw Malformed() }
      counts[key, default: 0] += count
    }
  }

  /// JSON with one finding per line, sorted: changes merge well.
  package var text: String {
    let lines = counts.sorted { Self.precedes($0.key, $1.key) }.map { key, count in
      let value: JSONValue = [
        "file": .string(key.file.string), "path": .string(key.path.string),
        "rule": .string(key.rule.rawValue), "value": .string(key.value.string),
        "message": .string(key.message.string), "count": .int(count),
      ]
      return "    " + value.text()
    }
    let list = lines.isEmpty ? "[]" : "[\n\(lines.joined(separator: ",\n"))\n  ]"
    return "{\n  \"schemaVersion\": 1,\n  \"findings\": \(list)\n}\n"
  }

  private static func precedes(_ a: FindingKey, _ b: FindingKey) -> Bool {
    let pairs = [
      (a.file, b.file), (a.path, b.path),
      (ExactString(a.rule.rawValue), ExactString(b.rule.rawValue)), (a.value, b.value),
    ]
    for (left, right) in pairs where left != right { return left < right }
    return a.message < b.message
  }

  /// True when a finding is known, by its id or an alias of it; each entry counts as often as it was written.
  mutating func take(_ key: FindingKey) -> Bool {
    if takeExactly(key) { return true }
    // The file may be older than the name of the rule.
    for alias in RuleRegistry.info(for: key.rule)?.aliases ?? [] {
      var former = key
      former.rule = alias
      if takeExactly(former) { return true }
    }
    return false
  }

  private mutating func takeExactly(_ key: FindingKey) -> Bool {
    guard let count = counts[key], count > 0 else { return false }
    counts[key] = count - 1
    return true
  }

  /// True without entries.
  var isEmpty: Bool { counts.isEmpty }
}
