import LinkPolicy

/// A summary of `replay` as Markdown.
struct ReplayMarkdown {
  let summary: ReplaySummary

  var text: String {
    var output = "## linkpolicy replay\n\n"
    output += "| lines | allow | deny | ignore | malformed |\n|--:|--:|--:|--:|--:|\n"
    let counts = [summary.lines, summary.allow, summary.deny, summary.ignore, summary.malformed]
    output += "| " + counts.map { "\($0)" }.joined(separator: " | ") + " |\n"
    output += table("Changed decisions since the older policies", "flip", summary.flips)
    output += table("Reasons", "reason", summary.reasons)
    let clients = summary.clients.filter { $0.value.all > 0 }.sorted { $0.key < $1.key }
    if !clients.isEmpty || summary.unknownClients > 0 {
      // Most logs have no ignored requests.
      let hasIgnored = summary.ignore > 0
      output += "\n### Clients\n\n| client | allow | deny |\(hasIgnored ? " ignore |" : "")\n"
      output += "|---|--:|--:|\(hasIgnored ? "--:|" : "")\n"
      func row(_ name: String, _ counts: ReplaySummary.Counts) {
        output += "| \(name) | \(counts.allow) | \(counts.deny) |"
        output += (hasIgnored ? " \(counts.ignore) |" : "") + "\n"
      }
      for (name, counts) in clients { row(Markdown.code(name.string), counts) }
      if summary.unknownClients > 0 { row("client not in the policies", summary.unknownCounts) }
    }
    for sample in summary.samples where sample.request != .null { output += text(sample) }
    return output
  }

  private func table(_ title: String, _ column: String, _ rows: [ExactString: Int]) -> String {
    guard !rows.isEmpty else { return "" }
    var output = "\n### \(title)\n\n| \(column) | requests |\n|---|--:|\n"
    for (name, count) in rows.sorted(by: { $0.key < $1.key }) {
      output += "| \(Markdown.code(name.string)) | \(count) |\n"
    }
    return output
  }

  private func text(_ sample: ReplaySample) -> String {
    var output = "\n<details><summary>\(Markdown.code(sample.title)) \(sample.count)</summary>\n\n"
    for (name, side) in [("old", sample.old), ("new", sample.new)] {
      guard let place = sample.place(of: side) else { continue }
      output += "- \(name) \(Markdown.code(place))\n"
    }
    output += "\nA line for <code>linkpolicy replay</code>:\n\n"
    return output + Markdown.block(sample.request.text()) + "\n</details>\n"
  }
}
