import AssociationFiles
import PolicyDecision
package import PolicyText

/// The paths of a host as a tree, with the apps that open all or some of the links below each path,
/// proved with the algebra of link rules.
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
      let ids =
        isApple
        ? (host.apple?.applinks?.details ?? []).flatMap(\.appIDs)
        : (host.android?.statements ?? []).compactMap(\.linkedApp)
      apps = ids.unique.map { id in
        let opened =
          isApple
          ? host.apple.map { LinkSet(opening: id, in: $0) }
          : host.android.map { LinkSet(opening: id, in: $0) }
        return (id, opened ?? .empty)
      }
    }

    /// The links whose path matches a pattern on this platform.
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

  let report: ReportContext
  let host: CompiledHost

  /// The maximum number of rows. The rules themselves are in the table below.
  private static let maximumRows = 60
  /// The maximum number of visited steps per search.
  private static let work = 200_000

  var block: PageBlock? {
    let entries = self.entries
    guard entries.count > 1 else { return nil }
    let isOnBoth = isOnBoth
    let count = nodes(patterns).count
    var table = PageTable(
      count > entries.count
        ? "Paths and the apps that open them, the first \(entries.count) of \(count)"
        : "Paths and the apps that open them",
      columns: ["Links", "iOS", "Android 15 and later"] + (isOnBoth ? ["Difference"] : []),
      rows: entries.map { row($0, isOnBoth: isOnBoth) })
    table.isOpen = true
    return .table(table)
  }

  /// The paths with the apps that open them; empty for a host whose links open no app.
  var entries: [LinkTree.Entry] {
    let sides = self.sides
    guard sides.contains(where: { !$0.apps.isEmpty }) else { return [] }
    let isOnBoth = isOnBoth
    let opened = sides[0].opened.union(sides[1].opened)
    return nodes(patterns).prefix(Self.maximumRows).map { node in
      let links = sides.map { $0.links(node.pattern) }
      let all = links[0].union(links[1])
      return LinkTree.Entry(
        depth: node.depth, pattern: node.pattern,
        example: example(all.intersection(opened)).link ?? example(all).link,
        iOS: apps(links[0], sides[0]), android: apps(links[1], sides[1]),
        differences: isOnBoth ? differences(links[0].intersection(links[1]), sides) : [])
    }
  }

  private var sides: [Side] { [Side(host, isApple: true), Side(host, isApple: false)] }

  /// Whether both platforms have apps: if only one has, differences are expected.
  private var isOnBoth: Bool { sides.allSatisfy { !$0.apps.isEmpty } }

  private func row(_ entry: LinkTree.Entry, isOnBoth: Bool) -> PageRow {
    let branch = entry.depth > 0 ? "└" + String(repeating: "─", count: entry.depth - 1) + " " : ""
    let name: [PageText] =
      (branch.isEmpty ? [] : [.quiet(ExactString(branch))]) + [.code(entry.pattern)]
    let cells = [PageCell(name), cell(entry.iOS), cell(entry.android)]
    guard isOnBoth else { return PageRow(cells) }
    let differences = entry.differences.map { difference -> [PageText] in
      switch difference {
      case .onlyIOS(let link): [.badge("only iOS", .careful), " ", .code(path(link))]
      case .onlyAndroid(let link): [.badge("only Android", .careful), " ", .code(path(link))]
      case .undecided: [.quiet("can't tell")]
      }
    }
    return PageRow(
      cells + [PageCell(lines: differences.isEmpty ? [["none"]] : differences)],
      tone: differences.isEmpty ? nil : .careful)
  }

  private func cell(_ opened: [LinkTree.Opened]) -> PageCell {
    let lines = opened.map { opened -> [PageText] in
      let app = report.apps(opened.app, in: host.environment).map { [$0] }.joined(by: ", ")
      switch opened.share {
      case .all: return app + [": all"]
      case .some: return app + [": some, such as ", .code(path(opened.example ?? ""))]
      case .undecided: return app + [.quiet(": can't tell, the rules are too large to compare")]
      }
    }
    return PageCell(lines: lines.isEmpty ? [[.quiet("browser")]] : lines)
  }

  /// The apps of a platform that open some of these links.
  private func apps(_ links: LinkSet, _ side: Side) -> [LinkTree.Opened] {
    side.apps.compactMap { id, opened in
      switch example(links.intersection(opened)) {
      case .none: nil
      case .undecided: LinkTree.Opened(app: id, share: .undecided)
      case .link(let link):
        switch example(links.subtracting(opened)) {
        case .none: LinkTree.Opened(app: id, share: .all)
        case .link: LinkTree.Opened(app: id, share: .some, example: link)
        case .undecided: LinkTree.Opened(app: id, share: .undecided)
        }
      }
    }
  }

  private func differences(_ links: LinkSet, _ sides: [Side]) -> [LinkTree.Difference] {
    let only: [(LinkSet, (ExactString) -> LinkTree.Difference)] = [
      (sides[0].opened.subtracting(sides[1].opened), LinkTree.Difference.onlyIOS),
      (sides[1].opened.subtracting(sides[0].opened), LinkTree.Difference.onlyAndroid),
    ]
    return only.compactMap { set, difference in
      switch example(links.intersection(set)) {
      case .none: nil
      case .link(let link): difference(link)
      case .undecided: .undecided
      }
    }
  }

  private func example(_ links: LinkSet) -> LinkSet.Example {
    links.example(host: host.host, work: Self.work)
  }

  /// The link without its host, which is in the title of the section.
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

