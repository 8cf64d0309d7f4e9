package import Diagnostics
package import SourceTree
public import TextSupport

/// A place in a policy that a decision or an artifact leads back to: opaque to those who carry it.
package struct SourceAnchor: Sendable, Hashable {
  package let file: FileID
  package let node: NodeID
  package init(_ file: FileID, _ node: NodeID) {
    self.file = file
    self.node = node
  }
}

extension PolicyDocument {
  /// The anchor of a leaf of this document.
  package func anchor<Value>(_ leaf: Located<Value>) -> SourceAnchor {
    SourceAnchor(tree.file, leaf.node)
  }
}

/// A place as answers show it.
public struct SourceReference: Sendable, Hashable {
  /// The file as it was named.
  public var file: String
  /// The logical path.
  public var path: String
  /// From 1.
  public var line: Int
  /// From 1, in Unicode scalars.
  public var column: Int

  /// The JSON form of answers.
  public var json: JSONValue {
    [
      "file": .string(file), "path": .string(path), "line": .int(line), "column": .int(column),
    ]
  }
}

/// The policies of one command; what they say is looked up across all of them.
package struct Workspace: Sendable {
  /// All files of the run, policies or not; `FileID` counts here.
  package let sources: [SourceFile]
  /// The policies in the byte order of their names, then of their files.
  package let policies: [PolicyDocument]
  /// The test files.
  package let testFiles: [PolicyDocument]
  /// Policies by name; the first of two with one name.
  private let byName: [ExactString: PolicyDocument]
  /// Indices of apps by file and id, so that a look-up costs the same in policies of any size.
  private let appIndex: [FileID: [ExactString: Int]]

  /// Orders the documents.
  package init(sources: [SourceFile], documents: [PolicyDocument]) {
    self.sources = sources
    policies = documents.filter { $0.kind == .policy }.sorted {
      $0.name == $1.name ? $0.tree.file < $1.tree.file : $0.name < $1.name
    }
    testFiles = documents.filter { $0.kind == .tests }
    byName = Dictionary(policies.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    appIndex = Dictionary(
      policies.map { document in
        (
          document.tree.file,
          Dictionary(
            document.policy.apps.enumerated().map { ($0.element.id.value, $0.offset) },
            uniquingKeysWith: { first, _ in first })
        )
      }, uniquingKeysWith: { first, _ in first })
  }

  /// Where an anchor leads.
  package func source(of anchor: SourceAnchor) -> SourceReference? {
    guard
      let document = policies.first(where: { $0.tree.file == anchor.file })
        ?? testFiles.first(where: { $0.tree.file == anchor.file })
    else { return nil }
    let position = document.tree.source.position(of: document.tree.span(anchor.node).start)
    return SourceReference(
      file: document.tree.source.name, path: document.tree.path(anchor.node), line: position.line,
      column: position.column)
  }

  /// The app that a reference in a policy names: an id of the same policy or `other-policy/id`.
  package func app(_ reference: ExactString, from document: PolicyDocument) -> AppReference? {
    let parts = reference.utf8.split(
      separator: UInt8(ascii: "/"), maxSplits: 1, omittingEmptySubsequences: false)
    let owner = parts.count == 1 ? document : byName[ExactString(decoding: parts[0])]
    guard let owner, let last = parts.last else { return nil }
    let id = ExactString(decoding: last)
    guard let index = appIndex[owner.tree.file]?[id] else { return nil }
    let app = owner.policy.apps[index]
    return AppReference(app: app, document: owner)
  }

  /// An app with the policy that declares it.
  package struct AppReference: Sendable {
    package var app: App
    package var document: PolicyDocument
    /// Where its key stands.
    package var anchor: SourceAnchor { SourceAnchor(document.tree.file, app.id.node) }
  }
}
