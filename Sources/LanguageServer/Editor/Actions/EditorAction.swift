import LinkPolicy
package import PolicyText

/// A code action: edits or a command.
package struct EditorAction: Sendable {
  /// The raw values are those of the Language Server Protocol.
  package enum Kind: String, Sendable {
    case quickFix = "quickfix"
    case refactor
    case fixAll = "source.fixAll.linkpolicy"
    case source
  }
  package var title: String
  package var kind: Kind
  /// The finding that it fixes.
  package var finding: Diagnostic?
  package var isPreferred = false
  package var edits: [FileEdit] = []
  package var command: EditorCommand?
}

/// The code actions for a range of a file.
///
/// Findings are looked up by location, not taken from the request.
package struct EditorActions: Sendable {
  let project: Project
  let file: FileID
  /// The selection; empty for a cursor.
  let range: SourceSpan
  let map: PositionIndex

  var source: SourceFile { map.tree.source }

  /// The findings in the range.
  package var findings: [Diagnostic] {
    project.report.diagnostics.filter {
      $0.location.file == file && $0.location.span.touches(range)
    }
  }

  /// All actions, in the order in which editors should show them.
  ///
  /// - Parameters:
  ///   - configuration: `linkpolicy.yaml`, for the action that turns a rule off; nil if absent.
  ///   - createsFiles: whether the client can create files.
  package func all(configuration: SourceFile?, createsFiles: Bool) -> [EditorAction] {
    var actions: [EditorAction] = []
    let findings = findings
    for finding in findings { actions += fixes(of: finding) }
    for finding in findings { actions += suppressions(of: finding) }
    var rules: [RuleID] = []
    for finding in findings where !rules.contains(finding.rule) {
      rules.append(finding.rule)
      if configuration != nil || createsFiles, let off = switchingOff(finding, configuration) {
        actions.append(off)
      }
      actions.append(
        EditorAction(
          title: "explain \(finding.rule.rawValue)", kind: .quickFix, finding: finding,
          command: EditorCommand(
            "explain \(finding.rule.rawValue)", .explain, [.string(finding.rule.rawValue)])))
    }
    actions += [counterpart, testFromPlace].compactMap(\.self) + replacements
    if let fixAll { actions.append(fixAll) }
    return actions
  }

  // MARK: findings

  private func fixes(of finding: Diagnostic) -> [EditorAction] {
    finding.fixes.enumerated().map { index, fix in
      var edits: [FileID: [(span: SourceSpan, text: String)]] = [:]
      for edit in fix.edits {
        edits[edit.location.file, default: []].append((edit.location.span, edit.replacement))
      }
      return EditorAction(
        title: fix.isSafe ? fix.title : "\(fix.title) (may change the meaning)", kind: .quickFix,
        finding: finding, isPreferred: fix.isSafe && index == 0,
        edits: edits.sorted { $0.key < $1.key }.map { file, edits in
          FileEdit(
            project.report.sources[file.index], edits.sorted { $0.span < $1.span })
        })
    }
  }

  /// All safe fixes of the file, applied repeatedly; nil if absent.
  package var fixAll: EditorAction? {
    let isFixable = project.report.diagnostics.contains { finding in
      finding.location.file == file && finding.fixes.contains(where: \.isSafe)
    }
    guard isFixable else { return nil }
    let fixed = project.applyingFixes()
    guard fixed.changed.contains(file.index) else { return nil }
    let text = String(decoding: fixed.files[file.index].source.bytes, as: UTF8.self)
    return EditorAction(
      title: "apply all safe fixes", kind: .fixAll,
      edits: [FileEdit(source, [(SourceSpan(0, source.bytes.count), text)])])
  }

  /// `# linkpolicy: ignore[rule]` above the line or for the file. It has no reason, so `suppression-reason` reports
  /// it. Not for secrets.
  private func suppressions(of finding: Diagnostic) -> [EditorAction] {
    let rule = finding.rule
    guard map.tree.language == .yaml, rule != "client-secret-in-policy",
      RuleCatalogue.canBeSuppressed(rule), rule != "suppression-reason"
    else { return [] }
    let line = source.lineSpan(source.lineIndex(of: finding.location.span.start))
    let indent = String(
      decoding: source.bytes[line.start..<line.end].prefix { $0 == 0x20 }, as: UTF8.self)
    let here = "\(indent)# linkpolicy: ignore[\(rule.rawValue)] \n"
    let whole = "# linkpolicy: ignore-file[\(rule.rawValue)] \n"
    return [
      EditorAction(
        title: "ignore \(rule.rawValue) here", kind: .quickFix, finding: finding,
        edits: [FileEdit(source, [(SourceSpan(line.start, line.start), here)])]),
      EditorAction(
        title: "ignore \(rule.rawValue) in this file", kind: .quickFix, finding: finding,
        edits: [FileEdit(source, [(SourceSpan(top, top), whole)])]),
    ]
  }

  /// The start of the first key's line, after the comments of the file.
  private var top: Int {
    guard let root = map.tree.root else { return 0 }
    let line = source.lineSpan(source.lineIndex(of: map.tree.span(root).start))
    return line.start
  }
}

extension SourceSpan {
  /// Whether the spans overlap or touch.
  func touches(_ other: SourceSpan) -> Bool { start <= other.end && other.start <= end }
}

/// The edits of one file.
package struct FileEdit: Sendable {
  /// Relative to the root of the workspace.
  package var path: String
  /// The text that the spans refer to; empty for a new file.
  package var source: SourceFile
  package var edits: [(span: SourceSpan, text: String)]
  /// Whether the file must be created.
  package var isNew = false

  package init(
    _ source: SourceFile, _ edits: [(span: SourceSpan, text: String)], path: String? = nil,
    isNew: Bool = false
  ) {
    self.path = path ?? source.name
    self.source = source
    self.edits = edits
    self.isNew = isNew
  }
}
