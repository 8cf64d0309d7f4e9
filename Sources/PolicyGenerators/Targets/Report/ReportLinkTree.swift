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
    let paths = patterns.sorted()
    guard !paths.isEmpty, let apple = host.apple, let android = host.android else { return nil }
    let iOS = AppleLinkMatcher(apple, domain: host.host)
    let matcher = AndroidLinkMatcher(android, host: host.host)
    let rows = self.rows(paths.prefix(Self.maximumRows))
    return .table(
      PageTable(
        "Paths and the apps that open them", columns: ["Path", "iOS", "Android 15 and later", ""],
        rows: rows.map { row in
          let branch: [PageText] = row.depth > 0 ? [.quiet("└ ")] : []
          let name = PageCell(branch + [.code(row.name)])
          guard let example = row.example else {
            return PageRow([name, PageCell([""]), PageCell([""]), PageCell([""])])
          }
          let url = ExactString("https://\(host.host)\(example)")
          let opens = [iOS.answer(url).opens, matcher.answer(url).opens]
          let differs = opens[0].isEmpty != opens[1].isEmpty
          return PageRow(
            [name] + opens.map(cell)
              + [PageCell([differs ? .badge("platforms differ", .careful) : ""])],
            tone: differs ? .careful : nil)
        }))
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
