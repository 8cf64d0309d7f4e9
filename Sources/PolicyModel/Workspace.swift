package import PolicyText

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

/// The policies of one command; what they say is looked up across all of them.
package final class Workspace: Sendable {
  /// All files of the run, policies or not; `FileID` counts here.
  package let sources: [SourceFile]
  /// The policies in the byte order of their names, then of their files.
  package let policies: [PolicyDocument]
  /// The test files.
  package let testFiles: [PolicyDocument]
  private let places: FileTable<Int>
  /// The policy with each name, the first one, and the apps of each policy by their ids.
  private let policiesByName: [ExactString: Int]
  private let apps: [[ExactString: Int]]

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
    var policiesByName: [ExactString: Int] = [:]
    var apps: [[ExactString: Int]] = []
    for (index, document) in policies.enumerated() {
      policiesByName[document.name] = policiesByName[document.name] ?? index
      var byID: [ExactString: Int] = [:]
      for (index, app) in document.policy.apps.enumerated() {
        byID[app.id.value] = byID[app.id.value] ?? index
      }
      apps.append(byID)
    }
    self.policiesByName = policiesByName
    self.apps = apps
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
    guard reference.contains(UInt8(ascii: "/")),
      let slash = reference.utf8.firstIndex(of: UInt8(ascii: "/"))
    else {
      return places[document.tree.file].flatMap { app(reference, ofPolicy: $0) }
    }
    let id = ExactString(decoding: reference.utf8[reference.utf8.index(after: slash)...])
    let name = ExactString(decoding: reference.utf8[..<slash])
    return policiesByName[name].flatMap { app(id, ofPolicy: $0) }
  }

  private func app(_ id: ExactString, ofPolicy owner: Int) -> AppReference? {
    apps[owner][id].map { AppReference(index: $0, document: policies[owner]) }
  }

  /// An app with the policy that declares it.
  package struct AppReference: Sendable {
    /// The number of the app in its policy.
    package let index: Int
    package let document: PolicyDocument
    /// The app itself.
    package var app: App { document.policy.apps[index] }
    /// Its key.
    package var id: ExactString { document.policy.apps[index].id.value }
    /// Where its key stands.
    package var anchor: SourceAnchor {
      SourceAnchor(document.tree.file, document.policy.apps[index].id.node)
    }
    /// True for an app of Apple's platforms; nil where the policy does not say.
    package var isApple: Bool? { document.policy.apps[index].platform?.value.isApple }
    /// True when the app exists in an environment.
    package func exists(in environment: Environment) -> Bool {
      document.policy.apps[index].exists(in: environment)
    }
  }
}
