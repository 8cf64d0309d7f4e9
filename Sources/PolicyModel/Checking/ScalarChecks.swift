import PolicyText

extension StructureChecker {
  mutating func checkString(_ node: NodeID, _ shape: StringShape) {
    guard tree.isString(node) else { return reportNoString(node) }
    switch shape.form {
    case .any: return
    case .prose:
      // Asked about only where there are characters that nobody sees.
      if !tree.source.isASCII { prose.append(tree.span(node)) }
      return
    default: break
    }
    guard !shape.accepts(tree.textBytes(node)) else { return }
    let text = shown.text(node)
    report(
      "wrong-type", node,
      shape.form == .identifier
        ? "\(UTF8Text.quoted(text.string)) is no id: letters, digits, `.`, `_` and `-`, "
          + "starting with a letter or digit"
        : "\(UTF8Text.quoted(text.string)) is no reference to an app: "
          + "write `app` or `other-policy/app`")
  }

  private mutating func reportNoString(_ node: NodeID) {
    guard tree.kind(node) == .scalar, !tree.isUnreadable(node) else {
      if !tree.isUnreadable(node) {
        report("wrong-type", node, "text is needed here, not \(shown.description(node))")
      }
      return
    }
    let raw = shown.text(node).string
    let reading = PlainScalar(ExactString(raw))
    if raw.isEmpty {
      // A bare key (`? key`, `{key}`) has no colon to write a text behind.
      let isBare = tree.key(of: node).map { tree.span($0).end == tree.span(node).start } ?? false
      report(
        "yaml-not-string", node, "a text is needed here, and nothing was written (null)",
        help: "write a value, or `\"\"` for an empty text",
        fixes: isBare || tree.isAlias(node)
          ? [] : replace(node, by: " \"\"", "write an empty text", isSafe: false))
    } else {
      report(
        "yaml-not-string", node, "\(UTF8Text.quoted(raw)) was read as \(reading.name): quote it",
        help: "write `\"\(UTF8Text.visible(UTF8Text.shortened(raw)))\"`",
        fixes: tree.isAlias(node) ? [] : replace(node, by: "\"\(raw)\"", "quote the value"))
    }
  }

  mutating func checkInteger(_ node: NodeID, _ range: ClosedRange<Int>) {
    guard let value = tree.integer(node) else {
      let text = tree.kind(node) == .scalar ? tree.text(node).string : ""
      let isQuoted =
        tree.style(node) == .doubleQuoted || tree.style(node) == .singleQuoted
      if isQuoted, !text.isEmpty, text.utf8.count < 18,
        text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
      {
        return report(
          "wrong-type", node, "an integer is needed here, not a quoted text",
          help: "write `\(text)` without quotes",
          fixes: tree.isAlias(node) ? [] : replace(node, by: text, "remove the quotes"))
      }
      return report(
        "wrong-type", node, "an integer is needed here, not \(shown.description(node))")
    }
    guard !range.contains(value) else { return }
    report(
      "unknown-value", node,
      range.count == 1
        ? "version \(value) is not known to this linkpolicy, only \(range.lowerBound)"
        : "\(value) is not within \(range.lowerBound) and \(range.upperBound)")
  }

  mutating func checkBoolean(_ node: NodeID) {
    guard tree.boolean(node) == nil else { return }
    let meant: String? =
      switch UTF8Text.shortened(tree.text(node).string, to: 8).lowercased() {
      case "true", "yes", "on", "y": "true"
      case "false", "no", "off", "n": "false"
      default: nil
      }
    report(
      "wrong-type", node,
      "`true` or `false` is needed here, not \(shown.description(node))",
      help: meant.map { "write `\($0)`" },
      fixes: tree.isAlias(node) ? [] : meant.map { replace(node, by: $0, "write `\($0)`") } ?? [])
  }

  mutating func checkEnumeration(_ node: NodeID, _ words: [EnumerationValue]) {
    guard tree.kind(node) == .scalar else {
      return report("wrong-type", node, "a word is needed here, not \(shown.description(node))")
    }
    // `off` is a word of the configuration, though YAML 1.1 reads it as false.
    if words.contains(where: { tree.text(node, equals: $0.name) }) { return }
    // Quotes would not make a word of what YAML reads as a boolean or a number.
    guard !tree.isNull(node) else { return reportNoWord(node, words) }
    let text = shown.text(node)
    let near = EnumerationValue.meant(by: text.string, among: words)
    report(
      "unknown-value", node,
      "\(UTF8Text.quoted(text.string)) is none of "
        + words.prefix(8).map { "`\($0.name)`" }.joined(separator: ", ")
        + (words.count > 8 ? ", …" : ""),
      help: near.map { "a similar value exists: `\($0)`" },
      fixes: tree.isAlias(node)
        ? [] : near.map { replace(node, by: $0, "write `\($0)`", isSafe: false) } ?? [])
  }

