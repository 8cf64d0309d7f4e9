/// The findings of one run over its files, sorted, without repetitions.
public struct Report: Sendable {
  /// The files of the run, in the order of `FileID`. They may contain secrets; print them through `redactions`.
  public let sources: [SourceFile]
  /// How many files were looked at.
  public var checkedFiles: Int { files.checked }
  /// What the files are.
  package let files: FileCounts
  /// Places whose text is never printed.
  public let redactions: [SourceLocation]
  /// The same, for quick questions.
  package let hidden: Redactions
  /// Sorted by file name, span, rule and message.
  public let diagnostics: [Diagnostic]
  /// Findings that a comment or the baseline took away.
  public let suppressed: Int

  /// Sorts the findings and removes repetitions, and fixes that would show a secret.
  package init(
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

  /// The report with some of its findings, in the same order.
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

  /// True if a finding has at least this severity.
  public func has(atLeast severity: Severity) -> Bool {
    diagnostics.indices.contains { diagnostics[$0].severity >= severity }
  }

  /// The report with the findings of at least a severity only.
  public func filtered(atLeast severity: Severity) -> Report {
    keeping(diagnostics.filter { $0.severity >= severity })
  }

  /// The number of findings that `--fix` fixes.
  public var safelyFixable: Int {
    diagnostics.indices.count { diagnostics[$0].fixes.contains { $0.isSafe } }
  }

  /// How many findings have a fix.
  public var fixable: Int { diagnostics.indices.count { !diagnostics[$0].fixes.isEmpty } }
}

/// How many files of each kind a run looked at, and how many it left out.
package struct FileCounts: Sendable, Equatable {
  /// Files with `linkpolicy: 1`.
  package var policies = 0
  /// Files with `linkpolicy_tests: 1`.
  package var tests = 0
  /// Files with `linkpolicy_config: 1`.
  package var configurations = 0
  /// `apple-app-site-association` and `assetlinks.json`.
  package var associationFiles = 0
  /// Reported YAML files without a marker, and files of unknown format.
  package var others = 0
  /// YAML files without a marker outside the directories of policies. They are not looked at.
  package var skipped = 0

  /// Counts that are known so far.
  package init(policies: Int = 0, others: Int = 0) {
    self.policies = policies
    self.others = others
  }

  /// How many files were looked at.
  package var checked: Int { policies + tests + configurations + associationFiles + others }
}

/// The base URL of links to rule documentation. There is no default.
package struct DocumentationBase: Sendable, Equatable {
  /// The address of the site with a `/` at its end.
  package let url: String

  /// A base from what a user wrote; nil for anything but an absolute `http` or `https` URL without user,
  /// query and fragment, whose characters mean nothing to HTML, Markdown and terminals.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard
      let scheme = ["https://", "http://"].first(where: { bytes.starts(with: $0.utf8) }),
      bytes.allSatisfy({ PercentEncoding.isUnreserved($0) || "/:%[]".utf8.contains($0) })
    else { return nil }
    let authority = bytes.dropFirst(scheme.utf8.count).prefix { $0 != UInt8(ascii: "/") }
    guard let first = authority.first, first != UInt8(ascii: ":") else { return nil }
    url = bytes.last == UInt8(ascii: "/") ? text : text + "/"
  }

  /// The page of a rule; every alias has one too, which leads to it.
  package func page(of rule: RuleID) -> String { "\(url)rules/\(rule.rawValue)/" }
}

extension RuleInfo {
  /// The page of a rule: on the site where one is known, else relative to the repository.
  package static func url(_ id: RuleID, at documentation: DocumentationBase?) -> String {
    documentation?.page(of: id) ?? url(id)
  }
}
