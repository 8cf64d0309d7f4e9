import AssociationFiles
import PolicyDecision
import PolicyModel
import PolicyText

/// The paths of a host as a tree, with the apps that open all or some of the links below each, proved by the algebra of
/// link rules.
struct ReportLinkTree {
  /// The rules of a platform.
  private struct Side {
    let isApple: Bool
    let variables: LinkVariables
    let apps: [(id: ExactString, opened: LinkSet)]
    /// The links that open any app.
    var opened: LinkSet { apps.reduce(LinkSet.empty) { $0.union($1.opened) } }

    init(_ host: CompiledHost, isApple: Bool) {
      self.isApple = isApple
      variables = LinkVariables(host.apple?.applinks?.substitutionVariables ?? [])
      var ids: [ExactString] = []
      if isApple {
        ids = (host.apple?.applinks?.details ?? []).flatMap(\.appIDs)
      } else {
        for statement in host.android?.statements ?? []
        where statement.relations.contains(AssetLinks.handleAllURLs) {
          if case .androidApp(let package, _) = statement.target { ids.append(package) }
        }
      }
      var seen: Set<ExactString> = []
      apps = ids.filter { seen.insert($0).inserted }.map { id in
        let opened =
          isApple
          ? host.apple.map { LinkSet(opening: id, in: $0) }
          : host.android.map { LinkSet(opening: id, in: $0) }
        return (id, opened ?? .empty)
      }
    }

    /// The links with a path that a pattern matches on this platform.
    func links(_ pattern: ExactString) -> LinkSet {
      let rule = PortableRule(LinkRule(path: pattern))
      return isApple || rule.difference != nil
        ? LinkSet(path: pattern, variables: variables, isAndroid: !isApple)
        : LinkSet(rule.dynamicRules)
    }
  }

  private struct Node {
    var depth: Int
    var pattern: ExactString
  }

  /// How many links of a set open an app.
  private enum Share {
    case all, none, undecided
    /// With the shortest of them.
    case some(ExactString)
  }

  let report: ReportContext
  let host: CompiledHost

  /// Rows of the table; the rules are below it anyway.
  private static let maximumRows = 60
  /// The limit of work for one question.
  private static let work = 200_000

  var block: PageBlock? {
    let sides = [Side(host, isApple: true), Side(host, isApple: false)]
    let nodes = nodes(patterns)
    guard sides.contains(where: { !$0.apps.isEmpty }), nodes.count > 1 else { return nil }
    let isOnBoth = sides.allSatisfy { !$0.apps.isEmpty }
    var table = PageTable(
      nodes.count > Self.maximumRows
        ? "Paths and the apps that open them, the first \(Self.maximumRows) of \(nodes.count)"
        : "Paths and the apps that open them",
      columns: ["Links", "iOS", "Android 15 and later"] + (isOnBoth ? ["Difference"] : []),
      rows: nodes.prefix(Self.maximumRows).map { row($0, sides, isOnBoth: isOnBoth) })
    table.isOpen = true
    return .table(table)
  }

  private func row(_ node: Node, _ sides: [Side], isOnBoth: Bool) -> PageRow {
    let branch = node.depth > 0 ? "└" + String(repeating: "─", count: node.depth - 1) + " " : ""
    let name: [PageText] =
      (branch.isEmpty ? [] : [.quiet(ExactString(branch))]) + [.code(node.pattern)]
    let cells = sides.map { cell($0.links(node.pattern), $0) }
    guard isOnBoth else { return PageRow([PageCell(name)] + cells) }
    let differences = differences(node.pattern, sides[0], sides[1])
    return PageRow(
      [PageCell(name)] + cells + [PageCell(lines: differences.isEmpty ? [["none"]] : differences)],
      tone: differences.isEmpty ? nil : .careful)
  }

  private func cell(_ links: LinkSet, _ side: Side) -> PageCell {
    var lines: [[PageText]] = []
    for (id, opened) in side.apps {
      let app = report.apps(id, in: host.environment).map { [$0] }.joined(by: ", ")
      switch share(links, opened) {
      case .none: break
      case .all: lines.append(app + [": all"])
      case .some(let link): lines.append(app + [": some, such as ", .code(path(link))])
      case .undecided:
        lines.append(app + [.quiet(": can't tell, the rules are too large to compare")])
      }
    }
    return PageCell(lines: lines.isEmpty ? [[.quiet("browser")]] : lines)
  }

