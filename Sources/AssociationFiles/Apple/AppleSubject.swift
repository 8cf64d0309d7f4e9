import PolicyText

/// The parts of one URL in the forms in which rules ask for them.
struct AppleSubject {
  private let path: (raw: ExactString, decoded: ExactString)
  private let query: (raw: ExactString, decoded: ExactString)
  private let fragment: (raw: ExactString, decoded: ExactString)
  /// Names with values in the order of the query, names also folded.
  private let values: [ExactString: [ExactString]]
  private let foldedValues: [ExactString: [ExactString]]

  init(_ parts: URLParts) {
    func both(_ text: ExactString) -> (raw: ExactString, decoded: ExactString) {
      (text, LinkText.decoded(text))
    }
    path = both(parts.path.isEmpty ? "/" : parts.path)
    query = both(parts.query ?? "")
    fragment = both(parts.fragment ?? "")
    var values: [ExactString: [ExactString]] = [:]
    var foldedValues: [ExactString: [ExactString]] = [:]
    for item in (parts.query ?? "").utf8.split(separator: UInt8(ascii: "&")) {
      let mark = item.firstIndex(of: UInt8(ascii: "=")) ?? item.endIndex
      let name = ExactString(decoding: item[..<mark])
      let value = ExactString(decoding: item[mark...].dropFirst())
      values[name, default: []].append(value)
      foldedValues[Self.folded(name), default: []].append(value)
    }
    self.values = values
    self.foldedValues = foldedValues
  }

  func path(decoded: Bool) -> ExactString { decoded ? path.decoded : path.raw }
  func query(decoded: Bool) -> ExactString { decoded ? query.decoded : query.raw }
  func fragment(decoded: Bool) -> ExactString { decoded ? fragment.decoded : fragment.raw }

  /// The values of a name; names are folded like values (inferred) and never decoded.
  func values(_ name: ExactString, folded: Bool) -> [ExactString] {
    (folded ? foldedValues[Self.folded(name)] : values[name]) ?? []
  }

  private static func folded(_ name: ExactString) -> ExactString {
    ExactString(String(String.UnicodeScalarView(LinkText.scalars(name, folded: true))))
  }
}
