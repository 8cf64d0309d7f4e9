import LinkPolicy
import PolicyText
import PolicyModel

extension EditorActions {
  /// `severities: { rule: off }` in `linkpolicy.yaml`; nil if the rule can't be turned off, or the file already
  /// sets its severity.
  ///
  /// - Parameter configuration: the file; nil creates it.
  func switchingOff(_ finding: Diagnostic, _ configuration: SourceFile?) -> EditorAction? {
    let rule = finding.rule
    guard rule != "client-secret-in-policy", RuleCatalogue.canBeSuppressed(rule) else { return nil }
    let name = ConfigurationFile.fileName
    guard let source = configuration else {
      let text = "linkpolicy_config: 1\nseverities:\n  \(rule.rawValue): off\n"
      let empty = SourceFile(name: name, bytes: [])
      return EditorAction(
        title: "turn \(rule.rawValue) off in \(name)", kind: .quickFix, finding: finding,
        edits: [FileEdit(empty, [(SourceSpan(0, 0), text)], isNew: true)])
    }
    guard let edit = Self.edit(switchingOff: rule, in: source) else { return nil }
    return EditorAction(
      title: "turn \(rule.rawValue) off in \(name)", kind: .quickFix, finding: finding,
      edits: [FileEdit(source, [edit])])
  }

  private static func edit(
    switchingOff rule: RuleID, in source: SourceFile
  ) -> (span: SourceSpan, text: String)? {
    let read = YAMLReader.read(source, file: FileID(0))
    let tree = read.tree
    guard read.diagnostics.isEmpty, let root = tree.root,
      PolicyDocument.kind(of: tree) == .configuration
    else { return nil }
    guard let severities = tree.value(of: "severities", in: root) else {
      // A flow mapping has no line for another key.
      guard source.bytes[tree.span(root).start] != UInt8(ascii: "{") else { return nil }
      let end = source.bytes.count
      let isOpen = source.bytes.last.map { $0 != 0x0A } ?? false
      return (SourceSpan(end, end), "\(isOpen ? "\n" : "")severities:\n  \(rule.rawValue): off\n")
    }
    guard tree.kind(severities) == .mapping, !tree.isAlias(severities),
      tree.value(of: rule.rawValue, in: severities) == nil
    else { return nil }
    let span = tree.span(severities)
    if source.bytes[span.start] == UInt8(ascii: "{") {
      let first = tree.isEmpty(severities)
      let start = span.start + 1
      return (SourceSpan(start, start), " \(rule.rawValue): off\(first ? " " : ",")")
    }
    let line = source.lineSpan(source.lineIndex(of: span.start))
    let indent = String(repeating: " ", count: span.start - line.start)
    return (SourceSpan(line.start, line.start), "\(indent)\(rule.rawValue): off\n")
  }
}
