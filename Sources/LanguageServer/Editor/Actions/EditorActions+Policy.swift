import LinkPolicy
import PolicyText
import PolicyModel

extension EditorActions {
  private var tree: SourceTree { map.tree }

  // MARK: the counterpart

  /// Adds the missing environment of a value: a copy of the other, with hosts replaced by those that the policy
  /// uses for the missing environment. Copies without a replacement get a finding.
  var counterpart: EditorAction? {
    guard map.kind == .policy, let (mapping, present) = environmentMapping else { return nil }
    let wanted = present == "prod" ? "sandbox" : "prod"
    guard let entry = Array(tree.entries(mapping)).first, !tree.isAlias(entry.value) else {
      return nil
    }
    let key = tree.span(entry.key)
    let value = tree.span(entry.value)
    let text = exchanged(source.text(SourceSpan(key.end, value.end)), to: wanted)
    let span = tree.span(mapping)
    let edit: (span: SourceSpan, text: String)
    if source.bytes[span.start] == UInt8(ascii: "{") {
      edit = (SourceSpan(value.end, value.end), ", \(wanted)\(text)")
    } else {
      let line = source.lineSpan(source.lineIndex(of: key.start))
      let last = source.lineSpan(source.lineIndex(of: max(value.start, value.end - 1)))
      let indent = String(repeating: " ", count: key.start - line.start)
      edit = (SourceSpan(last.end, last.end), "\n\(indent)\(wanted)\(text.droppingLineEnd)")
    }
    return EditorAction(
      title: "add the counterpart for \(wanted)", kind: .refactor, edits: [FileEdit(source, [edit])]
    )
  }

  /// The mapping around the range that has only one environment.
  private var environmentMapping: (node: NodeID, present: String)? {
    guard let entry = map.entry(at: range.start) else { return nil }
    var node: NodeID? = entry.node
    while let current = node {
      defer { node = tree.parent(current) }
      let below = entry.isKey && current == entry.node ? tree.value(ofKey: current) : current
      for candidate in [below, current].compactMap(\.self) where tree.kind(candidate) == .mapping {
        let names = tree.entries(candidate).map { tree.text($0.key).string }
        if names == ["prod"] || names == ["sandbox"], !tree.isAlias(candidate) {
          return (candidate, names[0])
        }
      }
    }
    return nil
  }

  /// Replaces the hosts of one environment with their counterparts in the policy.
  private func exchanged(_ text: String, to wanted: String) -> String {
    var pairs: [(prod: String, sandbox: String)] = [
      ("oauth-redirect.googleusercontent.com", "oauth-redirect-sandbox.googleusercontent.com")
    ]
    for entry in map.entries where !entry.isKey && tree.kind(entry.node) == .mapping {
      guard let prod = tree.value(of: "prod", in: entry.node),
        let sandbox = tree.value(of: "sandbox", in: entry.node)
      else { continue }
      for (left, right) in zip(hosts(of: prod), hosts(of: sandbox)) where left != right {
        if !pairs.contains(where: { $0.prod == left || $0.sandbox == right }) {
          pairs.append((left, right))
        }
      }
    }
    let isToSandbox = wanted == "sandbox"
    var output = text
    // Longer hosts first: one may be a suffix of another.
    for pair in pairs.sorted(by: { $0.prod.utf8.count > $1.prod.utf8.count }) {
      output = output.replacing(
        "//" + (isToSandbox ? pair.prod : pair.sandbox),
        with: "//" + (isToSandbox ? pair.sandbox : pair.prod))
    }
    return output
  }

  private func hosts(of node: NodeID) -> [String] {
    let nodes = tree.kind(node) == .sequence ? Array(tree.items(node)) : [node]
    return nodes.map { URIParts(tree.text($0)).lowerHost.string }.filter { !$0.isEmpty }
  }

  // MARK: a test

  /// Adds a test with the current decision about the URI or link rule at the cursor.
  var testFromPlace: EditorAction? {
    guard map.kind == .policy, let place = CursorContext(at: range.start, in: map),
      !place.entry.isKey,
      let document = project.workspace.policies.first(where: { $0.tree.file == file }),
      let (name, request) = request(place, document), let edit = newTest(name, request)
    else { return nil }
    return EditorAction(
      title: "add a test for this", kind: .refactor, edits: [FileEdit(source, [edit])])
  }

