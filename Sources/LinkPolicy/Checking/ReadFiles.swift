import PolicyText
import PolicyModel
import PolicyRules

/// What was found in some files while each was read on its own, in their order.
struct ReadFiles: Sendable {
  /// Policies, test files, and what was taken for one of them.
  var documents: [PolicyDocument] = []
  var diagnostics: [Diagnostic] = []
  var secrets: [SourceLocation] = []
  /// What the files are.
  var counts = FileCounts()
  private var android: [SourceTree] = []
  private var apple: [SourceTree] = []

  /// Takes what was read of a file.
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
      // What can't be read as YAML may have a marker.
      diagnostics +=
        document.tree.isComplete
        ? [NotAPolicy.finding(document, misspelled)] : document.diagnostics
      return true
    }
    diagnostics.append(contentsOf: document.diagnostics)
    if !looksMarked || document.diagnostics.isEmpty, document.tree.isComplete {
      diagnostics.append(Self.missingMarker(file, input))
    }
    return true
  }

  /// What association files say together with each other and with the policies.
  func findingsOfAssociationFiles(in workspace: Workspace) -> [Diagnostic] {
    var found = RuleRegistry.check(deployed: android, in: workspace)
    for site in SiteFiles.pairs(apple: apple, android: android) { found += site.findings }
    return found
  }

  private static func missingMarker(_ file: FileID, _ input: InputFile) -> Diagnostic {
    // A policy may be JSON, too, but nobody names one so.
    let isJSON =
      InputKind(path: input.source.name) == nil
      && input.source.bytes.first { !" \t\r\n".utf8.contains($0) }
        .map { "{[".utf8.contains($0) } == true
    return Diagnostic(
      rule: "missing-key", severity: .error,
      message: "the file has none of the keys that mark its kind: `linkpolicy`, "
        + "`linkpolicy_tests`, `linkpolicy_config`",
      help: isJSON
        ? "name the format of an association file: `--type aasa` or `--type assetlinks`"
        : "start a policy with `linkpolicy: 1`",
      location: SourceLocation(file: file, span: Span(0, 0)))
  }
}
