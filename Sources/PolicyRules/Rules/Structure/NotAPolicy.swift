package import PolicyText
package import PolicyModel

/// A YAML file among policies that is none. Reported when files are read.
package struct NotAPolicy: NamedRule {
  package static let info = RuleInfo(
    "not-a-policy", .structure, .error,
    summary: "Disallow other YAML files in a directory of policies",
    why:
      "A file without `linkpolicy: 1` is never checked, and nothing decides by it. In `Policies/`, "
      + "and in a directory under `policies` in `linkpolicy.yaml`, every YAML file must be a policy, "
      + "a test file or a configuration. List others under `exclude`. Elsewhere YAML without a "
      + "marker is skipped and counted, and only a misspelled marker is reported.",
    examples: .init(
      .policy, bad: "⟦linkpolcy⟧: 1\nname: example\n", good: "linkpolicy: 1\nname: example\n"))
  package init() {}

  /// The finding about a file.
  ///
  /// - Parameter misspelled: a key that was meant as the marker.
  package static func finding(
    _ document: PolicyDocument, _ misspelled: (key: Range<Int>, meant: String)?
  ) -> Diagnostic {
    let file = document.tree.file
    func report(_ message: String, help: String, at range: Range<Int> = 0..<0) -> Diagnostic {
      Diagnostic(
        rule: info.id, severity: info.severity, message: message, help: help,
        location: SourceLocation(file: file, span: Span(range.lowerBound, range.upperBound)))
    }
    if let misspelled {
      let key = ExactString(decoding: document.source.bytes[misspelled.key]).quoted
      return report(
        "\(key) is not a marker of linkpolicy, so the file is not checked",
        help: "did you mean `\(misspelled.meant)`?", at: misspelled.key)
    }
    let marker = PolicyMarker.meant(by: document.tree)
    guard document.tree.root != nil else {
      return report(
        "a file among policies must not be empty",
        help: "delete it, or add `\(marker): 1` as the first line")
    }
    return report(
      "a YAML file among policies must have a marker, or it is not checked",
      help:
        "add `\(marker): 1` as the first line, or list the file under `exclude` in `linkpolicy.yaml`"
    )
  }
}
