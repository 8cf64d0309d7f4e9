import PolicyModel
import PolicyText

/// Merges imported values into policy values by the shapes of the schema.
struct FieldMerge {
  private(set) var findings: [Diagnostic] = []
  private let apps: PolicyIDs<AppReference>
  /// Whether required values that no source has are `TODO`.
  private let completes: Bool

  init(apps: PolicyIDs<AppReference>, completes: Bool) {
    self.apps = apps
    self.completes = completes
  }

  /// The entries of a mapping, in schema order.
  ///
  /// - Parameter owner: the ID of the subject, for names of secrets.
  mutating func entries(
    _ mapping: MappingShape, _ values: [ResolvedValue], owner: ExactString, depth: Int = 0
  ) -> [DraftEntry] {
    var entries: [DraftEntry] = []
    for key in mapping.keys {
      let own = values.filter {
        depth < $0.key.path.count && $0.key.path[depth].utf8.elementsEqual(key.name.utf8)
      }
      guard !own.isEmpty else {
        // Only in mappings that have other values.
        if completes || key.name == ClientKey.redirectURIs.rawValue, key.presence == .required,
          key.whereToFind != nil, !values.isEmpty
        {
          entries.append(DraftEntry(ExactString(key.name), .unknown(key)))
        }
        continue
      }
      let before = findings.count
      var node: DraftNode?
      var comment: String?
      if case .mapping(let inner) = key.shape {
        let nested = self.entries(inner(), own, owner: owner, depth: depth + 1)
        node = nested.isEmpty ? nil : DraftNode(.mapping(nested))
      } else {
        node = self.node(key.shape, own, key: key.name, owner: owner)
        if completes {
          comment = findings[before...].last { $0.rule == ImportRule.conflict.id }?.message
        }
      }
      if completes {
        if node == nil, key.whereToFind != nil, findings.count > before {
          comment = findings.last?.message
          node = .unknown(key)
        }
        node = node?.completed(for: key.name)
      }
      if let node { entries.append(DraftEntry(ExactString(key.name), node, comment: comment)) }
    }
    return entries
  }

  /// The value of a key; nil if there is none.
  mutating func node(
    _ shape: Shape, _ values: [ResolvedValue], key: String, owner: ExactString
  ) -> DraftNode? {
    switch shape {
    case .perEnvironment(let value): perEnvironment(value, values, key: key, owner: owner)
    case .list: list(values)
    case .oneOrMany:
      list(values).map { $0.items.count == 1 ? $0.items[0] : $0 }
    case .dictionary: dictionary(values)
    case .secret: secret(values, key: key, owner: owner)
    default: single(values, key: key)
    }
  }

  private mutating func perEnvironment(
    _ shape: Shape, _ values: [ResolvedValue], key: String, owner: ExactString
  ) -> DraftNode? {
    let before = findings.count
    let prod = node(shape, values.filter { $0.applies(in: .prod) }, key: key, owner: owner)
    let middle = findings.count
    let sandbox = node(shape, values.filter { $0.applies(in: .sandbox) }, key: key, owner: owner)
    // Report problems of both environments once.
    let first = findings[before..<middle].map(\.location)
    findings =
      Array(findings[..<middle])
      + findings[middle...].filter { !first.contains($0.location) }
    guard let prod, let sandbox else {
      let name: ExactString = prod == nil ? "sandbox" : "prod"
      return (prod ?? sandbox).map { pair([DraftEntry(name, $0)]) }
    }
    if prod.isEqual(to: sandbox) { return prod }
    return pair([DraftEntry("prod", prod), DraftEntry("sandbox", sandbox)])
  }

  private func pair(_ entries: [DraftEntry]) -> DraftNode {
    let isFlow = entries.allSatisfy { $0.value.text != nil || $0.value.isFlow }
    return DraftNode(.mapping(entries), isFlow: isFlow)
  }

  // MARK: value types

