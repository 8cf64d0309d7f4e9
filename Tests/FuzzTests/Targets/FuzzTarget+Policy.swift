import LinkPolicy
import PolicyText

extension FuzzTarget {
  /// `validate` with all rules, `--fix` and every format, and decisions of the result.
  static let policy = FuzzTarget("policy", maximumLength: 16_384) {
    try Seeds.policies()
  } run: { bytes in
    let source = SourceFile(name: "Policies/f.yaml", bytes: bytes)
    let project = Project([InputFile(source: source, kind: .policy, isExplicit: true)])
    // Each input uses one format, which depends on the bytes, so a finding can be repeated.
    let formats = ReportFormat.allCases
    _ = project.report.rendered(as: formats[bytes.count % formats.count])
    let fixed = project.applyingFixes(includesUnsafe: bytes.count.isMultiple(of: 2))
    Finding.unless(fixed.count >= 0, "fixes are counted")
    _ = fixed.project.compiled
  }
}

extension FuzzTarget {
  /// `test`, `flow` and `who-allows` on a policy. `who-allows` must find an entry for every
  /// registered redirect URI.
  static let questions = FuzzTarget("questions", maximumLength: 16_384) {
    try Seeds.policies()
  } run: { bytes in
    let source = SourceFile(name: "Policies/f.yaml", bytes: bytes)
    let project = Project([InputFile(source: source, kind: .policy, isExplicit: true)])
    _ = TestRunner(project).run()
    _ = try? project.flows()
    for client in project.compiled.clients.values.joined() {
      for uri in client.redirectURIs.prefix(2) {
        Finding.unless(
          !WhoAllows(uri.value, in: project).matches.isEmpty, "nobody lets in \(uri.value)")
      }
    }
  }
}

extension FuzzTarget {
  /// `fmt`: a file must keep its meaning, and formatting it again must change nothing.
  static let format = FuzzTarget("format", maximumLength: 8_192) {
    try Seeds.policies()
  } run: { bytes in
    let file = FormattedFile(SourceFile(name: "f.yaml", bytes: bytes))
    Finding.unless(file.outcome != .unproved, "the form means something else")
    guard case .changed(let form) = file.outcome else { return }
    let again = FormattedFile(SourceFile(name: "f.yaml", bytes: form))
    Finding.unless(again.outcome == .unchanged, "the form has another form")
  }
}

extension FuzzTarget {
  /// All targets of `generate`. None may end the program, text must be UTF-8, JSON must be valid,
  /// and no path may leave the folder.
  static let generate = FuzzTarget("generate", maximumLength: 16_384) {
    try Seeds.files("Tests/Fixtures/policies", "example.yaml", "policy.yaml")
      + Seeds.files("Policies", ".yaml") + Seeds.files("Tests/Fixtures/structure", ".yaml")
  } run: { bytes in
    let source = SourceFile(name: "Policies/f.yaml", bytes: bytes)
    let project = Project([InputFile(source: source, kind: .policy, isExplicit: true)])
    // Each input uses one target, which depends on the bytes, so a finding can be repeated.
    let names = Project.targetNames
    let name = names[bytes.reduce(0) { $0 + Int($1) } % names.count]
    guard let files = try? project.generatedFiles(targets: [name]) else { return }
    for file in files {
      let components = file.path.split(separator: "/", omittingEmptySubsequences: false)
      Finding.unless(
        !components.contains { ["", ".", ".."].contains($0) }, "the path \(file.path)")
      Finding.unless(
        DisplayText.firstInvalidByte(of: file.bytes) == nil, "\(file.path) is not UTF-8")
      guard file.path.hasSuffix(".json") || file.path.hasSuffix("association") else { continue }
      Finding.unless((try? JSONText.parse(file.bytes)) != nil, "\(file.path) is not valid JSON")
    }
  }
}

extension FuzzTarget {
  /// `diff`: a policy must not differ from itself, and a widening must be a narrowing in the
  /// opposite direction.
  static let difference = FuzzTarget("diff", maximumLength: 16_384) {
    try Seeds.policies()
  } run: { bytes in
    // Compares the first half with the whole, because these policies have much in common.
    let half = bytes.prefix { $0 != 0x0C }
    func project(_ bytes: [UInt8]) -> Project {
      Project([
        InputFile(
          source: SourceFile(name: "Policies/f.yaml", bytes: bytes), kind: .policy,
          isExplicit: true)
      ])
    }
    let new = project(bytes)
    let same = PolicyDifference(old: new, new: new)
    Finding.unless(same.changes.isEmpty, "\(same.changes.map(\.message))")
    let old = half.count < bytes.count ? project(Array(half)) : decisions
    let forth = PolicyDifference(old: old, new: new)
    let back = PolicyDifference(old: new, new: old)
    Finding.unless(
      forth.count(.widening) == back.count(.narrowing)
        && forth.count(.narrowing) == back.count(.widening),
      "forward \(forth.changes.map(\.message)), backward \(back.changes.map(\.message))")
  }

  private static let decisions: Project = {
    let bytes = (try? Seeds.files("Tests/Vectors", "decisions.policy.yaml").first) ?? []
    return Project([
      InputFile(
        source: SourceFile(name: "Policies/f.yaml", bytes: bytes), kind: .policy, isExplicit: true)
    ])
  }()
}

extension FuzzTarget {
  /// Summaries that `replay merge` reads. They are added or rejected, and the output can be read
  /// again.
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
    // Sums in reports must not overflow.
    _ = sum.flipped + sum.clients.values.reduce(sum.unknownClients) { $0 + $1.all }
    let written = sum.json.text()
    let again = try? ReplaySummary.read(Array(written.utf8))
    Finding.unless(again?.first?.json == sum.json, "written as \(written)")
  }
}
