import PolicyText
import PolicyModel

/// Makes values of a policy out of facts, by the tables of the language: what holds one value, a list, or a
/// value for each environment is read there.
struct FieldJoin {
  private(set) var findings: [Diagnostic] = []
  private let apps: PolicyIDs<AppReference>

  init(apps: PolicyIDs<AppReference>) { self.apps = apps }

  /// The entries of a mapping, in the order of the language.
  ///
  /// - Parameter owner: the id of the thing, for names of secrets.
  mutating func entries(
    _ mapping: MappingShape, _ facts: [ResolvedFact], owner: ExactString, depth: Int = 0
  ) -> [DraftEntry] {
    var entries: [DraftEntry] = []
    for key in mapping.keys {
      let own = facts.filter {
        depth < $0.key.path.count && $0.key.path[depth].utf8.elementsEqual(key.name.utf8)
      }
      guard !own.isEmpty else { continue }
      var node: DraftNode?
      if case .mapping(let inner) = key.shape {
        let nested = self.entries(inner(), own, owner: owner, depth: depth + 1)
        node = nested.isEmpty ? nil : DraftNode(.mapping(nested))
      } else {
        node = self.node(key.shape, own, key: key.name, owner: owner)
      }
      if let node { entries.append(DraftEntry(ExactString(key.name), node)) }
    }
    return entries
  }

  /// The value of a key; nil where nothing is left for it.
  mutating func node(
    _ shape: Shape, _ facts: [ResolvedFact], key: String, owner: ExactString
  ) -> DraftNode? {
    switch shape {
    case .perEnvironment(let value): perEnvironment(value, facts, key: key, owner: owner)
    case .list: list(facts)
    case .oneOrMany:
      list(facts).map { $0.items.count == 1 ? $0.items[0] : $0 }
    case .dictionary: dictionary(facts)
    case .secret: secret(facts, key: key, owner: owner)
    default: single(facts, key: key)
    }
  }

  private mutating func perEnvironment(
    _ shape: Shape, _ facts: [ResolvedFact], key: String, owner: ExactString
  ) -> DraftNode? {
    let before = findings.count
    let prod = node(shape, facts.filter { $0.counts(in: .prod) }, key: key, owner: owner)
    let middle = findings.count
    let sandbox = node(shape, facts.filter { $0.counts(in: .sandbox) }, key: key, owner: owner)
    // What is wrong in both is said once.
    let first = findings[before..<middle].map(\.location)
    findings =
      Array(findings[..<middle])
      + findings[middle...].filter { !first.contains($0.location) }
    guard let prod, let sandbox else {
      let name: ExactString = prod == nil ? "sandbox" : "prod"
      return (prod ?? sandbox).map { pair([DraftEntry(name, $0)]) }
    }
    if prod.reads(as: sandbox) { return prod }
    return pair([DraftEntry("prod", prod), DraftEntry("sandbox", sandbox)])
  }

  private func pair(_ entries: [DraftEntry]) -> DraftNode {
    let isFlow = entries.allSatisfy { $0.value.text != nil || $0.value.isFlow }
    return DraftNode(.mapping(entries), isFlow: isFlow)
  }

  // MARK: kinds of values

  private mutating func list(_ facts: [ResolvedFact]) -> DraftNode? {
    var items: [DraftNode] = []
    var numbers: [ExactString: Int] = [:]
    for fact in facts {
      guard let item = scalar(fact), let text = item.text else { continue }
      if let number = numbers[text] {
        items[number].origins += item.origins
      } else {
        numbers[text] = items.count
        items.append(item)
      }
    }
    guard !items.isEmpty else { return nil }
    let isShort = items.allSatisfy { item in
      item.text.map { $0.utf8.count < 40 && !$0.utf8.contains(UInt8(ascii: "/")) } ?? false
    }
    return DraftNode(.list(items), isFlow: isShort)
  }

  private mutating func dictionary(_ facts: [ResolvedFact]) -> DraftNode? {
    var byEntry: [ExactString: [ResolvedFact]] = [:]
    for fact in facts { if let entry = fact.key.entry { byEntry[entry, default: []].append(fact) } }
    let entries = byEntry.sorted { $0.key < $1.key }.compactMap { entry in
      list(entry.value).map { DraftEntry(entry.key, $0) }
    }
    return entries.isEmpty ? nil : DraftNode(.mapping(entries))
  }

  private mutating func secret(
    _ facts: [ResolvedFact], key: String, owner: ExactString
  ) -> DraftNode? {
    var found: DraftNode?
    for fact in facts {
      guard case .secret(let reference) = fact.value else { continue }
      let name = reference ?? .env(Self.secretName(owner, key))
      if reference == nil {
        report(
          .secretName,
          "the policy expects the secret of \(UTF8Text.quoted(owner.string)) in the environment variable "
            + "\(UTF8Text.quoted(name.name.string)); it is not copied", fact.location)
      }
      if found == nil {
        found = DraftNode(
          .mapping([DraftEntry(ExactString(name.key), .text(name.name))]),
          origins: [fact.location], isFlow: true)
      } else {
        found?.origins.append(fact.location)
      }
    }
    return found
  }

