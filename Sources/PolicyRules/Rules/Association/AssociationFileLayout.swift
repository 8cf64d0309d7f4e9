import PolicyText

struct AssociationFileLayout: AppleFileRule, AssetFileRule {
  static let info = RuleInfo(
    "association-file-layout", .association, .note,
    summary: "Require consistent line endings and a final newline",
    why:
      "Devices accept any layout, but diffs of deployed files don't. A line ending that a "
      + "server or an editor adds shows up as a change. Shown with `--verbose`.",
    examples: .init(
      .appleAppSiteAssociation,
      bad: "{ \"webcredentials\": { \"apps\": [\"R7KM2QX94T.com.acme.home\"] } ⟦}⟧",
      good: "{ \"webcredentials\": { \"apps\": [\"R7KM2QX94T.com.acme.home\"] } }\n"),
    isFixable: true)

  func check(_ file: AppleFile, reporting findings: inout Findings) {
    check(file.tree, &findings)
  }

  func check(_ file: AssetFile, reporting findings: inout Findings) {
    check(file.tree, &findings)
  }

  private func check(_ tree: SourceTree, _ findings: inout Findings) {
    let bytes = tree.source.bytes
    guard let last = bytes.last else { return }
    let feeds = bytes.indices.filter { bytes[$0] == 0x0A }
    let pairs = feeds.filter { $0 > 0 && bytes[$0 - 1] == 0x0D }
    let isMostlyCRLF = 2 * pairs.count > feeds.count
    if last != 0x0A, last != 0x0D {
      let edit = tree.edit(bytes.count..<bytes.count, isMostlyCRLF ? "\r\n" : "\n")
      findings.reportBytes(
        SourceSpan(bytes.count - 1, bytes.count), "last line has no newline",
        help: "add a newline at the end of the file",
        fixes: [Fix("add a final newline", isSafe: true, edits: [edit])], isMinor: true)
    }
    guard let first = pairs.first else { return }
    guard pairs.count < feeds.count else {
      return findings.reportBytes(
        SourceSpan(first - 1, first + 1), "lines end in CR LF, but most deployed files use LF",
        help: "keep it if your server serves it like this", isMinor: true)
    }
    let odd = isMostlyCRLF ? feeds.filter { $0 == 0 || bytes[$0 - 1] != 0x0D } : pairs
    let edits = odd.map { feed in
      isMostlyCRLF ? tree.edit(feed..<feed, "\r") : tree.edit((feed - 1)..<feed, "")
    }
    findings.reportBytes(
      SourceSpan(isMostlyCRLF ? odd[0] : odd[0] - 1, odd[0] + 1),
      "\(odd.count == 1 ? "one line ends" : "\(odd.count) lines end") in "
        + "\(isMostlyCRLF ? "LF, the others in CR LF" : "CR LF, the others in LF")",
      help: "use \(isMostlyCRLF ? "CR LF" : "LF") for every line",
      // A fix of thousands of lines would be an unwanted reformatting.
      fixes: edits.count <= 1_000
        ? [Fix("make the line endings consistent", isSafe: true, edits: edits)] : [], isMinor: true)
  }
}
