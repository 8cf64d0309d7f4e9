import PolicyText

/// What the Location of an authorization endpoint says; the text of pages never decides.
struct ProbeAnswer {
  let response: ObservedResponse
  /// The `state` that was sent, read from the address that was asked.
  let state: ExactString

  init?(_ answer: ObservedAnswer?) {
    guard let answer, let response = answer.response else { return nil }
    self.response = response
    let parts = URIParts(answer.url)
    state = Self.value("state", in: parts.text(parts.query)) ?? ""
  }

  var location: ExactString? {
    response.isRedirect ? response.header("location").map { ExactString($0) } : nil
  }

  /// True when the answer leads to a redirect URI, with any parameters behind it.
  func leads(to uri: ExactString) -> Bool {
    guard let location, location.utf8.starts(with: uri.utf8) else { return false }
    guard let next = location.utf8.dropFirst(uri.utf8.count).first else { return true }
    return "?#&".utf8.contains(next)
  }

  /// A parameter of the Location, of its query or fragment.
  func parameter(_ name: String) -> ExactString? {
    guard let location else { return nil }
    let parts = URIParts(location)
    return Self.value(name, in: parts.text(parts.query))
      ?? Self.value(name, in: parts.text(parts.fragment))
  }

  private static func value(_ name: String, in query: ExactString) -> ExactString? {
    for field in query.utf8.split(separator: UInt8(ascii: "&")) {
      guard field.starts(with: "\(name)=".utf8) else { continue }
      return ExactString(decoding: field.dropFirst(name.utf8.count + 1))
    }
    return nil
  }

  /// True when two answers cannot be told apart: then neither says anything.
  func isLike(_ other: ProbeAnswer) -> Bool {
    func place(_ answer: ProbeAnswer) -> ExactString? {
      answer.location.map { location in
        let parts = URIParts(location)
        return ExactString("\(parts.origin.string)\(parts.text(parts.path).string)")
      }
    }
    return response.status == other.response.status && place(self) == place(other)
  }
}
