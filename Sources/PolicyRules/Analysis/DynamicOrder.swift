import AssociationFiles
import PolicyText

/// The dynamic rules of one statement and which of them can ever decide.
///
/// Rules are literal texts, prefixes and globs; a literal or a prefix above covers what starts with
/// it. Globs above are asked about literals only: what Android's glob matches beyond that is not
/// compared.
struct DynamicOrder {
  let rules: [DynamicRule]
  /// The rule above that matches all of a rule's links, where there is one.
  private(set) var coveredBy: [Int?] = []
  /// Globs above that are asked about each literal.
  private static let maximumGlobs = 48
  /// Bytes at the start of a path that are looked up.
  private static let longest = 2_048

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
      // A rule that asks for more than a path covers only its like.
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

  /// True where no rule that allows is left any link.
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
    // What every path of the rule starts with; a `?` may be any character.
    let start = path.utf8.prefix { $0 != UInt8(ascii: "*") && $0 != UInt8(ascii: "?") }
    guard !prefixes.isEmpty else { return nil }
    let bytes = Array(start.prefix(Self.longest))
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
  /// The dynamic rules that Android reads, by statement: not those with a fault, which it discards.
  var dynamicRules: [(app: App, rules: DynamicRules)] {
    apps.compactMap { app in
      guard let rules = DynamicRules(statement: app.statement, in: tree), rules.faults.isEmpty,
        !rules.rules.isEmpty
      else { return nil }
      return (app, rules)
    }
  }

  /// The pattern of a dynamic rule that names it: its path, or the whole.
  func place(_ rule: DynamicRule) -> NodeID {
    let node = rule.node ?? NodeID(0)
    return rule.path == nil ? node : tree.value(of: "/", in: node) ?? node
  }
}