extension LinkSet.Example {
  fileprivate var link: ExactString? { if case .link(let link) = self { link } else { nil } }
}

/// The paths of a host as a tree, with the apps that open all or some of the links below each path.
package struct LinkTree: Sendable {
  /// An app and the links of an entry that it opens.
  package struct Opened: Sendable {
    /// The share of the links, proved with the algebra of link rules.
    package enum Share: String, Sendable {
      case all, some
      /// The rules are too large to compare.
      case undecided
    }

    /// The Apple app ID or Android package name; in `linkTrees`, the name in the policies.
    package var app: ExactString
    package var share: Share
    /// The shortest link that it opens; nil if it opens all.
    var example: ExactString?
  }

  package struct Entry: Sendable {
    /// 0 for all links of the host.
    package var depth: Int
    /// The pattern of the paths.
    package var pattern: ExactString
    /// The shortest link that matches the pattern and that an app opens, or else the browser; nil
    /// if the rules are too large.
    package var example: ExactString?
    /// Empty for the browser.
    package var iOS: [Opened]
    package var android: [Opened]
    /// The shortest links that open an app on one platform only.
    var differences: [Difference]
    /// True if a link opens an app on one platform only, or if that is unknown.
    package var differs: Bool { !differences.isEmpty }
  }

  enum Difference: Sendable {
    case onlyIOS(ExactString)
    case onlyAndroid(ExactString)
    case undecided
  }

  package var host: ExactString
  package var environment: Environment
  package var entries: [Entry]
}

extension GeneratorInput {
  /// The map of the report; nil without clients.
  package var map: Drawing? {
    let report = ReportContext(self)
    return report.clients.isEmpty ? nil : ReportMap(report).drawing
  }

  /// A tree for each host and environment, in byte order of the hosts.
  package var linkTrees: [LinkTree] {
    let report = ReportContext(self)
    return report.hosts.flatMap { host in
      host.compiled.map { compiled in
        func named(_ opened: [LinkTree.Opened]) -> [LinkTree.Opened] {
          opened.flatMap { opened in
            report.apps(opened.app, in: compiled.environment).compactMap(\.plain).map {
              LinkTree.Opened(app: $0, share: opened.share, example: opened.example)
            }
          }
        }
        let entries = ReportLinkTree(report: report, host: compiled).entries.map { entry in
          var entry = entry
          entry.iOS = named(entry.iOS)
          entry.android = named(entry.android)
          return entry
        }
        return LinkTree(host: host.host, environment: compiled.environment, entries: entries)
      }
    }
  }
}
