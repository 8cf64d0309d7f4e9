import AssociationFiles
import PolicyText

extension FuzzTarget {
  /// Patterns of links: a line with the pattern, a line with a text. iOS's against the definition, Android's
  /// and the portable ones for sense.
  static let patterns = FuzzTarget("patterns", maximumLength: 256) {
    try Seeds.column("pattern_or_rule", of: "android_dynamic_rules.tsv").map {
      Array(($0 + "\n/foo/bar").utf8)
    }
      + Seeds.column("component_json", of: "aasa_components.tsv").map { Array(($0 + "\n/a").utf8) }
      + ["/a/*\n/a/b", "*a*b?\nxaybz", "/$(lang)/*\n/en/x", "/é*\n/é"].map { Array($0.utf8) }
  } run: { bytes in
    var input = FuzzBytes(bytes)
    let pattern = input.line()
    let text = input.line()
    if !pattern.contains(UInt8(ascii: "$")) {
      let expected = WildcardReference.matches(
        Array(pattern.string.unicodeScalars), Array(text.string.unicodeScalars))
      Finding.unless(
        LinkPattern(pattern).matches(text) == expected, "\(pattern) on \(text) is \(expected)")
    }
    _ = LinkPattern(pattern, caseSensitive: false).matches(text)
    let dynamic = DynamicPattern(pattern)
    if dynamic.kind == .literal {
      Finding.unless(dynamic.matches(text) == (pattern == text), "\(pattern) on \(text)")
    }
    _ = dynamic.matches(text)
    let rule = LinkRule(path: pattern, query: [LinkQueryItem(text, pattern)], fragment: text)
    _ = PortableRules([rule]).dynamicRules
  }
}

/// `*` and `?` by their definition, in a table of all pairs of ends.
enum WildcardReference {
  static func matches(_ pattern: [Unicode.Scalar], _ text: [Unicode.Scalar]) -> Bool {
    var reached = [true] + [Bool](repeating: false, count: text.count)
    for token in pattern {
      var next = [token == "*" && reached[0]]
      for (index, scalar) in text.enumerated() {
        next.append(
          token == "*"
            ? next[index] || reached[index + 1]
            : reached[index] && (token == "?" || token == scalar))
      }
      reached = next
    }
    return reached[text.count]
  }
}
