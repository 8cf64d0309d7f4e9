/// An attribute of one line.
package struct HCLAttribute: Sendable {
  /// A name of this program.
  package let name: StaticString
  /// An expression.
  package let value: Code<HCLLanguage>

  /// An attribute.
  package init(_ name: StaticString, _ value: Code<HCLLanguage>) {
    self.name = name
    self.value = value
  }
}

/// What stands in an HCL block, laid out as `terraform fmt` does it.
package enum HCLItem: Sendable {
  /// Attributes of one line each, their equals signs below one another.
  case attributes([HCLAttribute])
  /// An attribute whose value is an object.
  case object(name: StaticString, [HCLAttribute])
  /// A list, an element a line.
  case list(name: StaticString, [Code<HCLLanguage>])
  /// A block; its head stands before the brace.
  case block(Code<HCLLanguage>, [HCLItem])
  /// Lines of this program or the header.
  case comment(Code<HCLLanguage>)
}

extension [HCLItem] {
  /// The items with an empty line between them; a comment belongs to what follows it.
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
