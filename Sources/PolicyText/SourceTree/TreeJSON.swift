extension SourceTree {
  /// The value of a node as JSON: how test inputs and ids of requests are passed on.
  ///
  /// Plain YAML scalars `true`, `false`, `null` and JSON numbers keep their type; everything else is
  /// text. Depth is bounded by the readers.
  package func json(_ node: NodeID) -> JSONValue {
    switch kind(node) {
    case .sequence: return .array(items(node).map { json($0) })
    case .mapping:
      return .object(entries(node).map { (key: text($0.key).string, value: json($0.value)) })
    case .scalar, .alias:
      let text = text(node).string
      switch style(node) {
      case .jsonNumber: return .number(text)
      case .jsonLiteral, .plain:
        switch text {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "null", "~", "": return .null
        default: return Int(text).map { .number(String($0)) } ?? .string(text)
        }
      default: return .string(text)
      }
    }
  }
}
