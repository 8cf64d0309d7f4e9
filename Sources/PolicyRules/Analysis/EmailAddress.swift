import PolicyText

/// Email addresses in URLs.
enum EmailAddress {
  /// The parameter with the name of an email address, or else the first address after the host.
  static func find(in url: URIParts) -> Range<Int>? {
    parameter(in: url)
      ?? address(in: url.bytes(url.path.lowerBound..<url.text.utf8.count))
  }

  private static let names: [String] = [
    "email", "e-mail", "mail", "e_mail", "email_address", "emailaddress", "user_email", "useremail",
  ]

  private static func parameter(in url: URIParts) -> Range<Int>? {
    guard let query = url.query else { return nil }
    for pair in url.bytes(query).split(separator: UInt8(ascii: "&")) {
      guard let equals = pair.firstIndex(of: UInt8(ascii: "=")), equals + 1 < pair.endIndex else {
        continue
      }
      if names.contains(where: pair[..<equals].matches) { return pair.startIndex..<pair.endIndex }
    }
    return nil
  }

  /// `local@domain.top`, with the at sign also as `%40`. Runs in linear time, because neither part extends past an
  /// at sign or percent sign.
  private static func address(in bytes: ArraySlice<UInt8>) -> Range<Int>? {
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let length = signLength(bytes[index...])
      guard length > 0 else {
        index += 1
        continue
      }
      let local = bytes[..<index].reversed().prefix(while: isLocal).count
      let domain = bytes[(index + length)...].prefix(while: isDomain)
      if local > 0, isDomainName(domain) { return (index - local)..<domain.endIndex }
      index += length
    }
    return nil
  }

  private static func signLength(_ bytes: ArraySlice<UInt8>) -> Int {
    switch bytes.first {
    case UInt8(ascii: "@")?: 1
    case UInt8(ascii: "%")?: bytes.dropFirst().starts(with: "40".utf8) ? 3 : 0
    default: 0
    }
  }

  private static func isLocal(_ byte: UInt8) -> Bool {
    isDomain(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "+")
  }

  private static func isDomain(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: ".")
  }

  /// At least two labels, the last with two or more letters: `@1.2` is a version.
  private static func isDomainName(_ bytes: ArraySlice<UInt8>) -> Bool {
    let labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: true)
    guard labels.count > 1, bytes.first != UInt8(ascii: "."), let top = labels.last else {
      return false
    }
    return top.count > 1 && top.allSatisfy(\.isLetter)
  }
}
