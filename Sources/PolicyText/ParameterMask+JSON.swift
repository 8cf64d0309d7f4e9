extension ParameterMask {
  /// A value with what is hidden replaced: texts under the names of parameters, parameters within texts, and
  /// the credentials of an `Authorization` header.
  public func masked(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text): .string(masked(ExactString(text)).string)
    case .array(let items): .array(items.map { masked($0) })
    case .object(let entries):
      .object(
        entries.map { key, value in
          guard case .string(let text) = value, !text.isEmpty else { return (key, masked(value)) }
          let isHeader = ExactString(key) == "authorization"
          return (
            key, hides(key.utf8) || isHeader ? .string(Self.replacement) : masked(value)
          )
        })
    default: value
    }
  }
}