  private func request(
    _ place: CursorContext, _ document: PolicyDocument
  ) -> (name: String, fields: [(key: String, value: String)])? {
    let environment = place.environment ?? .prod
    let text = tree.text(place.entry.node).string
    switch place.role {
    case .redirectURI where place.path.first == "clients":
      guard let client = place.path[safe: 1] ?? nil else { return nil }
      var fields = [
        ("kind", "authorize"), ("environment", environment.rawValue), ("client", client.string),
        ("redirect_uri", text), ("response_type", "code"), ("state", "s"),
      ]
      if let own = document.policy.clients.first(where: { $0.id.value == client }) {
        if let id = own.clientID?[environment]?.value.string {
          fields.insert(("client_id", id), at: 3)
        }
        if own.effectivePKCE == .required {
          fields.append(("code_challenge", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"))
          fields.append(("code_challenge_method", "S256"))
        }
      }
      return ("\(client.string) gets responses at \(text)", fields)
    case .linkPattern:
      guard let url = sample(document) else { return nil }
      let host = document.policy.domains.first { tree.span($0.node).holds(range.start) }
      let isSandbox = host?.environment.value == .sandbox
      return (
        "what \(url) opens",
        [
          ("kind", "universal_link"), ("environment", isSandbox ? "sandbox" : "prod"),
          ("url", url),
        ]
      )
    default: return nil
    }
  }

  /// A link that the rule at the cursor matches.
  func sample(_ document: PolicyDocument) -> String? {
    for domain in document.policy.domains {
      for rule in domain.links.flatMap(\.rules)
      where document.tree.span(rule.node).holds(range.start) {
        return LinkSamples(rule, of: domain).matching.first?.string
      }
    }
    return nil
  }

  /// A test with the current decision, at the end of `tests`; nil if it can't be added there.
  private func newTest(
    _ name: String, _ fields: [(key: String, value: String)]
  ) -> (span: SourceSpan, text: String)? {
    let request = JSONValue.object(fields.map { (key: $0.key, value: .string($0.value)) })
    guard let decision = try? RequestEvaluator(project).decide(request), let root = tree.root,
      source.bytes[tree.span(root).start] != UInt8(ascii: "{")
    else { return nil }
    let words = fields.map { "\($0.key): \(YAMLScalar.text(ExactString($0.value), isFlow: true))" }
    func lines(_ indent: String) -> String {
      """
      \(indent)- name: \(YAMLScalar.text(ExactString(name), isFlow: false))
      \(indent)  request: { \(words.joined(separator: ", ")) }
      \(indent)  expect: { decision: \(decision.outcome.rawValue), reason: \(decision.reason.rawValue) }

      """
    }
    let isOpen = source.bytes.last.map { $0 != 0x0A } ?? false
    let end = source.bytes.count
    guard let tests = tree.value(of: "tests", in: root) else {
      return (SourceSpan(end, end), "\(isOpen ? "\n" : "")\ntests:\n" + lines("  "))
    }
    guard !tree.isAlias(tests), let last = Array(tree.items(tests)).last,
      source.bytes[tree.span(tests).start] != UInt8(ascii: "[")
    else { return nil }
    let start = tree.span(last).start
    let line = source.lineSpan(source.lineIndex(of: start))
    let head = source.bytes[line.start..<start]
    let indent = head.prefix { $0 == 0x20 }.count
    guard head.contains(UInt8(ascii: "-")) else { return nil }
    let index = source.lineIndex(of: max(start, tree.span(last).end - 1))
    let next = index + 1 < source.lineStarts.count ? Int(source.lineStarts[index + 1]) : end
    let text = lines(String(repeating: " ", count: indent))
    return next == end && isOpen
      ? (SourceSpan(end, end), "\n" + text) : (SourceSpan(next, next), text)
  }

  // MARK: deployed files

  /// Replaces a deployed file with a generated one, for each possible host.
  var replacements: [EditorAction] {
    guard let kind = InputKind(path: source.name), kind != .policy,
      !project.report.has(atLeast: .error, inPoliciesOf: project)
    else { return [] }
    let target = kind == .assetLinks ? "assetlinks" : "aasa"
    guard let files = try? project.generatedFiles(targets: [target]) else { return [] }
    let apps = Set(
      SymbolIndex(project).uses.filter { $0.file == file && $0.isExternal }.map(\.name))
    let parts = Set(source.name.split(separator: "/").map(String.init))
    let candidates = files.filter { $0.bytes != source.bytes && InputKind(path: $0.path) == kind }
    let named = candidates.filter { file in
      file.path.split(separator: "/").contains { parts.contains(String($0)) && $0.contains(".") }
        && file.hostIsNamed(in: parts)
    }
    let wanted =
      !named.isEmpty
      ? named
      : candidates.filter { candidate in
        apps.contains { app in candidate.text.contains(identifier(of: app)) }
      }
    return wanted.prefix(4).map { file in
      EditorAction(
        title: "replace with the generated \(file.path)", kind: .refactor,
        edits: [FileEdit(source, [(SourceSpan(0, source.bytes.count), file.text)])])
    }
  }

  private func identifier(of name: Name) -> String {
    let app = project.workspace.policies.first { $0.name == name.policy }?.policy.apps
      .first { $0.id.value == name.id }
    return (app?.appleAppID ?? app?.packageName?.value)?.string ?? "\u{0}"
  }
}

extension OutputFile {
  /// Whether a component of the path, the host, is one of these.
  fileprivate func hostIsNamed(in words: Set<String>) -> Bool {
    path.split(separator: "/").dropLast().contains {
      $0.contains(".") && words.contains(String($0))
    }
  }
}

extension Report {
  /// Whether a policy has an error.
  fileprivate func has(atLeast severity: Severity, inPoliciesOf project: Project) -> Bool {
    let files = Set(project.workspace.policies.map(\.tree.file))
    return diagnostics.contains { $0.severity >= severity && files.contains($0.location.file) }
  }
}

extension SourceTree {
  fileprivate func value(ofKey key: NodeID) -> NodeID? {
    parent(key).flatMap { mapping in entries(mapping).first { $0.key == key }?.value }
  }
}

extension String {
  fileprivate var droppingLineEnd: String {
    var text = Substring(self)
    while text.last == "\n" || text.last == "\r\n" { text = text.dropLast() }
    return String(text)
  }
}
