package import LinkPolicy
import PolicyModel
package import PolicyText

/// All declarations and references of names in a project, for definition, references and rename.
package struct SymbolIndex: Sendable {
  package private(set) var uses: [NameUse] = []
  /// Apps by app ID and package name.
  private var apps: [ExactString: Name] = [:]
  private var hosts: Set<ExactString> = []

  package init(_ project: Project) {
    let workspace = project.workspace
    for document in workspace.policies {
      for app in document.policy.apps {
        guard let identifier = app.appleAppID ?? app.packageName?.value else { continue }
        if apps[identifier] == nil {
          apps[identifier] = Name(kind: .app, policy: document.name, id: app.id.value)
        }
      }
      for domain in document.policy.domains { hosts.insert(domain.host.value) }
    }
    for document in workspace.policies + workspace.testFiles {
      collect(document, workspace.policies)
      anchors(document)
    }
    for (index, source) in project.report.sources.enumerated() {
      guard let kind = InputKind(path: source.name), kind != .policy else { continue }
      deployed(source, FileID(index))
    }
  }

  /// The shortest reference at an offset of a file.
  package func use(at offset: Int, in file: FileID) -> NameUse? {
    uses.filter { $0.file == file && $0.span.holds(offset) }
      .min { $0.span.end - $0.span.start < $1.span.end - $1.span.start }
  }

  /// All references to a name, including its declaration.
  package func uses(of name: Name) -> [NameUse] { uses.filter { $0.name == name } }

  // MARK: policies and tests

  private mutating func collect(_ document: PolicyDocument, _ policies: [PolicyDocument]) {
    let map = PositionIndex(document.tree)
    let tree = document.tree
    for entry in map.entries where !tree.isAlias(entry.node) && tree.kind(entry.node) == .scalar {
      let text = tree.text(entry.node)
      let whole = tree.span(entry.node, text: 0..<text.utf8.count)
      let place = CursorContext(entry, in: map)
      switch place.role {
      case .declaration: declare(place, text, document, whole)
      case .appReference: addApp(text, document, whole, entry.node)
      case .linkPattern: variables(text, entry, document, place)
      case .clientReference:
        let owner = owner(of: document, place, tree, policies) { policy in
          policy.clients.contains { $0.id.value == text }
        }
        if let owner { add(.client, owner, text, document, whole) }
      case .policyReference: add(.policy, text, "", document, whole)
      case .feature:
        let owner = owner(of: document, place, tree, policies) { policy in
          policy.googleSignIn?.featureScopes.contains { $0.feature.value == text } ?? false
        }
        if let owner { add(.feature, owner, text, document, whole) }
      case .redirectURI, .address, .origin, .host: host(text, document, whole, entry.node)
      default:
        if document.kind == .policy, place.path == ["name"], !entry.isKey {
          add(.policy, text, "", document, whole, isDeclaration: true)
        } else if !entry.isKey, place.path.last == "feature", place.path.contains("request") {
          add(.feature, document.name, text, document, whole)
        }
      }
    }
  }

  private mutating func declare(
    _ place: CursorContext, _ text: ExactString, _ document: PolicyDocument, _ span: SourceSpan
  ) {
    let path = place.path
    func declare(_ kind: Name.Kind, _ policy: ExactString, scope: ExactString = "") {
      uses.append(
        NameUse(
          name: Name(kind: kind, policy: policy, scope: scope, id: text),
          file: document.tree.file, span: span, isDeclaration: true))
    }
    switch path.first {
    case "apps" where path.count == 2: declare(.app, document.name)
    case "clients" where path.count == 2: declare(.client, document.name)
    case "domains" where path.count == 2: declare(.host, "")
    case "domains" where path.count == 4 && path[2] == "variables":
      declare(.variable, document.name, scope: (path[1] ?? "").self)
    case "providers" where path.count == 5 && path[3] == "features":
      declare(.feature, document.name)
    default: break
    }
  }

  /// The policy of a request: that of the file, the one that it names, or the first that declares its
  /// references.
  private func owner(
    of document: PolicyDocument, _ place: CursorContext, _ tree: SourceTree,
    _ policies: [PolicyDocument],
    has: (Policy) -> Bool
  ) -> ExactString? {
    if document.kind == .policy { return document.name }
    var node = tree.parent(place.entry.node)
    while let current = node {
      if let named = tree.value(of: "policy", in: current) { return tree.text(named) }
      node = tree.parent(current)
    }
    return policies.first { has($0.policy) }?.name
  }

  /// `app`, or `policy/app`, which are two references.
  private mutating func addApp(
    _ text: ExactString, _ document: PolicyDocument, _ span: SourceSpan, _ node: NodeID
  ) {
    guard let slash = text.utf8.firstIndex(of: UInt8(ascii: "/")) else {
      return add(.app, document.name, text, document, span)
    }
    let policy = ExactString(decoding: text.utf8[..<slash])
    let id = ExactString(decoding: text.utf8[text.utf8.index(after: slash)...])
    let length = policy.utf8.count
    let tree = document.tree
    add(.policy, policy, "", document, tree.span(node, text: 0..<length))
    add(.app, policy, id, document, tree.span(node, text: (length + 1)..<text.utf8.count))
  }

  /// `$(name)` in a pattern.
  private mutating func variables(
    _ text: ExactString, _ entry: PositionIndex.Entry, _ document: PolicyDocument,
    _ place: CursorContext
  ) {
    guard let host = place.path[safe: 1] ?? nil else { return }
    let bytes = Array(text.utf8)
    var index = 0
    while index + 2 < bytes.count {
      defer { index += 1 }
      guard bytes[index] == UInt8(ascii: "$"), bytes[index + 1] == UInt8(ascii: "("),
        let end = bytes[(index + 2)...].firstIndex(where: { "()$".utf8.contains($0) }),
        bytes[end] == UInt8(ascii: ")")
      else { continue }
      uses.append(
        NameUse(
          name: Name(
            kind: .variable, policy: document.name, scope: host,
            id: ExactString(decoding: bytes[(index + 2)..<end])), file: document.tree.file,
          span: document.tree.span(entry.node, text: (index + 2)..<end), isDeclaration: false))
    }
  }

  /// A declared host in a URL.
  private mutating func host(
    _ text: ExactString, _ document: PolicyDocument, _ span: SourceSpan, _ node: NodeID
  ) {
    let parts = URIParts(text)
    // A bare host has no scheme before it.
    let range = parts.scheme == nil ? 0..<text.utf8.count : parts.host ?? 0..<0
    let name = parts.scheme == nil ? text : parts.lowerHost
    guard hosts.contains(name) else { return }
    let tree = document.tree
    uses.append(
      NameUse(
        name: Name(kind: .host, policy: "", id: name), file: tree.file,
        span: tree.span(node, text: range), isDeclaration: false,
        isExternal: true))
  }

  private mutating func add(
    _ kind: Name.Kind, _ policy: ExactString, _ id: ExactString, _ document: PolicyDocument,
    _ span: SourceSpan, isDeclaration: Bool = false
  ) {
    uses.append(
      NameUse(
        name: Name(kind: kind, policy: policy, id: id), file: document.tree.file, span: span,
        isDeclaration: isDeclaration))
  }

  // MARK: YAML

  /// `&name` and its aliases. A later anchor with the same name is a separate name.
  private mutating func anchors(_ document: PolicyDocument) {
    let tree = document.tree
    let bytes = tree.source.bytes
    var declared: Set<NodeID> = []
    for index in 0..<tree.nodeCount {
      let alias = NodeID(Int32(index))
      guard tree.isAlias(alias) else { continue }
      let span = tree.span(alias)
      guard span.end - span.start > 1, bytes[span.start] == UInt8(ascii: "*") else { continue }
      let target = tree.resolved(alias)
      let id = ExactString(decoding: bytes[(span.start + 1)..<span.end])
      let wanted = [UInt8(ascii: "&")] + bytes[(span.start + 1)..<span.end]
      // The node starts after its anchor.
      var start = tree.span(target).start
      while start > 0, !bytes[start...].starts(with: wanted) { start -= 1 }
      guard bytes[start...].starts(with: wanted) else { continue }
      let name = Name(
        kind: .anchor, policy: "", scope: ExactString("\(tree.file.index):\(start)"), id: id)
      uses.append(
        NameUse(
          name: name, file: tree.file, span: SourceSpan(span.start + 1, span.end),
          isDeclaration: false))
      guard declared.insert(target).inserted else { continue }
      uses.append(
        NameUse(
          name: name, file: tree.file, span: SourceSpan(start + 1, start + wanted.count),
          isDeclaration: true))
    }
  }

  // MARK: deployed files

  /// App IDs and package names of association files.
  private mutating func deployed(_ source: SourceFile, _ file: FileID) {
    let map = PositionIndex(source)
    for entry in map.entries where !entry.isKey && map.tree.kind(entry.node) == .scalar {
      let place = CursorContext(entry, in: map)
      guard ["appIDs", "appID", "apps", "package_name"].contains(place.name) else { continue }
      let text = map.tree.text(entry.node)
      guard let name = apps[text] else { continue }
      uses.append(
        NameUse(
          name: name, file: file, span: map.tree.span(entry.node, text: 0..<text.utf8.count),
          isDeclaration: false, isExternal: true))
    }
  }
}

/// A user-defined name.
package struct Name: Sendable, Hashable {
  package enum Kind: String, Sendable {
    case app
    case client
    case policy
    case host
    /// `$(name)` in a host's links.
    case variable
    /// A feature that requests Google scopes.
    case feature
    /// `&name` of YAML.
    case anchor
  }
  package var kind: Kind
  /// The policy that declares it; empty for hosts and anchors.
  package var policy: ExactString
  /// Its scope: the host of a variable, the file of an anchor; else empty.
  package var scope: ExactString = ""
  /// Empty for a policy.
  package var id: ExactString
}

/// A declaration of a name, or a reference to it.
package struct NameUse: Sendable {
  package var name: Name
  package var file: FileID
  /// The bytes of the name, without quotes and `policy/`.
  package var span: SourceSpan
  package var isDeclaration: Bool
  /// Whether this is a platform identifier instead of the name: an app ID in an association
  /// file, a host in a URL.
  package var isExternal = false

  var location: SourceLocation { SourceLocation(file: file, span: span) }
}