  private func share(_ links: LinkSet, _ opened: LinkSet) -> Share {
    switch example(links.intersection(opened)) {
    case .undecided: return .undecided
    case .none: return .none
    case .link(let link):
      switch example(links.subtracting(opened)) {
      case .none: return .all
      case .link: return .some(link)
      case .undecided: return .undecided
      }
    }
  }

  /// The shortest links that open an app on one platform only.
  private func differences(_ pattern: ExactString, _ iOS: Side, _ android: Side) -> [[PageText]] {
    let links = iOS.links(pattern).intersection(android.links(pattern))
    let only: [(ExactString, LinkSet)] = [
      ("only iOS", iOS.opened.subtracting(android.opened)),
      ("only Android", android.opened.subtracting(iOS.opened)),
    ]
    return only.compactMap { name, set -> [PageText]? in
      switch example(links.intersection(set)) {
      case .none: nil
      case .link(let link): [.badge(name, .careful), " ", .code(path(link))]
      case .undecided: [.quiet("can't tell")]
      }
    }
  }

  private func example(_ links: LinkSet) -> LinkSet.Example {
    links.example(host: host.host, work: Self.work)
  }

  /// The link without its host, which is that of the section.
  private func path(_ link: ExactString) -> ExactString {
    let path = ExactString(decoding: link.utf8.dropFirst("https://\(host.host)".utf8.count))
    return path.isEmpty ? "/" : path
  }

  // MARK: the tree

  /// The path patterns of all rules.
  private var patterns: Set<ExactString> {
    var found: Set<ExactString> = []
    for case .components(let rules) in (host.apple?.applinks?.details ?? []).map(\.rules) {
      found.formUnion(rules.compactMap(\.path))
    }
    let hasRules = !found.isEmpty
    for statement in host.android?.statements ?? [] where !hasRules {
      found.formUnion((statement.dynamicRules?.rules ?? []).compactMap(\.path))
    }
    return found.filter { $0.hasPrefix("/") && $0 != "/*" }
  }

  private func nodes(_ patterns: Set<ExactString>) -> [Node] {
    let paths = patterns.map { pattern in
      pattern.utf8.dropFirst().split(
        separator: UInt8(ascii: "/"), omittingEmptySubsequences: false
      ).map { ExactString(decoding: $0) }
    }.sorted { $0.lexicographicallyPrecedes($1) }
    return [Node(depth: 0, pattern: "/*")] + Self.nodes(paths[...], below: "", depth: 1)
  }

  /// - Parameters:
  ///   - paths: the segments of each path below the folder, in order.
  ///   - folder: without its final slash.
  private static func nodes(
    _ paths: ArraySlice<[ExactString]>, below folder: String, depth: Int
  ) -> [Node] {
    var nodes: [Node] = []
    var rest = paths
    while let first = rest.first?.first {
      let group = rest.prefix { $0.first == first }
      rest = rest.dropFirst(group.count)
      let name = "\(folder)/\(first)"
      if group.contains(where: { $0.count == 1 }) {
        nodes.append(Node(depth: depth, pattern: ExactString(name)))
      }
      let below = group.filter { $0.count > 1 }
      if below.count == 1 {
        let path = ([name] + below[0].dropFirst().map(\.string)).joined(separator: "/")
        nodes.append(Node(depth: depth, pattern: ExactString(path)))
      } else if below.count > 1 {
        var inner = below.map { Array($0.dropFirst()) }
        var name = name
        // A folder that has only a folder is one row with it.
        while let next = inner[0].first, inner.allSatisfy({ $0.count > 1 && $0[0] == next }) {
          name += "/\(next)"
          inner = inner.map { Array($0.dropFirst()) }
        }
        nodes.append(Node(depth: depth, pattern: ExactString("\(name)/*")))
        inner.removeAll { $0 == ["*"] }
        nodes += Self.nodes(inner[...], below: name, depth: depth + 1)
      }
    }
    return nodes
  }
}
