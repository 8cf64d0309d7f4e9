import AssociationFiles
import PolicyText

/// A fix that moves link rules from a statement's top level to `relation_extensions`, where Android reads them.
///
/// The matcher must confirm that in the changed file every allowed path opens the app and every excluded path
/// doesn't.
struct RelationExtensionsFix {
  private let tree: SourceTree
  private let statement: NodeID
  /// Written before `allows`, because the first matching rule decides.
  private var excludes: [Rule] = []
  private var allows: [Rule] = []
  private var keys: [NodeID] = []

  private struct Rule {
    /// The JSON of the rule in the new list.
    var text: String
    var pattern: ExactString
  }

  private static let maximumRules = 200

  /// The fix; none if Android can't express the rules.
  static func fixes(_ statement: NodeID, _ findings: Findings) -> [Fix] {
    var moved = RelationExtensionsFix(findings.tree, statement)
    guard moved.collect(), let edits = moved.edits(), moved.isConfirmed(edits) else { return [] }
    return [
      Fix("move the rules under `relation_extensions`", isSafe: false, edits: edits)
    ]
  }

  private init(_ tree: SourceTree, _ statement: NodeID) {
    self.tree = tree
    self.statement = statement
  }

  /// Collects the rules. Returns false if one isn't a rule for paths.
  private mutating func collect() -> Bool {
    guard tree.value(of: "relation_extensions", in: statement) == nil,
      tree.value(of: "target", in: statement) != nil
    else { return false }
    for (key, value) in tree.entries(statement) {
      switch tree.text(key).string {
      case "relation", "target": continue
      case "include", "includes", "allow", "path", "paths", "patterns", "links":
        guard add(value, excluding: false) else { return false }
      case "exclude", "excludes", "deny": guard add(value, excluding: true) else { return false }
      case "rules", "components", "dynamic_app_link_components":
        guard tree.kind(value) == .sequence, add(value, excluding: false) else { return false }
      default: continue
      }
      keys.append(key)
    }
    return !keys.isEmpty && !allows.isEmpty && allows.count + excludes.count <= Self.maximumRules
  }

  private mutating func add(_ value: NodeID, excluding: Bool) -> Bool {
    switch tree.kind(value) {
    case .sequence:
      for item in tree.items(value) {
        guard tree.kind(item) != .sequence, add(item, excluding: excluding) else { return false }
      }
      return true
    case .mapping: return add(component: value, excluding: excluding)
    default: return tree.isString(value) && add(path: tree.text(value), excluding: excluding)
    }
  }

  private mutating func add(path: ExactString, excluding: Bool) -> Bool {
    var text = path
    var excludes = excluding
    for mark in ["NOT ", "!"] where text.hasPrefix(mark) && !excluding {
      text = ExactString(decoding: text.utf8.dropFirst(mark.utf8.count))
      excludes = true
    }
    guard text.hasPrefix("/") || text == "*" else { return false }
    let written = JSONValue.string(text.string).text()
    add(
      Rule(
        text: excludes ? "{ \"/\": \(written), \"exclude\": true }" : "{ \"/\": \(written) }",
        pattern: text), excludes)
    return true
  }

  /// A rule in Android's format, possibly with a comment.
  private mutating func add(component: NodeID, excluding: Bool) -> Bool {
    var path: ExactString?
    var excludes = excluding
    for (key, value) in tree.entries(component) {
      switch tree.text(key).string {
      case "/": path = tree.isString(value) ? tree.text(value) : nil
      case "exclude": excludes = excludes || tree.text(value, equals: "true")
      case "comment", "comments": continue
      // A sample path can't verify a query or fragment.
      default: return false
      }
    }
    return path.map { add(path: $0, excluding: excludes) } ?? false
  }

  private mutating func add(_ rule: Rule, _ excludes: Bool) {
    if excludes { self.excludes.append(rule) } else { allows.append(rule) }
  }

  /// Replaces the first old member by the new one and removes the others with their commas.
  private func edits() -> [Fix.Edit]? {
    let bytes = tree.source.bytes
    var edits: [Fix.Edit] = []
    for (number, key) in keys.enumerated() {
      guard let value = tree.entries(statement).first(where: { $0.key == key })?.value else {
        return nil
      }
      let (start, end) = (tree.span(key).start, tree.span(value).end)
      if number == 0 {
        edits.append(tree.edit(start..<end, member(indent: indent(of: start))))
        continue
      }
      // All keys but the first have a comma before them.
      guard let comma = bytes[..<start].lastIndex(of: UInt8(ascii: ",")),
        bytes[(comma + 1)..<start].allSatisfy({ [0x20, 0x09, 0x0A, 0x0D].contains($0) })
      else { return nil }
      edits.append(tree.edit(comma..<end, ""))
    }
    return edits
  }

  /// The whitespace before a key that starts its line.
  private func indent(of start: Int) -> String? {
    let bytes = tree.source.bytes
    var first = start
    while first > 0, bytes[first - 1] == 0x20 || bytes[first - 1] == 0x09 { first -= 1 }
    guard first == 0 || bytes[first - 1] == 0x0A else { return nil }
    return String(decoding: bytes[first..<start], as: UTF8.self)
  }

  private func member(indent: String?) -> String {
    let rules = (excludes + allows).map(\.text)
    let relation = AssetLinks.handleAllURLs.string
    guard let indent else {
      return "\"relation_extensions\": { \"\(relation)\": { \"dynamic_app_link_components\": ["
        + rules.joined(separator: ", ") + "] } }"
    }
    let whole = tree.span(statement)
    let end = tree.source.bytes[whole.start..<whole.end].contains(0x0D) ? "\r\n" : "\n"
    let step = indent.utf8.contains(0x09) ? "\t" : "  "
    func line(_ depth: Int) -> String {
      end + indent + String(repeating: step, count: depth)
    }
    return "\"relation_extensions\": {" + line(1) + "\"\(relation)\": {" + line(2)
      + "\"dynamic_app_link_components\": ["
      + rules.map { line(3) + $0 }.joined(separator: ",") + line(2) + "]" + line(1) + "}" + line(0)
      + "}"
  }

  private func isConfirmed(_ edits: [Fix.Edit]) -> Bool {
    let whole = tree.span(statement)
    var bytes = Array(tree.source.bytes[whole.start..<whole.end])
    for edit in edits.sorted(by: { $0.location.span > $1.location.span }) {
      let span = edit.location.span
      bytes.replaceSubrange(
        (span.start - whole.start)..<(span.end - whole.start), with: edit.replacement.utf8)
    }
    let changed = JSONReader.read(
      SourceFile(name: tree.source.name, bytes: bytes), file: tree.file
    ).tree
    guard changed.isComplete, let root = changed.root,
      let rules = DynamicRules(statement: root, in: changed), rules.faults.isEmpty,
      rules.rules.count == excludes.count + allows.count
    else { return false }
    var changedStatement = AssetStatement(
      relations: [AssetLinks.handleAllURLs],
      target: .androidApp(package: "x", fingerprints: []))
    changedStatement.dynamicRules = rules
    var links = AssetLinks()
    links.statements = [changedStatement]
    let matcher = AndroidLinkMatcher(links, host: "host.example")
    func outcome(_ rule: Rule) -> LinkOutcome? {
      let start = "https://host.example" + (rule.pattern.hasPrefix("/") ? "" : "/")
      let url = ExactString(start + rule.pattern.replacingWildcards("x7q", "y").string)
      return matcher.answer(url).decisions.first?.outcome
    }
    return excludes.allSatisfy { outcome($0) == .exclude }
      && allows.allSatisfy { outcome($0) == .match }
  }
}
