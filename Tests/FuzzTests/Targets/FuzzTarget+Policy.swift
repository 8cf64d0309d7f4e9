import LinkPolicy

extension FuzzTarget {
  /// `validate` with all rules, `--fix` and every format, and what decides afterwards.
  static let policy = FuzzTarget("policy", maximumLength: 16_384) {
    try Seeds.policies()
  } run: { bytes in
    let source = SourceFile(name: "Policies/f.yaml", bytes: bytes)
    let project = Project([InputFile(source: source, kind: .policy, isExplicit: true)])
    // One format at a time: which one depends on the input, so that a finding comes again.
    let formats = ReportFormat.allCases
    _ = project.report.rendered(as: formats[bytes.count % formats.count])
    let fixed = project.applyingFixes(includesUnsafe: bytes.count.isMultiple(of: 2))
    Finding.unless(fixed.count >= 0, "fixes are counted")
    _ = fixed.project.compiled
  }
}
