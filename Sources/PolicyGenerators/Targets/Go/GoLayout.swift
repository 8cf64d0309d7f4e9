/// Literals as gofmt lays them out.
enum GoLayout {
  /// A name and what stands behind it.
  typealias Field = (name: Code<GoLanguage>, value: Code<GoLanguage>)

  /// A struct literal whose type is known from where it stands.
  static func composite(_ fields: [Field]) -> Code<GoLanguage> {
    """
    {
      \(lines: columns(fields.map { ("\($0): ", "\($1),") }))
    }
    """
  }

  /// Values of neighbouring lines stand in one column; a value of several lines ends the column.
  static func columns(_ fields: [Field]) -> [Code<GoLanguage>] {
    var lines: [Code<GoLanguage>] = []
    var rest = fields[...]
    while let field = rest.first {
      let run = rest.prefix { $0.value.isOneLine }
      if run.isEmpty {
        lines.append("\(field.name)\(field.value)")
        rest = rest.dropFirst()
        continue
      }
      let width = run.map { $0.name.bytes.count }.max() ?? 0
      for field in run {
        let padding = Array<Code<GoLanguage>>(
          repeating: " ", count: width - field.name.bytes.count)
        lines.append("\(field.name)\(.joined(padding))\(field.value)")
      }
      rest = rest.dropFirst(run.count)
    }
    return lines
  }

  /// Slices of a type.
  static func slice(_ type: Code<GoLanguage>) -> ListLayout<GoLanguage> {
    ListLayout(empty: "[]\(type){}", open: "[]\(type){", close: "}")
  }
}
