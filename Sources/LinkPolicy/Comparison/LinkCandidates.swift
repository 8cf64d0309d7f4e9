import AssociationFiles
import PolicyText

/// Links on which two lists of rules may differ, made from the literals and wildcards of both.
///
/// Not every difference is found: that would need the containment of languages. Whatever is found was
/// put to the matchers.
enum LinkCandidates {
  /// Links that are tried at most for one host and platform.
  private static let maximumLinks = 600
  /// The maximum number of rules that are evaluated for all links together: more rules, fewer links, changed
  /// rules first.
  private static let maximumSteps = 300_000
  /// Rules whose literals are put into the wildcards of other rules.
  private static let maximumLiterals = 12
  /// The maximum number of rules whose queries are combined with other rules' paths.
  private static let maximumQueries = 12

  /// The links, the same for both directions of a comparison.
  static func links(_ a: [HostRules.Rule], _ b: [HostRules.Rule], host: ExactString)
    -> [ExactString]
  {
    let (changed, common) = split(a, b)
    let most = max(48, min(maximumLinks, maximumSteps / max(a.count + b.count, 1)))
    var links: [ExactString] = []
    var seen: Set<ExactString> = []
    func add(_ shape: LinkShape, _ star: String, single: String = "x") {
      for choice in 0..<shape.choices {
        guard links.count < most else { return }
        guard let link = shape.link(host: host, star: star, choice: choice, single: single)
        else { return }
        if seen.insert(link).inserted { links.append(link) }
      }
    }
    let root = LinkShape(.init(path: "/"), variables: [])
    for star in ["", "x", "x/y"] {
      for shape in changed { add(shape, star) }
    }
    add(root, "")
    add(LinkShape(.init(path: "/linkpolicy-witness"), variables: []), "")
    let literals = (changed + common).compactMap { $0.literal.map { ExactString($0) } }.uniqued
      .prefix(maximumLiterals).map(\.string)
    for literal in literals {
      for shape in changed {
        add(shape, literal)
        add(shape, literal + "/x")
      }
    }
    for star in ["", "x", "x/y"] {
      for shape in common { add(shape, star) }
    }
    for literal in literals {
      for shape in common { add(shape, literal) }
    }
    // An exclude that came or went shows only in links that the rule behind it asks for.
    let queries = (changed + common).filter { !$0.query.isEmpty || $0.fragment != nil }
      .prefix(maximumQueries)
    for star in ["x", "x/y"] {
      for shape in changed {
        for other in queries { add(shape.asking(as: other), star) }
      }
    }
    // A query that may be absent or empty, and a character that was any other one.
    for shape in changed {
      for other in shape.withoutValues { add(other, "x") }
      if shape.hasSingle { add(shape, "x", single: "w") }
    }
    return links
  }

  /// The rules that differ, moved ones included, and those at both ends that do not; without
  /// repetitions and in an order that does not depend on which list is which.
  private static func split(
    _ a: [HostRules.Rule], _ b: [HostRules.Rule]
  ) -> (changed: [LinkShape], common: [LinkShape]) {
    var start = 0
    while start < min(a.count, b.count), a[start] == b[start] { start += 1 }
    var end = 0
    while end < min(a.count, b.count) - start, a[a.count - 1 - end] == b[b.count - 1 - end] {
      end += 1
    }
    let middle = a[start..<(a.count - end)] + b[start..<(b.count - end)]
    return (shapes(middle), shapes(a[..<start] + a[(a.count - end)...]))
  }

  private static func shapes(_ rules: ArraySlice<HostRules.Rule>) -> [LinkShape] {
    var seen: Set<LinkShape> = []
    return rules.sorted { $0.text < $1.text }.map(\.shape).filter { seen.insert($0).inserted }
  }
}
