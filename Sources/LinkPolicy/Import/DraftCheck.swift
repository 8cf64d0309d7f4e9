import PolicyText
import PolicyImport

/// Validates a draft and removes values with errors.
struct DraftCheck {
  /// The YAML of the last check.
  private(set) var written: WrittenPolicy
  /// The findings of the last check, with locations in the sources as notes.
  private(set) var findings: [Diagnostic] = []
  private let path: String
  private let id: FileID

  /// The maximum number of rounds: removing a value can cause new errors.
  private static let maximumRounds = 50

  init(_ draft: PolicyDraft, path: String, file: FileID) {
    self.path = path
    id = file
    written = draft.written
    check(draft)
  }

  /// The policy, for the report.
  var file: SourceFile { SourceFile(name: path, bytes: Array(written.text.utf8)) }

  private mutating func check(_ draft: PolicyDraft) {
    written = draft.written
    let project = Project([InputFile(source: file, kind: .policy, isExplicit: true)])
    findings = project.report.diagnostics.map { moved($0, draft) }
  }

  /// Removes values until the rest is valid.
  mutating func removeInvalid(from draft: inout PolicyDraft) {
    for _ in 0..<Self.maximumRounds {
      var removals: [(path: [Int], finding: Diagnostic)] = []
      for finding in findings where finding.severity == .error {
        guard finding.location.file == id, let leaf = written.leaf(at: finding.location.span),
          draft.isRemovable(leaf.path), !removals.contains(where: { $0.path == leaf.path }),
          let node = draft.root[leaf.path], let text = node.text, let origin = node.origins.first
        else { continue }
        removals.append((leaf.path, Self.finding(finding, text, origin, node.origins)))
      }
      guard !removals.isEmpty else { return }
      // From the end, so that the other paths stay valid.
      for (path, finding) in removals.sorted(by: { $1.path.lexicographicallyPrecedes($0.path) }) {
        draft.remove(path, saying: finding)
      }
      check(draft)
    }
  }

  /// Makes comments of everything with an error. The rest is valid.
  mutating func parkInvalid(in draft: inout PolicyDraft) {
    for _ in 0..<Self.maximumRounds {
      var parked: [[Int]] = []
      for finding in findings where finding.severity == .error && finding.location.file == id {
        guard let leaf = written.leaf(atOrAfter: finding.location.span) else { continue }
        let isExact = written.leaf(at: finding.location.span) != nil
        let path = isExact ? leaf.path : draft.block(of: leaf.path)
        guard !parked.contains(where: { path.starts(with: $0) || $0.starts(with: path) }) else {
          continue
        }
        parked.append(path)
        draft.park(path, asking: "\(finding.message) (`\(finding.rule)`)")
        // Without this entry, others of the app can open more.
        for other in draft.sameLinks(as: path) {
          parked.append(other)
          draft.park(other, asking: "depends on another entry of the app, which has an error")
        }
      }
      guard !parked.isEmpty else { return }
      check(draft)
    }
  }

  /// The finding for a removed value.
  private static func finding(
    _ error: Diagnostic, _ text: ExactString, _ origin: SourceLocation, _ origins: [SourceLocation]
  ) -> Diagnostic {
    let rule: ImportRule =
      switch error.rule {
      // Loopback URIs are safe, but web clients can't have them either.
      case "uri-http": Self.isLoopback(text) ? .dropped : .http
      case "uri-wildcard": .wildcard
      default: .dropped
      }
    var seen: Set<SourceLocation> = [origin]
    return Diagnostic(
      rule: rule.id, severity: rule.severity, environment: error.environment,
      message: "left out \(DisplayText.quoted(text.string)): \(error.message) (`\(error.rule)`)",
      help: error.help, location: origin,
      notes: origins.filter { seen.insert($0).inserted }.map { .init("also here", at: $0) })
  }

  private static func isLoopback(_ uri: ExactString) -> Bool {
    let host = URIParts(uri).lowerHost
    return host == "localhost" || host.isBelow("localhost") || host == "[::1]"
      || host.hasPrefix("127.")
  }

  /// A finding with the policy's file ID in the report.
  private func moved(_ finding: Diagnostic, _ draft: PolicyDraft) -> Diagnostic {
    var moved = finding.moved(to: id)
    if let leaf = written.leaf(at: finding.location.span),
      let origin = draft.root[leaf.path]?.origins.first
    {
      moved.notes.append(.init("imported from here", at: origin))
    }
    return moved
  }
}