  /// `google-home` and `client_secret` make `GOOGLE_HOME_SECRET`.
  private static func secretName(_ owner: ExactString, _ key: String) -> ExactString {
    let suffix = key.utf8.elementsEqual("client_secret".utf8) ? "secret" : key
    var bytes: [UInt8] = []
    for byte in Array(owner.utf8) + Array("_\(suffix)".utf8) {
      switch byte {
      case 0x61...0x7A: bytes.append(byte & 0xDF)
      case 0x41...0x5A, 0x30...0x39: bytes.append(byte)
      default: bytes.append(UInt8(ascii: "_"))
      }
    }
    if let first = bytes.first, (0x30...0x39).contains(first) {
      bytes = Array("CLIENT_".utf8) + bytes
    }
    return ExactString(decoding: bytes)
  }

  private mutating func single(_ facts: [ResolvedFact], key: String) -> DraftNode? {
    guard let strongest = facts.map(\.authority).max() else { return nil }
    var distinct: [DraftNode] = []
    var weaker: [DraftNode] = []
    for fact in facts {
      guard let node = scalar(fact) else { continue }
      if fact.authority < strongest {
        weaker.append(node)
      } else if let index = distinct.firstIndex(where: { $0.text == node.text }) {
        distinct[index].origins += node.origins
      } else {
        distinct.append(node)
      }
    }
    guard let first = distinct.first else { return nil }
    guard distinct.count == 1 else {
      conflict(distinct, key)
      return nil
    }
    for node in weaker where node.text != first.text {
      guard let place = node.origins.first else { continue }
      report(
        .shadowed,
        "\(quoted(node)) is not taken for `\(key)`: \(quoted(first)) of a stronger source is",
        place, notes: first.origins.prefix(1).map { .init("here", at: $0) })
    }
    return first
  }

  private mutating func conflict(_ values: [DraftNode], _ key: String) {
    guard let place = values[0].origins.first else { return }
    report(
      .conflict,
      "`\(key)` has \(values.count) values, so it has none: "
        + values.prefix(4).map(quoted).joined(separator: ", "), place,
      help: "leave one of the sources out, or say their environments",
      notes: values.dropFirst().compactMap { value in
        value.origins.first.map { .init("\(quoted(value)) here", at: $0) }
      })
  }

  private func quoted(_ node: DraftNode) -> String { UTF8Text.quoted(node.text?.string ?? "") }

  // MARK: one value

  private mutating func scalar(_ fact: ResolvedFact) -> DraftNode? {
    switch fact.value {
    case .text(let text):
      guard !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
        report(.dropped, "\(UTF8Text.quoted(text.string)) holds a control character", fact.location)
        return nil
      }
      guard !text.string.contains(Redactions.replacement) else {
        report(
          .dropped, "this value stands under a name that says secret, so it is not copied",
          fact.location)
        return nil
      }
      guard SecretContent.kind(in: Array(text.utf8)[...]) == nil else {
        report(.dropped, "this value is a key or a token, so it is not copied", fact.location)
        return nil
      }
      return .text(text, from: [fact.location])
    case .boolean(let value): return .plain(value ? "true" : "false", from: [fact.location])
    case .integer(let value): return .plain(String(value), from: [fact.location])
    case .app(let app): return apps[app].map { .text($0, from: [fact.location]) }
    case .secret, .link: return nil
    }
  }

  private mutating func report(
    _ rule: ImportRule, _ message: String, _ location: SourceLocation, help: String? = nil,
    notes: [Diagnostic.Note] = []
  ) {
    let isKnown = findings.contains { $0.rule == rule.id && $0.location == location }
    guard !isKnown else { return }
    findings.append(
      Diagnostic(
        rule: rule.id, severity: rule.severity, message: message, help: help, location: location,
        notes: notes))
  }
}

extension DraftNode {
  /// True where both are the same text in a policy.
  func reads(as other: DraftNode) -> Bool {
    switch (content, other.content) {
    case (.scalar(let a, let isText), .scalar(let b, let otherIsText)):
      a == b && isText == otherIsText
    case (.list(let a), .list(let b)):
      a.count == b.count && zip(a, b).allSatisfy { $0.reads(as: $1) }
    case (.mapping(let a), .mapping(let b)):
      a.count == b.count
        && zip(a, b).allSatisfy { $0.key == $1.key && $0.value.reads(as: $1.value) }
    default: false
    }
  }
}
