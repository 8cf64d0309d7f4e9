package import PolicyText

/// Line ends of an association file.
package struct AssociationFileLayout: AppleFileRule, AssetFileRule {
  package static let info = RuleInfo(
    "association-file-layout", .association, .note,
    summary: "an association file has one kind of line end, also behind its last line",
    why:
      "Devices read the file in any layout. Diffs of what is deployed do not: a line end that a server or "
      + "an editor adds shows lines that nobody changed. Shown with `--verbose`.",
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
        Span(bytes.count - 1, bytes.count), "the last line has no line end", help: "add one",
        fixes: [
          Fix(
            "add a line end", isSafe: true,
            edits: [edit(bytes.count..<bytes.count, ends.isMostlyCRLF ? "\r\n" : "\n", tree)])
        ], isMinor: true)
    }
    guard let first = ends.carriageReturns.first else { return }
    let odd = ends.isMostlyCRLF ? ends.lineFeeds : ends.carriageReturns
    guard let place = odd.first else {
      return findings.reportBytes(
        Span(first, first + 2), "the lines end in CR LF, those of most deployed files in LF",
        help: "leave it, if your server leaves it too", isMinor: true)
    }
    let edits = odd.map { place in
      ends.isMostlyCRLF
        ? edit(place..<place, "\r", tree) : edit(place..<(place + 1), "", tree)
    }
    findings.reportBytes(
      Span(place, place + (ends.isMostlyCRLF ? 1 : 2)),
      "\(odd.count == 1 ? "one line ends" : "\(odd.count) lines end") in "
        + "\(ends.isMostlyCRLF ? "LF, the others in CR LF" : "CR LF, the others in LF")",
      help: "write one kind",
      // A change of thousands of lines is none that somebody asked for.
      fixes: edits.count <= 1_000
        ? [Fix("write one kind of line end", isSafe: true, edits: edits)] : [], isMinor: true)
  }

  private func edit(_ range: Range<Int>, _ text: String, _ tree: SourceTree) -> Fix.Edit {
    Fix.Edit(
      SourceLocation(file: tree.file, span: Span(range.lowerBound, range.upperBound)), text)
  }

  /// Where lines end.
  private struct LineEnds {
    /// The CR of each CR LF.
    private(set) var carriageReturns: [Int] = []
    /// Each LF without a CR.
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
