package import PolicyText

package struct AssociationFileLayout: AppleFileRule, AssetFileRule {
  package static let info = RuleInfo(
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
  package init() {}

  package func check(_ file: AppleFile, reporting findings: inout Findings) {
    check(file.tree, &findings)
  }

  package func check(_ file: AssetFile, reporting findings: inout Findings) {
    check(file.tree, &findings)
  }

  private func check(_ tree: SourceTree, _ findings: inout Findings) {
    let bytes = tree.source.bytes
    guard let last = bytes.last else { return }
    let ends = LineEnds(bytes)
    if last != 0x0A, last != 0x0D {
      findings.reportBytes(
        SourceSpan(bytes.count - 1, bytes.count), "last line has no newline",
        help: "add a newline at the end of the file",
        fixes: [
          Fix(
            "add a final newline", isSafe: true,
            edits: [edit(bytes.count..<bytes.count, ends.isMostlyCRLF ? "\r\n" : "\n", tree)])
        ], isMinor: true)
    }
    guard let first = ends.carriageReturns.first else { return }
    let odd = ends.isMostlyCRLF ? ends.lineFeeds : ends.carriageReturns
    guard let place = odd.first else {
      return findings.reportBytes(
        SourceSpan(first, first + 2), "lines end in CR LF, but most deployed files use LF",
        help: "keep it if your server serves it like this", isMinor: true)
    }
    let edits = odd.map { place in
      ends.isMostlyCRLF
        ? edit(place..<place, "\r", tree) : edit(place..<(place + 1), "", tree)
    }
    findings.reportBytes(
      SourceSpan(place, place + (ends.isMostlyCRLF ? 1 : 2)),
      "\(odd.count == 1 ? "one line ends" : "\(odd.count) lines end") in "
        + "\(ends.isMostlyCRLF ? "LF, the others in CR LF" : "CR LF, the others in LF")",
      help: "use \(ends.isMostlyCRLF ? "CR LF" : "LF") for every line",
      // A fix of thousands of lines would be an unwanted reformatting.
      fixes: edits.count <= 1_000
        ? [Fix("make the line endings consistent", isSafe: true, edits: edits)] : [], isMinor: true)
  }

  private func edit(_ range: Range<Int>, _ text: String, _ tree: SourceTree) -> Fix.Edit {
    Fix.Edit(
      SourceLocation(file: tree.file, span: SourceSpan(range.lowerBound, range.upperBound)), text)
  }

  private struct LineEnds {
    /// The offset of each CR in a CR LF.
    private(set) var carriageReturns: [Int] = []
    /// The offset of each LF without a CR.
    private(set) var lineFeeds: [Int] = []

    init(_ bytes: [UInt8]) {
      var place = bytes.firstIndex(of: 0x0A)
      while let end = place {
        if end > 0, bytes[end - 1] == 0x0D {
          carriageReturns.append(end - 1)
        } else {
          lineFeeds.append(end)
        }
        place = bytes[(end + 1)...].firstIndex(of: 0x0A)
      }
    }

    var isMostlyCRLF: Bool { carriageReturns.count > lineFeeds.count }
  }
}
