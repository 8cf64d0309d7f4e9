package import PolicyText

/// A location in a policy that a decision or a generated file refers to.
package struct SourceAnchor: Sendable, Hashable {
  package let file: FileID
  package let node: NodeID
  package init(_ file: FileID, _ node: NodeID) {
    self.file = file
    self.node = node
  }
}

extension PolicyDocument {
  package func anchor<Value>(_ leaf: Located<Value>) -> SourceAnchor {
    SourceAnchor(tree.file, leaf.node)
  }

  package func anchor(node: NodeID) -> SourceAnchor { SourceAnchor(tree.file, node) }
}

/// The policies and test files of one run.
package final class Workspace: Sendable {
  /// All files of the run. A `FileID` is an index into this array.
  package let sources: [SourceFile]
  /// Sorted by name, then by file name (byte order).
  package let policies: [PolicyDocument]
  package let testFiles: [PolicyDocument]
  private let places: FileTable<Int>
  private let policiesByName: [ExactString: Int]
  private let apps: [[ExactString: Int]]

  package init(sources: [SourceFile], documents: [PolicyDocument]) {
    self.sources = sources
    policies = documents.filter { $0.kind == .policy }.sorted {

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

  package func source(of anchor: SourceAnchor) -> SourceReference? {
    guard let tree = tree(anchor.file) else { return nil }
    let position = tree.source.position(of: tree.span(anchor.node).start)
    return SourceReference(
      file: tree.source.name, path: tree.path(anchor.node), line: position.line,
      column: position.column)
  }

  /// The tree of a policy or test file.
  package func tree(_ file: FileID) -> SourceTree? {
    places[file].map { policies[$0].tree } ?? testFiles.first { $0.tree.file == file }?.tree
  }

  /// The policies that apply to a document: itself, or those that a test file tests.
  package func scope(of document: PolicyDocument) -> [PolicyDocument] {
    guard document.kind == .tests else { return [document] }
    return document.testedPolicy.map { name in policies.filter { $0.name == name } } ?? policies
  }

  /// The app that a document refers to: by an ID of the same policy or `other-policy/id`. In a test file, an ID must be
  /// unique among the tested policies.
  package func app(_ reference: ExactString, from document: PolicyDocument) -> AppReference? {
    guard reference.contains(UInt8(ascii: "/")),
      let slash = reference.utf8.firstIndex(of: UInt8(ascii: "/"))
    else {
      if let own = places[document.tree.file] { return app(reference, ofPolicy: own) }
      let found = scope(of: document).compactMap { app(reference, from: $0) }
      return found.count == 1 ? found.first : nil
    }
    let id = ExactString(decoding: reference.utf8[reference.utf8.index(after: slash)...])
    let name = ExactString(decoding: reference.utf8[..<slash])
    return policiesByName[name].flatMap { app(id, ofPolicy: $0) }
  }

  private func app(_ id: ExactString, ofPolicy owner: Int) -> AppReference? {
    apps[owner][id].map { AppReference(index: $0, document: policies[owner]) }
  }

  /// An app and the policy that declares it.
  package struct AppReference: Sendable {
    /// The index of the app in its policy.
    package let index: Int
    package let document: PolicyDocument
    package var app: App { document.policy.apps[index] }
    package var id: ExactString { app.id.value }
    package var anchor: SourceAnchor { document.anchor(app.id) }
    /// nil if the platform is missing or invalid.
    package var isApple: Bool? { app.platform?.value.isApple }

    package func exists(in environment: Environment) -> Bool { app.exists(in: environment) }

    /// Whether an ID or a fingerprint of the app is `TODO`. No association file contains the app yet.
    package var isIncomplete: Bool {
      [AppKey.bundleID, .teamID, .appIDPrefix, .packageName, .sha256CertFingerprints].contains {
        document.tree.isUnknown($0, in: app.node)
      }
    }
  }
}
