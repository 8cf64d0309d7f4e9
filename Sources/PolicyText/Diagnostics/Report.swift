/// The findings of a run and its files, sorted, without duplicates.
public struct Report: Sendable {
  /// The files of the run, in the order of `FileID`. They may contain secrets; print them through `redactions`.
  public let sources: [SourceFile]
  /// The number of checked files.
  public var checkedFiles: Int { files.checked }
  /// The number of files of each type.
  package let files: FileCounts
  /// The locations of secrets.
  public let redactions: [SourceLocation]
  /// The same for fast searches.
  package let hidden: Redactions
  /// Sorted by file name, location, rule and message.
  public let diagnostics: [Diagnostic]
  /// The number of findings that a comment or the baseline suppresses.
  public let suppressed: Int

  /// Sorts the findings; removes duplicates, and fixes that would show a secret.
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

  /// A report with some of the findings, in the same order.
  package func keeping(_ part: [Diagnostic]) -> Report { Report(self, keeping: part) }

  /// Sorts the findings and removes duplicates.
  ///
  /// Compares indices, because copying a finding retains ten references.
  private static func sorted(_ diagnostics: [Diagnostic], _ ranks: [Int]) -> [Diagnostic] {
    let order = diagnostics.indices.sorted { precedes(diagnostics[$0], diagnostics[$1], ranks) }
    // Duplicates are adjacent.
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

  /// The rank of each file name, so comparing thousands of findings is fast.
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
    // Of duplicates, keep the most severe one, then the one for most environments.
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

  /// The number of findings with a severity.
  public func count(_ severity: Severity) -> Int {
    diagnostics.indices.count { diagnostics[$0].severity == severity }
  }

  /// Returns true if a finding has at least this severity.
  public func has(atLeast severity: Severity) -> Bool {
    diagnostics.indices.contains { diagnostics[$0].severity >= severity }
  }

  /// A report with only the findings of at least a severity.
  public func filtered(atLeast severity: Severity) -> Report {
    keeping(diagnostics.filter { $0.severity >= severity })
  }

  /// The number of findings that `--fix` fixes.
  public var safelyFixable: Int {
    diagnostics.indices.count { diagnostics[$0].fixes.contains { $0.isSafe } }
  }

  /// The number of findings that have a fix.
  public var fixable: Int { diagnostics.indices.count { !diagnostics[$0].fixes.isEmpty } }
}

/// The number of files of each type in a run.
package struct FileCounts: Sendable, Equatable {
  /// Files with `linkpolicy: 1`.
  package var policies = 0
  /// Files with `linkpolicy_tests: 1`.
  package var tests = 0
  /// Files with `linkpolicy_config: 1`.
  package var configurations = 0
  /// `apple-app-site-association` and `assetlinks.json`.
  package var associationFiles = 0
  /// Reported YAML files without a marker, and files with an unknown format.
  package var others = 0
  /// YAML files without a marker outside of policy directories, which aren't checked.
  package var skipped = 0

  /// Creates a count for each file type.
  package init(policies: Int = 0, others: Int = 0) {
    self.policies = policies
    self.others = others
  }

  /// The number of checked files.
  package var checked: Int { policies + tests + configurations + associationFiles + others }
}

/// The base URL of links to rule documentation, which reports have only if it is set.
package struct DocumentationBase: Sendable, Equatable {
  /// Ends with a slash.
  package let url: String

  /// Returns nil for anything but an absolute `http` or `https` URL without user information, query
  /// and fragment. Rejects characters with a meaning in HTML, Markdown and terminals.
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

  /// The page of a rule; aliases have pages that redirect to it.
  package func page(of rule: RuleID) -> String { "\(url)rules/\(rule.rawValue)/" }
}

extension RuleInfo {
  /// The page of a rule: on the site if its URL is known, or else relative to the repository.
  package static func url(_ id: RuleID, at documentation: DocumentationBase?) -> String {
    documentation?.page(of: id) ?? url(id)
  }
}
