import LinkPolicy

extension FuzzTarget {
  /// `diff`: a policy does not differ from itself, and what it becomes allowed from another the other loses.
  static let difference = FuzzTarget("diff", maximumLength: 16_384) {
    try Seeds.policies()
  } run: { bytes in
    // The first half against the whole: two policies that share much.
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
      "forth \(forth.changes.map(\.message)), back \(back.changes.map(\.message))")
  }

  private static let decisions: Project = {
    let bytes = (try? Seeds.files("Tests/Vectors", "decisions.policy.yaml").first) ?? []
    return Project([
      InputFile(
        source: SourceFile(name: "Policies/f.yaml", bytes: bytes), kind: .policy, isExplicit: true)
    ])
  }()
}
