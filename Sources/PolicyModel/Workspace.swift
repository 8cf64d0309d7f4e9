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

  /// The anchor of a node of this document.
  package func anchor(node: NodeID) -> SourceAnchor { SourceAnchor(tree.file, node) }
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
  private let places: FileTable<Int>
  private let names: [ExactString: Int]
  private let appIndices: [[ExactString: Int]]

  /// Orders the documents.
  package init(sources: [SourceFile], documents: [PolicyDocument]) {
    self.sources = sources
    policies = documents.filter { $0.kind == .policy }.sorted {
      // By the names of the files, not by the order in which they were given.
      let files = (ExactString($0.tree.source.name), ExactString($1.tree.source.name))
      if $0.name != $1.name { return $0.name < $1.name }
      return files.0 == files.1 ? $0.tree.file < $1.tree.file : files.0 < files.1
    }
    testFiles = documents.filter { $0.kind == .tests }
    var places = FileTable<Int>()
    for (index, document) in policies.enumerated() { places[document.tree.file] = index }
    self.places = places
    names = Dictionary(
      policies.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    appIndices = policies.map { document in
      Dictionary(
        document.policy.apps.enumerated().map { ($1.id.value, $0) },
        uniquingKeysWith: { first, _ in first })
    }
  }

  /// Where an anchor leads.
  package func source(of anchor: SourceAnchor) -> SourceReference? {
    guard
      let document = places[anchor.file].map({ policies[$0] })
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
    let id = ExactString(decoding: parts[parts.count - 1])
    let owner =
      parts.count == 1 ? places[document.tree.file] : names[ExactString(decoding: parts[0])]
    guard let owner, let app = appIndices[owner][id] else { return nil }
    return AppReference(app: policies[owner].policy.apps[app], document: policies[owner])
  }

  /// An app with the policy that declares it.
  package struct AppReference: Sendable {
    package var app: App
    package var document: PolicyDocument
    /// Where its key stands.
    package var anchor: SourceAnchor { SourceAnchor(document.tree.file, app.id.node) }
  }
}
