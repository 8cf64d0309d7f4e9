package import PolicyText
package import PolicyModel

extension Workspace {
  /// A workspace of policies, in this order.
  package convenience init(texts: [(name: String, text: String)]) {
    let sources = texts.map { SourceFile(name: $0.name, bytes: Array($0.text.utf8)) }
    self.init(
      sources: sources,
      documents: sources.enumerated().map { index, source in
        PolicyDocument(YAMLReader.read(source, file: FileID(index)))
      })
  }

  /// A workspace with one policy.
  package convenience init(_ text: String) { self.init(texts: [("Policies/policy.yaml", text)]) }

  /// The findings of parsing and of checking the structure.
  package var structureFindings: [Diagnostic] {
    (policies + testFiles).flatMap(\.diagnostics)
  }
}
