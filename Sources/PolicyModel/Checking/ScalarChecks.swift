import PolicyText

extension StructureChecker {
  mutating func checkString(_ node: NodeID, _ shape: StringShape) {
    guard tree.isString(node) else { return reportNoString(node) }
    switch shape.form {
    case .any:
      if !shape.accepts(tree.textBytes(node)) { checkEnumeration(node, shape.values) }
      return
    case .prose:
      // Only non-ASCII characters can be invisible.
      if !tree.source.isASCII { prose.append(tree.span(node)) }
      return
    default: break
    }
    guard !shape.accepts(tree.textBytes(node)) else { return }
    let text = DisplayText.quoted(shown.text(node).string)
    if shape.form == .identifier {
      report(
        "wrong-type", node, "ID \(text) must match `[A-Za-z0-9][A-Za-z0-9._-]*`",
        help: "use letters, digits, `.`, `_` and `-`, and start with a letter or digit")
    } else {
      reportType(
        node, "a reference to an app", found: text,
        help: "write an ID under `apps`, or `other-policy/app`")
    }
  }

  private mutating func reportNoString(_ node: NodeID) {
    guard tree.kind(node) == .scalar, !tree.isUnreadable(node) else {
      guard !tree.isUnreadable(node) else { return }
      var entries = tree.entries(node)
      if let (key, value) = entries.next(), entries.next() == nil, tree.isString(value),
        !tree.isAlias(node), !tree.isAlias(value), !shown.isUnreadable(value)
      {
        return reportType(
          node, "a string", help: "remove \(DisplayText.quoted(shown.text(key).string + ":"))",
          fixes: replace(
            node, by: tree.source.text(tree.span(value)), "remove the key", isSafe: false))
      }
      return reportType(node, "a string", help: "write one value on the line of the key")
    }
    let raw = shown.text(node).string
    let reading = PlainScalar(ExactString(raw))
    if raw.isEmpty {
      // A key without a colon (`? key`, `{key}`) can't get a value.
      let isBare = tree.key(of: node).map { tree.span($0).end == tree.span(node).start } ?? false
      reportType(
        node, "a string", found: "nothing (null)",
        help: "write a value, or `\"\"` for an empty string",
        fixes: isBare || tree.isAlias(node)
          ? [] : replace(node, by: " \"\"", "write an empty string", isSafe: false),
        rule: "yaml-not-string")
    } else {
      reportType(
        node, "a string",
        found: "\(DisplayText.quoted(raw)), which YAML reads as \(reading.name)",
        help: "write `\"\(DisplayText.visible(DisplayText.shortened(raw)))\"`",
        fixes: tree.isAlias(node) ? [] : replace(node, by: "\"\(raw)\"", "quote the value"),
        rule: "yaml-not-string")
    }
  }

  mutating func checkInteger(_ node: NodeID, _ range: ClosedRange<Int>) {
    guard let value = tree.integer(node) else {
      let text = tree.kind(node) == .scalar ? tree.text(node).string : ""
      let isQuoted =
        tree.style(node) == .doubleQuoted || tree.style(node) == .singleQuoted
      if isQuoted, !text.isEmpty, text.utf8.count < 18,
        text.utf8.allSatisfy(\.isDigit)
      {
        return reportType(
          node, "an integer", help: "write `\(text)` without quotes",
          fixes: tree.isAlias(node) ? [] : replace(node, by: text, "remove the quotes"))
      }
      return reportType(node, "an integer", help: integerHelp(range))
    }
    guard !range.contains(value) else { return }
    reportType(
      node,
      range.count == 1
        ? "\(range.lowerBound)" : "between \(range.lowerBound) and \(range.upperBound)",
      help: range.count == 1
        ? integerHelp(range) + ", or install a version of linkpolicy that supports \(value)"
        : integerHelp(range),
      rule: "unknown-value")
  }

  private func integerHelp(_ range: ClosedRange<Int>) -> String {
    range.count == 1
      ? "write `\(range.lowerBound)`"
      : "write a number from \(range.lowerBound) to \(range.upperBound)"
  }

  mutating func checkBoolean(_ node: NodeID) {
    guard tree.boolean(node) == nil else { return }
    let meant: String? =
      switch DisplayText.shortened(tree.text(node).string, to: 8).lowercased() {
      case "true", "yes", "on", "y": "true"
      case "false", "no", "off", "n": "false"
      default: nil
      }
    reportType(
      node, "`true` or `false`",
      help: "write `\(meant ?? "true")`" + (meant == nil ? " or `false`" : ""),
      fixes: tree.isAlias(node) ? [] : meant.map { replace(node, by: $0, "write `\($0)`") } ?? [])
  }

