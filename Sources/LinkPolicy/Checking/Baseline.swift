import PolicyDecision
package import PolicyText
import PolicyRules

/// Known findings that aren't reported again, identified by rule, file, path in the document and value.
///
/// Lines and messages aren't part of the identity, so edits elsewhere and reworded messages don't bring findings
/// back. A baseline is committed and published: it contains hashes of values, and none for a secret, because an
/// attacker could guess short secrets from their hash.
package struct Baseline: Sendable {
  /// How many findings each entry covers.
  private var counts: [Entry: Int] = [:]
  /// Version 1 contains values instead of hashes, including secrets that the program didn't recognize.
  private var isFirstVersion = false

  package init() {}

  package init(_ report: Report, repositoryPath: (String) -> String) {
    for diagnostic in report.diagnostics {
      let file = repositoryPath(report.sources[diagnostic.location.file.index].name)
      counts[Entry(FindingKey(diagnostic, in: report, file: file)), default: 0] += 1
    }
  }

  private struct Entry: Hashable {
    var rule: RuleID
    var file: ExactString
    var path: ExactString
    /// The first 16 bytes of the value's SHA-256 in hexadecimal; nil for a secret.
    var hash: String?

    init(rule: RuleID, file: String, path: String, hash: String?) {
      self.rule = rule
      self.file = ExactString(file)
      self.path = ExactString(path)
      self.hash = hash
    }

    init(_ key: FindingKey) {
      rule = key.rule
      file = key.file
      path = key.path
      hash = Self.hash(of: key.value)
    }

    static func hash(of value: ExactString) -> String? {
      guard value != ExactString(Redactions.replacement) else { return nil }
      return String(
        decoding: SHA256Digest(of: Array(value.utf8)).hex.utf8.prefix(32), as: UTF8.self)
    }

    static func isHash(_ text: ExactString) -> Bool {
      text.utf8.count == 32 && text.utf8.allSatisfy { $0.isDigit || (0x61...0x66).contains($0) }
    }
  }

  package struct Malformed: Error {
    /// The location and message of an invisible character; nil for other reasons.
    package var hidden: String?
  }

  /// Reads version 2, which `text` writes, or version 1.
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
      let findings = tree.value(of: "findings", in: root), tree.kind(findings) == .sequence
    else { throw Malformed() }
    isFirstVersion = tree.value(of: "schemaVersion", in: root).map { tree.text($0) == "1" } ?? false
    guard
      isFirstVersion || tree.value(of: "version", in: root).map({ tree.text($0) == "2" }) == true
    else { throw Malformed() }
    for item in tree.items(findings) {
      let entry = try Self.entry(item, of: tree, isFirstVersion)
      let written = tree.value(of: "count", in: item).map { tree.text($0).string } ?? "1"
      guard let count = Int(written), count > 0, count <= 1_000_000 else { throw Malformed() }
      counts[entry, default: 0] += count
    }
  }

  private static func entry(
    _ item: NodeID, of tree: SourceTree, _ isFirstVersion: Bool
  ) throws(Malformed) -> Entry {
    func text(_ key: String) throws(Malformed) -> ExactString? {
      guard let node = tree.value(of: key, in: item) else { return nil }
      guard tree.style(node) == .jsonString else { throw Malformed() }
      return tree.text(node)
    }
    guard let rule = try text("rule"), let file = try text("file"), let path = try text("path")
    else { throw Malformed() }
    var hash = try text("hash")?.string
    if isFirstVersion {
      guard let value = try text("value") else { throw Malformed() }
      hash = Entry.hash(of: value)
    } else if let hash, !Entry.isHash(ExactString(hash)) {
      throw Malformed()
    }
    return Entry(
      rule: RuleID(rawValue: rule.string), file: file.string, path: path.string, hash: hash)
  }

  /// JSON with one finding per line, sorted: changes merge without conflicts.
  package var text: String {
    let lines = counts.sorted { Self.precedes($0.key, $1.key) }.map { entry, count in
      var members: [(key: String, value: JSONValue)] = [
        ("file", .string(entry.file.string)), ("path", .string(entry.path.string)),
        ("rule", .string(entry.rule.rawValue)),
      ]
      if let hash = entry.hash { members.append(("hash", .string(hash))) }
      members.append(("count", .int(count)))
      return "    " + JSONValue.object(members).text()
    }
    let list = lines.isEmpty ? "[]" : "[\n\(lines.joined(separator: ",\n"))\n  ]"
    return "{\n  \"version\": 2,\n  \"findings\": \(list)\n}\n"
  }

  private static func precedes(_ a: Entry, _ b: Entry) -> Bool {
    let pairs = [
      (a.file, b.file), (a.path, b.path),
      (ExactString(a.rule.rawValue), ExactString(b.rule.rawValue)),
    ]
    for (left, right) in pairs where left != right { return left < right }
    return a.hash ?? "" < b.hash ?? ""
  }

  /// Returns true if an entry covers a finding, by the rule's ID or an alias, and uses the entry up.
  mutating func take(_ diagnostic: Diagnostic, in report: Report, file: String) -> Bool {
    if take(Entry(FindingKey(diagnostic, in: report, file: file))) { return true }
    guard isFirstVersion else { return false }
    return take(Entry(FindingKey(diagnostic, in: report, file: file, showsSecrets: true)))
  }

  private mutating func take(_ entry: Entry) -> Bool {
    if takeExactly(entry) { return true }
    // The baseline may contain an alias of the rule.
    for alias in RuleRegistry.info(for: entry.rule)?.aliases ?? [] {
      var former = entry
      former.rule = alias
      if takeExactly(former) { return true }
    }
    return false
  }

  private mutating func takeExactly(_ entry: Entry) -> Bool {
    guard let count = counts[entry], count > 0 else { return false }
    counts[entry] = count - 1
    return true
  }

  var isEmpty: Bool { counts.isEmpty }
}
