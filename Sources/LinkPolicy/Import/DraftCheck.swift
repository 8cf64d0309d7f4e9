import PolicyText
import PolicyImport

/// Validates a draft with the ordinary engine, and takes out what it calls errors.
struct DraftCheck {
  /// The text that was checked last.
  private(set) var written: WrittenPolicy
  /// What validation says of it, with the places of the sources as notes.
  private(set) var findings: [Diagnostic] = []
  private let path: String
  private let id: FileID

  /// Removing a value may bring out something about others; every round removes one at least.
  private static let rounds = 50

  init(_ draft: PolicyDraft, path: String, file: FileID) {
    self.path = path
    id = file
    written = draft.written
    check(draft)
  }

  /// The policy as a file of the report.
  var file: SourceFile { SourceFile(name: path, bytes: Array(written.text.utf8)) }

  private mutating func check(_ draft: PolicyDraft) {
    written = draft.written
    let project = Project([InputFile(source: file, kind: .policy, isExplicit: true)])
    findings = project.report.diagnostics.map { moved($0, draft) }
  }

  /// Takes values out until validation has nothing against those that are left.
  mutating func removeInvalid(from draft: inout PolicyDraft) {
    for _ in 0..<Self.rounds {
      var removals: [(path: [Int], finding: Diagnostic)] = []
      for finding in findings where finding.severity == .error {
        guard finding.location.file == id, let leaf = written.leaf(at: finding.location.span),
          draft.isRemovable(leaf.path), !removals.contains(where: { $0.path == leaf.path }),
          let node = draft.root[leaf.path], let text = node.text, let origin = node.origins.first
        else { continue }
        removals.append((leaf.path, Self.finding(finding, text, origin, node.origins)))
      }
      guard !removals.isEmpty else { return }
      // From the end: what stands before keeps its place.
      for (path, finding) in removals.sorted(by: { $1.path.lexicographicallyPrecedes($0.path) }) {
        draft.remove(path, saying: finding)
      }
      check(draft)
    }
  }

  /// Why a value is not in the policy.
  private static func finding(
    _ error: Diagnostic, _ text: ExactString, _ origin: SourceLocation, _ origins: [SourceLocation]
  ) -> Diagnostic {
    let rule: ImportRule =
      switch error.rule {
      // Web clients may not have addresses of the machine either, which are safe in themselves.
      case "uri-http": Self.isLoopback(text) ? .dropped : .http
      case "uri-wildcard": .wildcard
      default: .dropped
      }
    var seen: Set<SourceLocation> = [origin]
    return Diagnostic(
      rule: rule.id, severity: rule.severity, environment: error.environment,
      message: "\(UTF8Text.quoted(text.string)) is left out: \(error.message) (`\(error.rule)`)",
      help: error.help, location: origin,
      notes: origins.filter { seen.insert($0).inserted }.map { .init("here too", at: $0) })
  }

  private static func isLoopback(_ uri: ExactString) -> Bool {
    let host = URIParts(uri).lowerHost
    return host == "localhost" || host.isBelow("localhost") || host == "[::1]"
      || host.hasPrefix("127.")
  }

  /// A finding about the policy as one of the report.
  private func moved(_ finding: Diagnostic, _ draft: PolicyDraft) -> Diagnostic {
    var moved = finding.moved(to: id)
    if let leaf = written.leaf(at: finding.location.span),
      let origin = draft.root[leaf.path]?.origins.first
    {
      moved.notes.append(.init("it comes from here", at: origin))
    }
    return moved
  }
}
