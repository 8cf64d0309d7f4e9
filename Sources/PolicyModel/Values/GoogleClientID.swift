package import PolicyText

/// The formats of Google's client IDs: a project number, a hyphen and 32 letters or digits. Old
/// ones consist of the number only.
package enum GoogleClientID: Sendable {
  case current
  case legacy
  /// `com.googleusercontent.apps.…`, the URL scheme of an iOS client.
  case reversed

  /// Returns nil for other strings.
  package init?(_ text: ExactString) {
    if text.hasPrefix("com.googleusercontent.apps.") {
      self = .reversed
      return
    }
    guard text.hasSuffix(".apps.googleusercontent.com") else { return nil }
    let name = text.utf8.dropLast(".apps.googleusercontent.com".utf8.count)
    let number = name.prefix(while: \.isDigit)
    guard !number.isEmpty else { return nil }
    if number.count == name.count {
      self = .legacy
      return
    }
    let rest = name.dropFirst(number.count)
    guard number.count >= 6, rest.first == UInt8(ascii: "-"), rest.count == 33,
      rest.dropFirst().allSatisfy({
        $0.isDigit || (0x61...0x7A).contains($0)
      })
    else { return nil }
    self = .current
  }

  /// The project number at the start of a client ID; nil for other strings.
  package static func project(of text: ExactString) -> ExactString? {
    guard case .current = GoogleClientID(text) else { return nil }
    return ExactString(decoding: text.utf8.prefix(while: \.isDigit))
  }
}
