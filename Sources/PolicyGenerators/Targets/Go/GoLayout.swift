import PolicyText

/// Literals as gofmt lays them out.
extension GoTarget {
  /// A field of a struct literal.
  struct Field {
    var name: Code<GoLanguage>
    var value: Code<GoLanguage>

    init(_ name: Code<GoLanguage>, _ value: Code<GoLanguage>) {
      self.name = name
      self.value = value
    }

    var isOneLine: Bool { !value.text.utf8.contains(UInt8(ascii: "\n")) }
  }

  /// A struct literal whose type is known from where it stands. Values of neighbouring lines stand in
  /// one column; a value of several lines ends the column.
  static func composite(_ fields: [Field]) -> Code<GoLanguage> {
    var lines: [Code<GoLanguage>] = []
    var rest = fields[...]
    while let field = rest.first {
      let run = rest.prefix(while: \.isOneLine)
      if run.isEmpty {
        lines.append("\(field.name): \(field.value),")
        rest = rest.dropFirst()
        continue
      }
      let width = run.map { $0.name.text.utf8.count }.max() ?? 0
      for field in run {
        let padding = Array<Code<GoLanguage>>(
          repeating: " ", count: width - field.name.text.utf8.count)
        lines.append("\(field.name): \(.joined(padding))\(field.value),")
      }
      rest = rest.dropFirst(run.count)
    }
    return """
      {
        \(lines: lines)
      }
      """
  }

  /// A slice of texts.
  static func texts(_ texts: [ExactString]) -> Code<GoLanguage> {
    slice("[]string", texts.map { "\(literal: $0.string)" })
  }

  /// A slice: a single element of one line stands alone, others a line each.
  static func slice(
    _ type: Code<GoLanguage>, _ elements: [Code<GoLanguage>]
  ) -> Code<GoLanguage> {
    if elements.isEmpty { return "\(type){}" }
    if elements.count == 1, !elements[0].text.utf8.contains(UInt8(ascii: "\n")) {
      return "\(type){\(elements[0])}"
    }
    return """
      \(type){
        \(lines: elements.map { "\($0)," })
      }
      """
  }
}
