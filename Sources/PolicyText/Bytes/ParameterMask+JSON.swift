extension ParameterMask {
  /// The value with parameter values, parameters in strings and credentials of `Authorization` headers replaced.
  public func masked(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text): .string(masked(ExactString(text)).string)
    case .array(let items): .array(items.map { masked($0) })
    case .object(let entries):
      .object(
        entries.map { key, value in
          let isHidden = hides(key.utf8) || ExactString(key) == "authorization"
          return (key, isHidden ? withoutTexts(value) : masked(value))
        })
    default: value
    }
  }

  /// The value of a hidden parameter, which may be given several times.
  private func withoutTexts(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text): .string(text.isEmpty ? text : Self.replacement)
    case .array(let items): .array(items.map { withoutTexts($0) })
    default: masked(value)
    }
  }
}
