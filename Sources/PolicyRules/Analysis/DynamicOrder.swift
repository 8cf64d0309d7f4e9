import AssociationFiles
import PolicyText

/// The dynamic rules of one statement, and which of them can never decide.
///
/// Paths are literals, prefixes or globs. A prefix covers later paths that start with it, and a literal covers
/// itself. A glob is only checked against later literals.
struct DynamicOrder {
  let rules: [DynamicRule]
  /// For each rule, an earlier rule that matches all of its links.
  private(set) var coveredBy: [Int?] = []
  /// The number of earlier globs to check for each literal.
  private static let maximumGlobs = 48
  /// The number of bytes of a path to compare with prefixes.
  private static let maximumLength = 2_048

  private var literals: [ExactString: Int] = [:]
  private var prefixes: [ExactString: Int] = [:]
  private var globs: [(pattern: DynamicPattern, index: Int)] = []
  private var identical: [ExactString: Int] = [:]

  init(_ rules: [DynamicRule]) {
    self.rules = rules
    for (index, rule) in rules.enumerated() {
      coveredBy.append(cover(of: rule))
      let key = Self.key(rule)
      if identical[key] == nil { identical[key] = index }
      // A rule with a query or fragment covers only identical rules.
      guard let path = rule.path, rule.query.isEmpty, rule.fragment == nil else { continue }
      let pattern = DynamicPattern(path)
      switch pattern.kind {
      case .literal: if literals[path] == nil { literals[path] = index }
      case .prefix:
        let start = ExactString(decoding: path.utf8.dropLast())
        if prefixes[start] == nil { prefixes[start] = index }
      case .simpleGlob: globs.append((pattern, index))
      }
    }
  }

  /// True if every rule that allows links is covered or never matches.
  var opensNothing: Bool {
    zip(rules, coveredBy).allSatisfy { rule, above in
      rule.exclude || above != nil || AndroidLinkMatcher.neverMatches(rule)
    }
  }

  private func cover(of rule: DynamicRule) -> Int? {
    if let same = identical[Self.key(rule)] { return same }
    guard let path = rule.path else {
      // Without a path every path matches.
      return rule.query.isEmpty && rule.fragment == nil ? nil : prefixes[""] ?? prefixes["/"]
    }
    let pattern = DynamicPattern(path)
    if pattern.kind == .literal {
      if let same = literals[path] { return same }
      if let glob = globs.prefix(Self.maximumGlobs).first(where: { $0.pattern.matches(path) }) {
        return glob.index
      }
    }
    // The literal start of the path; `?` matches any character.
    let start = path.utf8.prefix { $0 != UInt8(ascii: "*") && $0 != UInt8(ascii: "?") }
    guard !prefixes.isEmpty else { return nil }
    let bytes = Array(start.prefix(Self.maximumLength))
    for length in 0...bytes.count {
      if let prefix = prefixes[ExactString(decoding: bytes[..<length])] { return prefix }
    }
    return nil
  }

  private static func key(_ rule: DynamicRule) -> ExactString {
    var same = rule
    same.exclude = false
    same.comments = nil
    return ExactString(same.json.text())
  }
}

extension AssetFile {
  /// The dynamic rules of each statement, without lists that Android discards because of an error.
  var dynamicRules: [(app: App, rules: DynamicRules)] {
    apps.compactMap { app in
      guard let rules = DynamicRules(statement: app.statement, in: tree), rules.faults.isEmpty,
        !rules.rules.isEmpty
      else { return nil }
      return (app, rules)
    }
  }

  /// The node of a dynamic rule for findings: its path, or the whole rule.
  func place(_ rule: DynamicRule) -> NodeID {
    let node = rule.node ?? NodeID(0)
    return rule.path == nil ? node : tree.value(of: "/", in: node) ?? node
  }
}
