import AssociationFiles
import PolicyText

extension AppLinkHost {
  /// The paths that the manifest must cover, which the rules can only narrow; nil if no rule opens
  /// the app.
  init?(_ host: Entry, _ rules: DynamicRules?) {
    guard let rules else {
      self.init(host: host, paths: [nil], isNarrowed: false)
      return
    }
    let allowed = rules.rules.filter { !$0.exclude }
    guard !allowed.isEmpty else { return nil }
    self.init(
      host: host, paths: Self.paths(of: rules),
      isNarrowed: allowed.contains { !$0.query.isEmpty || $0.fragment != nil }
        || rules.rules.dropLast().contains(where: \.exclude))
  }

  /// The paths of the rules that open the app; nil stands for all paths.
  static func paths(of rules: DynamicRules) -> [DynamicPattern?] {
    let paths = rules.rules.filter { !$0.exclude }.map { $0.path == "*" ? nil : $0.path }.unique
    return paths.contains(nil)
      ? [nil] : withoutCovered(paths.compactMap { $0.map { DynamicPattern($0) } })
  }

  /// Removes literal paths that start with one of the prefixes.
  private static func withoutCovered(_ patterns: [DynamicPattern]) -> [DynamicPattern] {
    // In byte order, strings that start with a prefix follow it. If no prefix covers another one,
    // only the last one before a string can cover the string.
    var prefixes: [DynamicPattern] = []
    for prefix in patterns.filter({ $0.kind == .prefix }).sorted(by: { $0.text < $1.text })
    where !(prefixes.last?.matches(prefix.text) ?? false) {
      prefixes.append(prefix)
    }
    return patterns.filter { pattern in
      guard pattern.kind == .literal else { return true }
      let next = prefixes.firstSorted { $0.text >= pattern.text }
      // An equal prefix is at the index itself.
      return !prefixes[max(next - 1, 0)..<min(next + 1, prefixes.count)].contains {
        $0.matches(pattern.text)
      }
    }
  }
}
