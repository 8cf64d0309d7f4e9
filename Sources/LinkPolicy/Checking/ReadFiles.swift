import PolicyText
import PolicyModel
import PolicyRules

/// The documents and findings of files, each read on its own, in order.
struct ReadFiles: Sendable {
  /// Policies, test files and configurations, and files without a marker that look like one.
  var documents: [PolicyDocument] = []
  var diagnostics: [Diagnostic] = []
  var secrets: [SourceLocation] = []
  var counts = FileCounts()
  private var android: [SourceTree] = []
  private var apple: [SourceTree] = []

  mutating func add(_ content: Project.Content, _ input: InputFile, _ file: FileID) {
    switch content {
    case .policy(let document):
      if document.kind == .unmarked {
        guard add(unmarked: document, input, file) else {
          counts.skipped += 1
          return
        }
      } else {
        diagnostics.append(contentsOf: document.diagnostics)
      }
      count(document.kind)
      documents.append(document)
      secrets += document.secrets
    case .associationFile(let association):
      diagnostics += association.findings
      secrets += association.secrets
      counts.associationFiles += 1
      if input.kind == .assetLinks {
        android.append(association.tree)
      } else {
        apple.append(association.tree)
      }
    }
  }

  private mutating func count(_ kind: PolicyDocument.Kind) {
    switch kind {
    case .policy: counts.policies += 1
    case .tests: counts.tests += 1
    case .configuration: counts.configurations += 1
    case .unmarked: counts.others += 1
    }
  }

  /// Reports a file without a marker.
  ///
  /// - Returns: false for other YAML that the user didn't name.
  private mutating func add(
    unmarked document: PolicyDocument, _ input: InputFile, _ file: FileID
  ) -> Bool {
    let looksMarked = document.looksMarked
    if !input.isExplicit, !looksMarked {
      let misspelled = PolicyMarker.misspelled(in: document.source.bytes)
      guard input.isAmongPolicies || misspelled != nil else { return false }
      // Invalid YAML may contain a marker.
      diagnostics +=
        document.tree.isComplete
        ? [Self.notAPolicy(document, misspelled)] : document.diagnostics
      return true
    }
    diagnostics.append(contentsOf: document.diagnostics)
    if !looksMarked || document.diagnostics.isEmpty, document.tree.isComplete {
      diagnostics.append(Self.missingMarker(file, input))
    }
    return true
  }

  /// Compares association files with each other and with the policies.
  func findingsOfAssociationFiles(in workspace: Workspace) -> [Diagnostic] {
    var found = RuleRegistry.check(deployed: android, in: workspace)
    for site in SiteFiles.pairs(apple: apple, android: android) { found += site.findings }
    return found
  }

  private static func missingMarker(_ file: FileID, _ input: InputFile) -> Diagnostic {
    // A policy may be JSON, but rarely is.
    let isJSON =
      InputKind(path: input.source.name) == nil
      && input.source.bytes.first { !" \t\r\n".utf8.contains($0) }
        .map { "{[".utf8.contains($0) } == true
    return Diagnostic(
      rule: RuleInfo.missingKey.id, severity: RuleInfo.missingKey.severity,
      message: input.source.bytes.allSatisfy { " \t\r\n".utf8.contains($0) }
        ? "file is empty"
        : "file has no marker: `linkpolicy`, `linkpolicy_tests` or `linkpolicy_config`",
      help: isJSON
        ? "for an association file, pass `--type aasa` or `--type assetlinks`"
        : "start a policy with `linkpolicy: 1`",
      location: SourceLocation(file: file, span: SourceSpan(0, 0)))
  }

  /// The finding about a YAML file without a marker in a directory of policies.
  ///
  /// - Parameter misspelled: the key that is probably a misspelled marker.
  private static func notAPolicy(
    _ document: PolicyDocument, _ misspelled: (key: Range<Int>, meant: String)?
  ) -> Diagnostic {
    let file = document.tree.file
    func report(_ message: String, help: String, at range: Range<Int> = 0..<0) -> Diagnostic {
      Diagnostic(
        rule: RuleInfo.notAPolicy.id, severity: RuleInfo.notAPolicy.severity, message: message,
        help: help,
        location: SourceLocation(file: file, span: SourceSpan(range.lowerBound, range.upperBound)))
    }
    if let misspelled {
      let key = DisplayText.quoted(
        String(decoding: document.source.bytes[misspelled.key], as: UTF8.self))
      return report(
        "\(key) is not a linkpolicy marker, so the file isn't checked",
        help: "did you mean `\(misspelled.meant)`?", at: misspelled.key)
    }
    let marker = PolicyMarker.meant(by: document.tree)
    guard document.tree.root != nil else {
      return report(
        "file in a directory of policies must not be empty",
        help: "delete it, or add `\(marker): 1` as the first line")
    }
    return report(
      "YAML file in a directory of policies has no marker, so it isn't checked",
      help:
        "add `\(marker): 1` as the first line, or list the file under `exclude` in `linkpolicy.yaml`"
    )
  }
}