  mutating func checkEnumeration(_ node: NodeID, _ words: [EnumerationValue]) {
    guard tree.kind(node) == .scalar else {
      return reportType(node, "a string", help: "write \(choice(of: words))")
    }
    // The configuration value `off` is valid even though YAML 1.1 reads it as false.
    if words.contains(where: { tree.text(node, equals: $0.name) }) { return }
    guard !tree.isNull(node) else {
      return reportType(
        node, "a string", found: "nothing (null)", help: "write \(choice(of: words))",
        rule: "yaml-not-string")
    }
    let text = shown.text(node)
    let near = EnumerationValue.meant(by: text.string, among: words)
    report(
      "unknown-value", node,
      "unknown value \(DisplayText.quoted(text.string)) for \(name(of: node))",
      help: near.map { "did you mean `\($0)`?" } ?? "write \(choice(of: words))",
      fixes: tree.isAlias(node)
        ? [] : near.map { replace(node, by: $0, "write `\($0)`", isSafe: false) } ?? [])
  }

  private func choice(of words: [EnumerationValue]) -> String {
    Self.choice(of: words.map(\.name), limit: 8)
  }

  // MARK: secrets

  /// Returns true if there may be a comment next to a key's value, which may contain the secret.
  private func hasComment(near node: NodeID) -> Bool {
    let source = tree.source
    let span = tree.span(node)
    let start = source.lineSpan(source.lineIndex(of: span.start)).start
    let last = source.lineIndex(of: max(span.end - 1, span.start))
    let end = source.lineSpan(min(last + 1, source.lineStarts.count - 1)).end
    // Long lines aren't searched again for each of their secrets.
    guard end - start <= 1_000, !tree.isAlias(node) else { return true }
    // The key may be on an earlier line.
    let isAfterKey = source.bytes[start..<span.start].contains { $0 != 0x20 && $0 != 0x09 }
    return !isAfterKey || source.bytes[start..<end].contains(UInt8(ascii: "#"))
  }

  /// Checks a reference to a secret. Any other value is reported and never printed.
  mutating func checkSecret(_ node: NodeID, _ shape: MappingShape) {
    if !hasSecrets { hasSecrets = hasComment(near: node) }
    guard tree.kind(node) == .mapping else {
      if let variable = tree.variable(in: node) {
        let reference = "{ env: \(variable) }"
        return reportType(
          node, "a reference to a secret", found: "a variable", help: "write `\(reference)`",
          fixes: replace(node, by: reference, "refer to the variable", isSafe: false))
      }
      if !tree.isNull(node) { return reportSecret(node) }
      return reportType(
        node, "a reference to a secret",
        help: "write `{ env: NAME }`, `{ file: PATH }` or `{ secret: NAME }`")
    }
    var keys = shape.keys
    var settled: Set<NodeID> = []
    for entry in tree.entries(node) where !isReference(entry.key, entry.value, shape) {
      markSecret(entry.value)
      let known = keys.firstIndex { tree.text(entry.key, equals: $0.name) }
      // `value: hunter2` is a secret; `enf: NAME` is a typo and reported as one.
      let isSlip =
        known == nil
        && Nearest.name(to: tree.text(entry.key).string, among: shape.keys.lazy.map(\.name)) != nil
      if isSlip { continue }
      if !tree.isUnreadable(entry.value) {
        reportSecret(at: entry.value)
      }
      settled.insert(entry.key)
      // A value that was reported as a secret must not be printed as a string.
      if let known { keys[known].shape = .any }
    }
    checkMapping(
      node, settled.isEmpty ? shape : MappingShape(shape, with: keys), settled: settled)
  }

  /// Returns false if a value may be the secret itself.
  private func isReference(_ key: NodeID, _ value: NodeID, _ shape: MappingShape) -> Bool {
    if tree.isExtensionKey(key) { return true }
    guard
      case .string(let form)? = shape.keys.first(where: { tree.text(key, equals: $0.name) })?.shape
    else { return false }
    if tree.isNull(value) { return true }
    let text = tree.textBytes(value)
    return tree.isString(value) && form.accepts(text) && SecretContent.kind(in: text) == nil
  }

  /// Reports values that look like secrets, unless they have already been reported.
  mutating func report(_ contents: [(node: NodeID, kind: SecretContent.Kind)]) {
    let known = diagnostics.filter { $0.rule == "client-secret-in-policy" }.map(\.location.span)
    for (node, kind) in contents where !known.contains(where: { $0.contains(tree.span(node)) }) {
      report(
        "client-secret-in-policy", node,
        "\(name(of: node)) contains a \(kind == .privateKey ? "private key" : "Google client secret")",
        help: Self.secretHelp)
    }
  }

  private mutating func reportSecret(_ node: NodeID) {
    markSecret(node)
    reportSecret(at: node)
  }

  private mutating func reportSecret(at node: NodeID) {
    report(
      "client-secret-in-policy", node, "\(name(of: node)) must not contain a secret",
      help: Self.secretHelp)
  }

  private static let secretHelp =
    "write `{ env: NAME }`, `{ file: PATH }` or `{ secret: NAME }`, then rotate the secret"
}
