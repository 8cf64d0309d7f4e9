package import PolicyText

/// Hidden characters that another rule speaks about: one cause, one finding.
package enum HiddenFindings {
  /// The findings without those about hidden characters that an error of another rule marks as exactly.
  ///
  /// Done once comments and severities have had their say: what they take away does not hide again.
  package static func withoutRepetitions(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    // By their numbers: a copy of a finding counts ten references.
    guard diagnostics.indices.contains(where: { diagnostics[$0].rule == HiddenCharacters.rule })
    else { return diagnostics }
    var marked: [SourceLocation: Bool] = [:]
    for diagnostic in diagnostics
    where diagnostic.rule != HiddenCharacters.rule && diagnostic.severity == .error {
      marked[Self.start(of: diagnostic)] = true
    }
    return diagnostics.filter { diagnostic in
      guard diagnostic.rule == HiddenCharacters.rule else { return true }
      return marked[Self.start(of: diagnostic)] == nil
    }
  }

  /// The place of a character; a longer one is about more than it.
  private static func start(of diagnostic: Diagnostic) -> SourceLocation {
    let span = diagnostic.location.span
    return SourceLocation(
      file: diagnostic.location.file,
      span: Span(span.start, span.end - span.start <= 4 ? span.start : span.end))
  }
}
