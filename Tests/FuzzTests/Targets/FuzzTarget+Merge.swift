import LinkPolicy

extension FuzzTarget {
  /// Summaries that `replay merge` reads: they add up or are refused, and what is written reads back.
  static let merge = FuzzTarget("merge", maximumLength: 4_096) {
    let log = try Seeds.logs()
    let project = Project([InputFile(name: "Policies/lumen.yaml", text: Replaying.policy)])
    let old = Project([InputFile(name: "Policies/lumen.yaml", text: Replaying.older)])
    var options = Replay.Options()
    options.samples = 1
    let summaries = log.prefix(6).map {
      Array(project.replay($0, against: old, options: options).json.text().utf8)
    }
    return summaries + [Array(summaries.prefix(2).joined(separator: [0x0A]))]
      + (try Seeds.files("Tests/Fixtures/reports", "replay.json"))
      + [Array(ReplaySummary().json.text().utf8)]
  } run: { bytes in
    guard let summaries = try? ReplaySummary.read(bytes) else { return }
    var sum = ReplaySummary()
    for summary in summaries {
      do throws(ReplaySummary.Overflow) {
        try sum.add(summary, samples: 2)
      } catch {
        return
      }
    }
    // What reports add up again.
    _ = sum.flipped + sum.clients.values.reduce(sum.unknownClients) { $0 + $1.all }
    let written = sum.json.text()
    let again = try? ReplaySummary.read(Array(written.utf8))
    Finding.unless(again?.first?.json == sum.json, "written as \(written)")
  }
}
