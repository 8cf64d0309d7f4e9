import PolicyDiagnostics
import PolicyModel
import PolicyRules
import PolicySourceTree

/// What was found in some files while each was read on its own, in their order.
struct ReadFiles: Sendable {
  /// Policies, test files, and what was taken for one of them.
  var documents: [PolicyDocument] = []
  var diagnostics: [Diagnostic] = []
  var secrets: [SourceLocation] = []
  /// How many of the files count as looked at.
  var checked = 0
  private var android: [SourceTree] = []
  private var apple: [SourceTree] = []

  /// Takes what was read of a file.
  mutating func add(_ content: Project.Content, _ input: InputFile, _ file: FileID) {
    switch content {
    case .policy(let document):
      if document.kind == .unmarked {
        let looksMarked = document.looksMarked
        guard input.isExplicit || looksMarked else { return }
        diagnostics.append(contentsOf: document.diagnostics)
        if !looksMarked || document.diagnostics.isEmpty, document.tree.isComplete {
          diagnostics.append(Self.missingMarker(file, input))
        }
      } else {
        diagnostics.append(contentsOf: document.diagnostics)
      }
      documents.append(document)
      secrets += document.secrets
    case .associationFile(let association):
      diagnostics += association.findings
      secrets += association.secrets
      if input.kind == .assetLinks {
        android.append(association.tree)
      } else {
        apple.append(association.tree)
      }
    }
    checked += 1
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
