import LinkPolicy
import PolicyText

/// A summary of `replay` in text format.
struct ReplayText {
  let summary: ReplaySummary
  let style: TextStyle

  var text: String {
    var output = style.paint("\(summary.lines) lines", .emphasis) + "\n"
    output += table(
      [
        ("allow", summary.allow), ("deny", summary.deny), ("ignore", summary.ignore),
        ("malformed", summary.malformed),
      ].map { (ExactString($0.0), [$0.1]) }, percent: true)
    if !summary.flips.isEmpty {
      output += heading("Changed decisions since the older policies")
      output += table(sorted(summary.flips).map { ($0.0, [$0.1]) }, percent: false)
    }
    if !summary.reasons.isEmpty {
      output += heading("Reasons")
      output += table(sorted(summary.reasons).map { ($0.0, [$0.1]) }, percent: true)
    }
    output += clients
    for (index, sample) in summary.samples.enumerated() {
      if index == 0 { output += heading("Samples") }
      output += text(
        sample, isFirst: index == 0 || summary.samples[index - 1].title != sample.title)
    }
    return output
  }

  private func heading(_ text: String) -> String { "\n" + style.paint(text, .emphasis) + "\n" }

  /// The most frequent first.
  private func sorted(_ table: [ExactString: Int]) -> [(ExactString, Int)] {
    table.map { ($0.key, $0.value) }.sorted { $0.1 != $1.1 ? $0.1 > $1.1 : $0.0 < $1.0 }
  }

  /// The maximum number of clients to list.
  private static let shownClients = 20

  /// Clients, those with denied requests first.
  private var clients: String {
    guard !summary.clients.isEmpty || summary.unknownClients > 0 else { return "" }
    let active = summary.clients.filter { $0.value.all > 0 }.sorted {
      let (left, right) = ($0.value, $1.value)
      if left.deny != right.deny { return left.deny > right.deny }
      return left.allow != right.allow ? left.allow > right.allow : $0.key < $1.key
    }
    let hasIgnored = summary.ignore > 0
    func columns(_ counts: ReplaySummary.Counts) -> [Int] {
      [counts.allow, counts.deny] + (hasIgnored ? [counts.ignore] : [])
    }
    var rows = active.prefix(Self.shownClients).map { ($0.key, columns($0.value)) }
    if summary.unknownClients > 0 {
      rows.append(("(client not in the policies)", columns(summary.unknownCounts)))
    }
    var output =
      heading("Clients: allowed, denied" + (hasIgnored ? ", ignored" : ""))
      + table(rows, percent: false)
    let inactive = summary.clients.count - active.count
    if active.count > Self.shownClients {
      output += "  \(active.count - Self.shownClients) more with requests\n"
    }
    if inactive > 0 { output += "  \(inactive) without a request\n" }
    return output
  }

  private func table(_ rows: [(ExactString, [Int])], percent: Bool) -> String {
    let names = rows.map { DisplayText.visible($0.0.string) }
    let width = names.map(\.unicodeScalars.count).max() ?? 0
    let digits = rows.flatMap(\.1).map { "\($0)".count }.max() ?? 0
    return zip(names, rows).map { name, row in
      var line = "  " + name + String(repeating: " ", count: width - name.unicodeScalars.count)
      for count in row.1 {
        line += "  " + String(repeating: " ", count: digits - "\(count)".count) + "\(count)"
      }
      if percent, summary.lines > 0 { line += "  " + share(row.1.first ?? 0) }
      return line + "\n"
    }.joined()
  }

  /// `12.3 %` of the lines.
  private func share(_ count: Int) -> String {
    let tenths = Int((Double(count) * 1_000 / Double(summary.lines)).rounded())
    let text = "\(tenths / 10).\(tenths % 10) %"
    return String(repeating: " ", count: max(0, 7 - text.count)) + text
  }

  private func text(_ sample: ReplaySample, isFirst: Bool) -> String {
    var output =
      isFirst ? "  \(DisplayText.visible(sample.title))  \(sample.count)\n" : ""
    if sample.request != .null { output += "    \(DisplayText.visible(sample.request.text()))\n" }
    for (name, side) in [("old", sample.old), ("new", sample.new)] {
      guard let place = sample.place(of: side) else { continue }
      let label = sample.old == .null ? "at" : name
      output += "      \(style.paint(label, .frame)) \(DisplayText.visible(place))\n"
    }
    return output
  }
}

extension ReplaySample {
  /// Class and reason.
  var title: String { "\(kind)  \(reason)" }

  /// The decision of one side and its location in the policy.
  func place(of side: JSONValue) -> String? {
    guard let reason = side["reason"]?.stringValue else { return nil }
    let isFlip = old != .null
    let words = isFlip ? "\(side["decision"]?.stringValue ?? "") (\(reason))" : ""
    guard let source = side["source"], source != .null else { return isFlip ? words : nil }
    let place =
      "\(source["file"]?.stringValue ?? ""):\(source["line"]?.text() ?? ""):"
      + "\(source["column"]?.text() ?? "")  \(source["path"]?.stringValue ?? "")"
    return isFlip ? "\(words) \(place)" : place
  }
}