  private mutating func list(_ values: [ResolvedValue]) -> DraftNode? {
    var items: [DraftNode] = []
    var numbers: [ExactString: Int] = [:]
    for value in values {
      guard var item = scalar(value), let text = item.text else { continue }
      item.question = value.question
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

  private mutating func dictionary(_ values: [ResolvedValue]) -> DraftNode? {
    var byEntry: [ExactString: [ResolvedValue]] = [:]
    for value in values {
      if let entry = value.key.entry { byEntry[entry, default: []].append(value) }
    }
    let entries = byEntry.sorted { $0.key < $1.key }.compactMap { entry in
      list(entry.value).map { DraftEntry(entry.key, $0) }
    }
    return entries.isEmpty ? nil : DraftNode(.mapping(entries))
  }

  private mutating func secret(
    _ values: [ResolvedValue], key: String, owner: ExactString
  ) -> DraftNode? {
    var found: DraftNode?
    for value in values {
      guard case .secret(let reference) = value.value else { continue }
      let name = reference ?? .env(Self.secretName(owner, key))
      if reference == nil {
        report(
          .secretName,
          "secrets are not copied: the policy reads the secret of \(DisplayText.quoted(owner.string)) from "
            + "\(DisplayText.quoted(name.name.string))", value.location,
          help: "set this environment variable, or change `client_secret` in the policy")
      }
      if found == nil {
        found = DraftNode(
          .mapping([DraftEntry(ExactString(name.key), .text(name.name))]),
          origins: [value.location], isFlow: true)
      } else {
        found?.origins.append(value.location)
      }
    }
    return found
  }

  /// Such as `GOOGLE_HOME_SECRET` for `google-home` and `client_secret`.
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
    if let first = bytes.first, first.isDigit {
      bytes = Array("CLIENT_".utf8) + bytes
    }
    return ExactString(decoding: bytes)
  }

  private mutating func single(_ all: [ResolvedValue], key: String) -> DraftNode? {
    let isOne = key == AppKey.firebaseAppID.rawValue
    let values = isOne ? ofProd(all, key) : all
    guard let strongest = values.map(\.authority).max() else { return nil }
    var distinct: [DraftNode] = []
    var weaker: [DraftNode] = []
    for value in values {
      guard let node = scalar(value) else { continue }
      if value.authority < strongest {
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
        "ignored \(quoted(node)) for `\(key)`: a built file has \(quoted(first))", place,
        help: "no action needed if the built file is current",
        notes: first.origins.prefix(1).map { .init("used this value", at: $0) })
    }
    return first
  }

  /// The values of prod, if sandbox has others: the key has one value for both environments.
  private mutating func ofProd(_ values: [ResolvedValue], _ key: String) -> [ResolvedValue] {
    let prod = values.filter { $0.applies(in: .prod) }
    guard let used = prod.first?.text else { return values }
    for value in values where !value.applies(in: .prod) {
      guard let text = value.text, !prod.contains(where: { $0.text == text }) else { continue }
      report(
        .dropped,
        "left out \(DisplayText.quoted(text.string)) of sandbox: an app has one `\(key)`, and prod has "
          + DisplayText.quoted(used.string), value.location,
        help: "no action needed, unless the policy should have the value of sandbox")
    }
    return prod
  }

  private mutating func conflict(_ values: [DraftNode], _ key: String) {
    guard let place = values[0].origins.first else { return }
    report(
      .conflict,
      "sources disagree about `\(key)`, so it is left out: "
        + values.prefix(4).map(quoted).joined(separator: ", "), place,
      help: "import only one of the sources, or assign environments with `--map`",
      notes: values.dropFirst().compactMap { value in
        value.origins.first.map { .init("\(quoted(value)) is here", at: $0) }
      })
  }

  private func quoted(_ node: DraftNode) -> String { DisplayText.quoted(node.text?.string ?? "") }

  // MARK: one value

  private mutating func scalar(_ value: ResolvedValue) -> DraftNode? {
    switch value.value {
    case .text(let text):
      guard !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
        report(
          .dropped, "left out \(DisplayText.quoted(text.string)): it contains a control character",
          value.location, help: "remove the character from the source")
        return nil
      }
      guard !text.string.contains(Redactions.replacement) else {
        report(
          .dropped, "left out a value whose key names a secret", value.location,
          help: "add it to the policy by hand if it isn't secret")
        return nil
      }
      guard SecretContent.kind(in: Array(text.utf8)[...]) == nil else {
        report(
          .dropped, "left out a value that is a key or a token", value.location,
          help: "move it to a secret store")
        return nil
      }
      return .text(text, from: [value.location])
    case .boolean(let flag): return .plain(flag ? "true" : "false", from: [value.location])
    case .app(let app): return apps[app].map { .text($0, from: [value.location]) }
    case .secret, .link: return nil
    }
  }

  private mutating func report(
    _ rule: ImportRule, _ message: String, _ location: SourceLocation, help: String? = nil,
    notes: [Diagnostic.Note] = []
  ) {
    let isKnown = findings.contains { $0.rule == rule.id && $0.location == location }
    guard !isKnown else { return }
    findings.append(rule.finding(message, at: location, help: help, notes: notes))
  }
}

extension DraftNode {
  /// `TODO`, in a list if the key needs one.
  static func unknown(_ key: KeyShape) -> DraftNode {
    let value = DraftNode.text(ExactString(UnknownValue.text))
    return key.shape.item == nil ? value : DraftNode(.list([value]), isFlow: true)
  }

  /// Whether both are written the same in a policy.
  func isEqual(to other: DraftNode) -> Bool {
    switch (content, other.content) {
    case (.scalar(let a, let isText), .scalar(let b, let otherIsText)):
      a == b && isText == otherIsText
    case (.list(let a), .list(let b)):
      a.count == b.count && zip(a, b).allSatisfy { $0.isEqual(to: $1) }
    case (.mapping(let a), .mapping(let b)):
      a.count == b.count
        && zip(a, b).allSatisfy { $0.key == $1.key && $0.value.isEqual(to: $1.value) }
    default: false
    }
  }
}
