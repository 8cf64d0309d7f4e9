package struct HCLAttribute: Sendable {
  package let name: StaticString
  package let value: Code<HCLLanguage>

  package init(_ name: StaticString, _ value: Code<HCLLanguage>) {
    self.name = name
    self.value = value
  }
}

/// An item of an HCL block, in the layout of `terraform fmt`.
package enum HCLItem: Sendable {
  /// One-line attributes with aligned equals signs.
  case attributes([HCLAttribute])
  case object(name: StaticString, [HCLAttribute])
  /// A list with a line per element.
  case list(name: StaticString, [Code<HCLLanguage>])
  /// A block with the code before its brace.
  case block(Code<HCLLanguage>, [HCLItem])
  case comment(Code<HCLLanguage>)
}

extension [HCLItem] {
  /// The items with an empty line between them, except after a comment.
  package var code: Code<HCLLanguage> {
    var pieces: [Code<HCLLanguage>] = []
    for (index, item) in enumerated() {
      pieces.append(item.code)
      guard index + 1 < count else { break }
      if case .comment = item { pieces.append("\n") } else { pieces.append("\n\n") }
    }
    return .joined(pieces)
  }
}

extension HCLItem {
  fileprivate var code: Code<HCLLanguage> {
    switch self {
    case .attributes(let attributes):
      let width = attributes.map(\.name.utf8CodeUnitCount).max() ?? 0
      return .joined(
        attributes.map { attribute in
          let count = width - attribute.name.utf8CodeUnitCount
          let gap = [Code<HCLLanguage>](repeating: " ", count: count)
          return "\(Code(stringLiteral: attribute.name))\(Code.joined(gap)) = \(attribute.value)"
        }, by: "\n")
    case .object(let name, let attributes):
      return """
        \(Code(stringLiteral: name)) = {
          \(HCLItem.attributes(attributes).code)
        }
        """
    case .list(let name, let values):
      guard !values.isEmpty else { return "\(Code(stringLiteral: name)) = []" }
      return """
        \(Code(stringLiteral: name)) = [
          \(lines: values.map { "\($0)," })
        ]
        """
    case .block(let head, let items):
      return """
        \(head) {
          \(items.code)
        }
        """
    case .comment(let text): return "# \(text)"
    }
  }
}
