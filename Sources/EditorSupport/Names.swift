package import LinkPolicy
import PolicyModel
import PolicyDiagnostics
import PolicySourceTree
package import PolicyText

/// An app or client that policies declare and others refer to.
package struct Name: Sendable, Hashable {
  package enum Kind: Sendable {
    case app
    case client
    case policy
  }
  package var kind: Kind
  /// The policy that declares it.
  package var policy: ExactString
  /// Empty for the policy itself.
  package var id: ExactString
}

/// A place where a name is declared or referred to.
package struct NameUse: Sendable {
  package var name: Name
  package var file: FileID
  /// The bytes of the name alone, within quotes and behind `policy/`.
  package var span: Span
  package var isDeclaration: Bool
}

/// All uses of the names of a project, for definition, references and rename.
package struct Names: Sendable {
  package private(set) var uses: [NameUse] = []

  package init(_ project: Project) {
    let workspace = project.workspace
    let documents = workspace.policies + workspace.testFiles
    for document in documents { collect(document, only: workspace.policies) }
  }

  /// The use at a byte of a file.
  package func use(at offset: Int, in file: FileID) -> NameUse? {
    uses.first { $0.file == file && $0.span.start <= offset && offset <= $0.span.end }
  }

  /// Every use of a name, the declaration included.
  package func uses(of name: Name) -> [NameUse] { uses.filter { $0.name == name } }

  /// The ids of a kind that a policy declares.
  package func ids(_ kind: Name.Kind, of policy: ExactString) -> [ExactString] {
    uses.filter { $0.isDeclaration && $0.name.kind == kind && $0.name.policy == policy }
      .map(\.name.id)
  }

  private mutating func collect(_ document: PolicyDocument, only policies: [PolicyDocument]) {
    let map = DocumentMap(document.tree)
    let tree = document.tree
    for entry in map.entries where !tree.isAlias(entry.node) && tree.kind(entry.node) == .scalar {
      let text = tree.text(entry.node)
      let whole = tree.span(entry.node, text: 0..<text.utf8.count)
      if entry.isKey, entry.isFree, let parent = tree.parent(entry.node),
        let section = tree.key(of: parent), tree.parent(parent) == tree.root
      {
        let kind: Name.Kind? =
          tree.text(section, equals: "apps")
          ? .app
          : tree.text(section, equals: "clients") ? .client : nil
        if let kind {
          add(kind, document.name, text, document, whole, isDeclaration: true)
        }
      } else if !entry.isKey, entry.shape?.isAppReference == true {
        addApp(text, document, whole, entry.node)
      } else if !entry.isKey, let key = tree.key(of: entry.node) {
        collect(text, under: key, document, whole, policies)
      }
    }
  }

  /// Names that no shape marks: of the policy itself, and in requests and test files.
  private mutating func collect(
    _ text: ExactString, under key: NodeID, _ document: PolicyDocument, _ span: Span,
    _ policies: [PolicyDocument]
  ) {
    let tree = document.tree
    let isRoot = tree.parent(key) == tree.root
    if isRoot, document.kind == .policy, tree.text(key, equals: "name") {
      add(.policy, text, "", document, span, isDeclaration: true)
    } else if isRoot, document.kind == .tests, tree.text(key, equals: "policy") {
      add(.policy, text, "", document, span, isDeclaration: false)
    } else if tree.text(key, equals: "client"),
      tree.parent(key).flatMap({ tree.key(of: $0) }).map({
        tree.text($0, equals: "request")
      }) == true
    {
      // The policy of the file, else the first that declares such a client.
      let own = document.kind == .policy ? document.name : nil
      let owner =
        own
        ?? policies.first { $0.policy.clients.contains { $0.id.value == text } }?.name
      if let owner { add(.client, owner, text, document, span, isDeclaration: false) }
    }
  }

  /// `app`, or `policy/app`: two names.
  private mutating func addApp(
    _ text: ExactString, _ document: PolicyDocument, _ span: Span, _ node: NodeID
  ) {
    guard let slash = text.utf8.firstIndex(of: UInt8(ascii: "/")) else {
      return add(.app, document.name, text, document, span, isDeclaration: false)
    }
    let policy = ExactString(decoding: text.utf8[..<slash])
    let id = ExactString(decoding: text.utf8[text.utf8.index(after: slash)...])
    let length = policy.utf8.count
    let tree = document.tree
    add(
      .policy, policy, "", document, tree.span(node, text: 0..<length), isDeclaration: false)
    add(
      .app, policy, id, document,
      tree.span(node, text: (length + 1)..<text.utf8.count), isDeclaration: false)
  }

  private mutating func add(
    _ kind: Name.Kind, _ policy: ExactString, _ id: ExactString, _ document: PolicyDocument,
    _ span: Span, isDeclaration: Bool
  ) {
    uses.append(
      NameUse(
        name: Name(kind: kind, policy: policy, id: id), file: document.tree.file, span: span,
        isDeclaration: isDeclaration))
  }
}

extension Names {
  /// Why a name cannot be replaced by another; nil where it can.
  package func problem(renaming name: Name, to new: String) -> String? {
    guard StringShape(.identifier).accepts(Array(new.utf8)[...]) else {
      return
        "\(UTF8Text.quoted(new)) is no id: letters, digits, `.`, `_` and `-`, a letter or digit first"
    }
    let id = ExactString(new)
    let isTaken = uses.contains { use in
      guard use.isDeclaration, use.name.kind == name.kind else { return false }
      return name.kind == .policy
        ? use.name.policy == id && id != name.policy
        : use.name.policy == name.policy && use.name.id == id && id != name.id
    }
    return isTaken ? "\(UTF8Text.quoted(new)) is declared already" : nil
  }
}