  private mutating func reportNoWord(_ node: NodeID, _ words: [EnumerationValue]) {
    report(
      "yaml-not-string", node, "a word is needed here, and nothing was written (null)",
      help: "write one of " + words.prefix(8).map { "`\($0.name)`" }.joined(separator: ", ")
        + (words.count > 8 ? ", …" : ""))
  }

  // MARK: secrets

  /// A reference to a secret; a value in its place is reported and never printed.
  mutating func checkSecret(_ node: NodeID, _ shape: MappingShape) {
    // A comment beside a reference may be the secret.
    hasSecrets = true
    guard tree.kind(node) == .mapping else {
      if !tree.isNull(node) { return reportSecret(node) }
      return report("wrong-type", node, "a reference to a secret is needed here, not nothing")
    }
    var keys = shape.keys
    var settled: Set<NodeID> = []
    for entry in tree.entries(node) where !isReference(entry.key, entry.value, shape) {
      markSecret(entry.value)
      let known = keys.firstIndex { tree.text(entry.key, equals: $0.name) }
      // `value: hunter2` is a secret; `enf: NAME` is a slip of the pen and reported as one.
      let isSlip =
        known == nil
        && Nearest.name(to: tree.text(entry.key).string, among: shape.keys.lazy.map(\.name)) != nil
      if isSlip { continue }
      if !tree.isUnreadable(entry.value) {
        report(
          "client-secret-in-policy", entry.value, Self.secretMessage, help: Self.secretHelp)
      }
      settled.insert(entry.key)
      // What was reported as a secret is not checked, and so not printed, as text.
      if let known { keys[known].shape = .any }
    }
    checkMapping(
      node, settled.isEmpty ? shape : MappingShape(shape, with: keys), settled: settled)
  }

  /// False where a value is, or may be, the secret itself.
  private func isReference(_ key: NodeID, _ value: NodeID, _ shape: MappingShape) -> Bool {
    if tree.isExtensionKey(key) { return true }
    guard
      case .string(let form)? = shape.keys.first(where: { tree.text(key, equals: $0.name) })?.shape
    else { return false }
    if tree.isNull(value) { return true }
    let text = tree.textBytes(value)
    return tree.isString(value) && form.accepts(text) && SecretContent.kind(in: text) == nil
  }

  /// Reports values that are secrets by their content, but for those that are reported already.
  mutating func report(_ contents: [(node: NodeID, kind: SecretContent.Kind)]) {
    let known = diagnostics.filter { $0.rule == "client-secret-in-policy" }.map(\.location.span)
    for (node, kind) in contents where !known.contains(where: { $0.contains(tree.span(node)) }) {
      let place = shown.path(node)
      let name = place.isEmpty ? "the file" : UTF8Text.quoted(place)
      report(
        "client-secret-in-policy", node,
        "\(name) contains a \(kind == .privateKey ? "private key" : "Google client secret")",
        help: Self.secretHelp)
    }
  }

  private mutating func reportSecret(_ node: NodeID) {
    markSecret(node)
    report("client-secret-in-policy", node, Self.secretMessage, help: Self.secretHelp)
  }

  private static let secretMessage = "a policy must not hold a secret, only say where it is kept"
  private static let secretHelp =
    "write { env: NAME }, { file: PATH } or { secret: NAME }; "
    + "then replace the secret, since it has been in a file"
}

extension SourceTree {
  /// What a node is, for "needed here, not …".
  func description(_ node: NodeID) -> String {
    switch kind(node) {
    case .sequence: return "a list"
    case .mapping: return "a mapping"
    case .scalar, .alias:
      if isNull(node) { return "nothing" }
      let text = UTF8Text.quoted(text(node).string)
      // `true` in quotes is no boolean; without the word the message would contradict itself.
      return style(node) == .doubleQuoted || style(node) == .singleQuoted
        ? "the text \(text)" : text
    }
  }
}
