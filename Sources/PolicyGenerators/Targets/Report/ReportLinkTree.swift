import AssociationFiles
import PolicyDecision
import PolicyModel
import PolicyText

/// The paths of a host as a tree, with the app that opens each on iOS and Android.
struct ReportLinkTree {
  let report: ReportContext
  let host: CompiledHost

  /// Paths in the table; the rules are below it anyway.
  private static let maximumRows = 100

  private struct Row {
    var depth: Int
    /// The path, or a folder of several paths.
    var name: ExactString
    /// A link that the path describes; nil for a folder.
    var example: ExactString?
  }

  var block: PageBlock? {
    guard host.apple != nil, host.android != nil else { return nil }
    let entries = self.entries
    return .table(
      PageTable(
        "Paths and the apps that open them", columns: ["Path", "iOS", "Android 15 and later", ""],
        rows: entries.map { entry in
          let branch: [PageText] = entry.depth > 0 ? [.quiet("└ ")] : []
          let name = PageCell(branch + [.code(entry.name)])
          guard entry.example != nil else {
            return PageRow([name, PageCell([""]), PageCell([""]), PageCell([""])])
          }
          return PageRow(
            [name, cell(entry.iOS), cell(entry.android)]
              + [PageCell([entry.differs ? .badge("platforms differ", .careful) : ""])],
            tone: entry.differs ? .careful : nil)
        }))
  }

  /// The paths with the apps that open them; empty for a host without link files.
  var entries: [LinkTree.Entry] {
    guard host.apple != nil || host.android != nil else { return [] }
    let iOS = host.apple.map { AppleLinkMatcher($0, domain: host.host) }
    let android = host.android.map { AndroidLinkMatcher($0, host: host.host) }
    return rows(patterns.sorted().prefix(Self.maximumRows)).map { row in
      var entry = LinkTree.Entry(depth: row.depth, name: row.name)
      guard let example = row.example else { return entry }
      let url = ExactString("https://\(host.host)\(example)")
      entry.example = url
      entry.iOS = iOS?.answer(url).opens ?? []
      entry.android = android?.answer(url).opens ?? []
      return entry
    }
  }

  private func cell(_ apps: [ExactString]) -> PageCell {
    PageCell(
      lines: apps.isEmpty
        ? [[.quiet("browser")]] : apps.map { report.apps($0, in: host.environment) })
  }

  /// The path patterns of all rules without conditions on the query or fragment, and any other path.
  private var patterns: Set<ExactString> {
    var found: Set<ExactString> = []
    for case .components(let rules) in (host.apple?.applinks?.details ?? []).map(\.rules) {
      for rule in rules where rule.query == nil && rule.fragment == nil {
        if let path = rule.path { found.insert(path) }
      }
    }
    for statement in host.android?.statements ?? [] {
      for rule in statement.dynamicRules?.rules ?? [] where rule.query.isEmpty {
        if rule.fragment == nil, let path = rule.path { found.insert(path) }
      }
    }
    return found.filter { $0.hasPrefix("/") && !$0.string.contains("$(") }.union(["/*"])
  }

  /// Paths below the first folder that several of them share.
  private func rows(_ paths: ArraySlice<ExactString>) -> [Row] {
    let folders = Dictionary(grouping: paths) { path in
      path.string.split(separator: "/", maxSplits: 1).first.map { "/\($0)/" } ?? "/"
    }
    return folders.sorted { $0.key < $1.key }.flatMap { folder, paths -> [Row] in
      let isShared = paths.count > 1
      let head = Row(depth: 0, name: ExactString(folder))
      return (isShared ? [head] : [])
        + paths.map { path in
          let example = path.string.replacing("*", with: "x").replacing("?", with: "x")
          return Row(depth: isShared ? 1 : 0, name: path, example: ExactString(example))
        }
    }
  }
}
