import PolicyText

/// Requests of tests.
extension StructureChecker {
  /// A mapping whose keys depend on one word: without it nothing else can be judged.
  mutating func checkVariants(
    _ node: NodeID, _ key: String, _ words: [EnumerationValue],
    _ shape: @Sendable (String) -> MappingShape?
  ) {
    guard expect(.mapping, node) else { return }
    guard let value = tree.value(of: key, in: node) else {
      // Which keys belong here is not known; one that is nearly `kind` is a slip of the pen.
      let only = MappingShape(
        "request", "",
        keys: [KeyShape(.kind, .enumeration(words), "What is asked", presence: .required)])
      let others = tree.entries(node).map(\.key).filter {
        Nearest.name(to: tree.text($0).string, among: [key]) == nil
      }
      return checkMapping(node, only, settled: Set(others))
    }
    guard let word = words.first(where: { tree.text(value, equals: $0.name) }),
      let mapping = shape(word.name)
    else { return check(value, .enumeration(words)) }
    checkMapping(node, mapping)
    for name in shown.unknownNames(in: node, mapping) where !name.place.isEmpty { report(name) }
  }

  private mutating func report(_ name: UnknownName) {
    let fixes =
      tree.isAlias(name.node)
      ? []
      : name.nearest.map {
        replace(name.node, by: $0, "write `\($0)`", isSafe: false)
      } ?? []
    switch name.role {
    case .key:
      report(
        "unknown-key", name.node,
        "\(UTF8Text.quoted(name.name.string)) is no key of `\(name.place)` in this kind of request",
        help: name.help, fixes: fixes)
    case .word:
      report(
        "unknown-value", name.node,
        "\(UTF8Text.quoted(name.name.string)) is no value of `\(name.place)`", help: name.help,
        fixes: fixes)
    }
  }
}
