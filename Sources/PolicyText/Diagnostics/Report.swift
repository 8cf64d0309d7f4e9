/// The findings of one run over its files, sorted, without repetitions.
public struct Report: Sendable {
  /// The files of the run; `FileID` counts here. Their bytes are those of the files: what is printed of
  /// them goes through `redactions`.
  public let sources: [SourceFile]
  /// How many files were looked at.
  public var checkedFiles: Int { files.checked }
  /// What the files are.
  public let files: FileCounts
  /// Places whose text is never printed.
  public let redactions: [SourceLocation]
  /// The same, for quick questions.
  package let hidden: Redactions
  /// Sorted by file name, span, rule and message.
  public let diagnostics: [Diagnostic]
  /// Findings that a comment or the baseline took away.
  public let suppressed: Int

  /// Sorts the findings and removes repetitions, and fixes that would show a secret.
  public init(
    sources: [SourceFile], diagnostics: [Diagnostic], files: FileCounts? = nil,
    redactions: [SourceLocation] = [], suppressed: Int = 0
  ) {
    self.sources = sources
    self.files = files ?? FileCounts(others: sources.count)
    self.redactions = redactions
    self.suppressed = suppressed
    let hidden = Redactions(redactions)
    self.hidden = hidden
    var kept = Self.sorted(diagnostics, Self.ranks(of: sources))
    for index in kept.indices { kept[index].maskParameters() }
    if !hidden.isEmpty {
      for index in kept.indices where !kept[index].fixes.isEmpty {
        kept[index].fixes.removeAll(where: hidden.refuses)
      }
    }
    self.diagnostics = kept
  }

  private init(_ other: Report, keeping diagnostics: [Diagnostic]) {
    sources = other.sources
    files = other.files
    redactions = other.redactions
    hidden = other.hidden
    suppressed = other.suppressed
    self.diagnostics = diagnostics
  }

  /// The report with a part of its findings, which stand in their order.
  package func keeping(_ part: [Diagnostic]) -> Report { Report(self, keeping: part) }

  /// The findings in their order, without repetitions.
  ///
  /// By their numbers, as everything here that walks over findings: a copy of one counts ten references.
  private static func sorted(_ diagnostics: [Diagnostic], _ ranks: [Int]) -> [Diagnostic] {
    let order = diagnostics.indices.sorted { precedes(diagnostics[$0], diagnostics[$1], ranks) }
    // Repetitions are next to each other.
    let kept = order.indices.filter {
      $0 == 0 || !isSame(diagnostics[order[$0]], diagnostics[order[$0 - 1]])
    }
    guard kept.count < order.count || order.indices.contains(where: { order[$0] != $0 }) else {
      return diagnostics
    }
    return kept.map { diagnostics[order[$0]] }
  }

  private static func isSame(_ a: Diagnostic, _ b: Diagnostic) -> Bool {
    a.location == b.location && a.rule == b.rule
      && ExactString(a.message) == ExactString(b.message)
  }

  /// The place of each file in the order of their names: thousands of findings compare numbers.
  private static func ranks(of sources: [SourceFile]) -> [Int] {
    let order = sources.indices.sorted {
      let (left, right) = (ExactString(sources[$0].name), ExactString(sources[$1].name))
      return left == right ? $0 < $1 : left < right
    }
    var ranks = [Int](repeating: 0, count: sources.count)
    for (rank, index) in order.enumerated() { ranks[index] = rank }
    return ranks
  }

  private static func precedes(_ a: Diagnostic, _ b: Diagnostic, _ ranks: [Int]) -> Bool {
    if a.location.file != b.location.file {
      return ranks[a.location.file.index] < ranks[b.location.file.index]
    }
    if a.location.span != b.location.span { return a.location.span < b.location.span }
    if a.rule != b.rule { return a.rule < b.rule }
    if ExactString(a.message) != ExactString(b.message) {
      return ExactString(a.message) < ExactString(b.message)
    }
    // Of repetitions the heaviest stays, then the one that concerns most environments.
    if a.severity != b.severity { return a.severity > b.severity }
    return Self.rank(a.environment) < Self.rank(b.environment)
  }

  private static func rank(_ environment: Environment?) -> Int {
    switch environment {
    case nil: 0
    case .prod: 1
    case .sandbox: 2
    }
  }

  /// How many findings have a severity.
  public func count(_ severity: Severity) -> Int {
    diagnostics.indices.count { diagnostics[$0].severity == severity }
  }

  /// True when a finding weighs at least as much as `severity`.
  public func has(atLeast severity: Severity) -> Bool {
    diagnostics.indices.contains { diagnostics[$0].severity >= severity }
  }

  /// The report with the findings of at least a severity only.
  public func filtered(atLeast severity: Severity) -> Report {
    keeping(diagnostics.filter { $0.severity >= severity })
  }

  /// How many findings `--fix` mends.
  public var safelyFixable: Int {
    diagnostics.indices.count { diagnostics[$0].fixes.contains { $0.isSafe } }
  }

  /// How many findings have a fix.
  public var fixable: Int { diagnostics.indices.count { !diagnostics[$0].fixes.isEmpty } }
}
