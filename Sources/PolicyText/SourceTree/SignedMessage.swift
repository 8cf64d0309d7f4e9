/// Association files in the signed formats that iOS 8 supported: CMS (RFC 5652) in DER or BER, in
/// PEM, and S/MIME (RFC 8551) with the CMS in base64 or the JSON in the first part.
///
/// The signature isn't verified, because current devices don't verify it either.
package enum SignedMessage {
  /// The signed file; nil for other bytes, and for a signature without content.
  package static func content(of bytes: [UInt8]) -> [UInt8]? {
    switch bytes.first {
    case 0x30: return cms(bytes[...])
    case UInt8(ascii: "-"):
      guard
        bytes.starts(with: "-----BEGIN PKCS7-----".utf8)
          || bytes.starts(with: "-----BEGIN CMS-----".utf8)
      else { return nil }
      let lines = bytes.split { $0 == 0x0A || $0 == 0x0D }.dropFirst()
      return base64(lines.prefix { $0.first != UInt8(ascii: "-") }.joined())
    case UInt8(ascii: "M"), UInt8(ascii: "m"), UInt8(ascii: "C"), UInt8(ascii: "c"):
      return mime(bytes[...])
    default: return nil
    }
  }

  private static func base64(_ digits: some Sequence<UInt8>) -> [UInt8]? {
    Base64.decode(digits.filter { $0 > 0x20 }).flatMap { cms($0[...]) }
  }

  // MARK: S/MIME

  private static func mime(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    let head = ASCII.lowercased(bytes.prefix(13))
    guard
      head.utf8.starts(with: "mime-version:".utf8) || head.utf8.starts(with: "content-type:".utf8),
      let body = body(of: bytes)
    else { return nil }
    let headers = ASCII.lowercased(bytes[..<body.startIndex]).string
    if headers.contains("application/pkcs7-mime") || headers.contains("application/x-pkcs7-mime") {
      return base64(body)
    }
    guard headers.contains("multipart/signed"),
      let boundary = boundary(bytes[..<body.startIndex]),
      let first = body.firstRange(of: boundary),
      let part = Self.body(
        of: body[first.upperBound...].drop { $0 == 0x0D || $0 == 0x0A }, orAll: true),
      let end = part.firstRange(of: boundary)
    else { return nil }
    var text = part[..<end.lowerBound]
    while text.last == 0x0A || text.last == 0x0D { text = text.dropLast() }
    return Array(text)
  }

  /// The bytes after the first empty line.
  ///
  /// - Parameter orAll: whether a part without headers is a body.
  private static func body(of bytes: ArraySlice<UInt8>, orAll: Bool = false) -> ArraySlice<UInt8>? {
    if orAll, let first = bytes.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
      return bytes
    }
    for end in ["\r\n\r\n", "\n\n"] {
      if let range = bytes.firstRange(of: Array(end.utf8)) { return bytes[range.upperBound...] }
    }
    return nil
  }

  /// The separator of parts: `--` and the boundary in the header.
  private static func boundary(_ headers: ArraySlice<UInt8>) -> [UInt8]? {
    guard let name = headers.firstRange(of: Array("boundary=".utf8)) else { return nil }
    let value = headers[name.upperBound...]
    let isQuoted = value.first == UInt8(ascii: "\"")
    let text = value.dropFirst(isQuoted ? 1 : 0)
      .prefix { isQuoted ? $0 != UInt8(ascii: "\"") : $0 > 0x20 && $0 != UInt8(ascii: ";") }
    // RFC 2046 section 5.1.1 allows 70 characters.
    return (1...70).contains(text.count) ? Array("--".utf8) + text : nil
  }

  // MARK: CMS

  /// 1.2.840.113549.1.7.2, signed data.
  private static let signedData: [UInt8] = [
    0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02,
  ]

  /// `eContent` of `SignedData` (RFC 5652 section 5.1).
  private static func cms(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    var file = BERElements(bytes)
    guard let info = file.next(0x30) else { return nil }
    var parts = BERElements(info)
    guard let type = parts.next(0x06), type.elementsEqual(signedData),
      let wrapped = parts.next(0xA0)
    else { return nil }
    var outer = BERElements(wrapped)
    guard let signed = outer.next(0x30) else { return nil }
    var fields = BERElements(signed)
    guard fields.next(0x02) != nil, fields.next(0x31) != nil, let encapsulated = fields.next(0x30)
    else { return nil }
    var content = BERElements(encapsulated)
    guard content.next(0x06) != nil, let explicit = content.next(0xA0) else { return nil }
    return octets(explicit)
  }

  /// An octet string, or in BER a sequence of them.
  private static func octets(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    var elements = BERElements(bytes)
    if let whole = elements.next(0x04) { return Array(whole) }
    guard let parts = elements.next(0x24) else { return nil }
    var list = BERElements(parts)
    var found: [UInt8] = []
    while let part = list.next(0x04) { found += part }
    return list.isAtEnd ? found : nil
  }
}

/// The elements of a constructed value in BER (X.690).
private struct BERElements {
  /// The maximum depth: a signed file has six levels above its content.
  private static let depth = 16

  private var rest: ArraySlice<UInt8>

  init(_ content: ArraySlice<UInt8>) { rest = content }

  var isAtEnd: Bool { rest.isEmpty }

  /// The content of the next element; nil, without reading, if it has another tag or exceeds the
  /// end.
  mutating func next(_ tag: UInt8) -> ArraySlice<UInt8>? {
    guard rest.first == tag, let element = Self.element(rest, depth: 0) else { return nil }
    rest = rest[element.end...]
    return element.content
  }

  /// The content of the first element, and the start of the next one.
  private static func element(
    _ bytes: ArraySlice<UInt8>, depth: Int
  ) -> (content: ArraySlice<UInt8>, end: Int)? {
    guard depth < Self.depth, let first = bytes.dropFirst().first else { return nil }
    let content = bytes.dropFirst(2)
    if first < 0x80 {
      let length = Int(first)
      guard length <= content.count else { return nil }
      return (content.prefix(length), content.startIndex + length)
    }
    if first == 0x80 { return indefinite(content, depth: depth) }
    // Files are smaller than four bytes can count.
    let count = Int(first & 0x7F)
    guard (1...4).contains(count), content.count >= count else { return nil }
    let length = content.prefix(count).reduce(0) { $0 << 8 | Int($1) }
    let body = content.dropFirst(count)
    guard length <= body.count else { return nil }
    return (body.prefix(length), body.startIndex + length)
  }

  /// An element of indefinite length ends with two zeros.
  private static func indefinite(
    _ content: ArraySlice<UInt8>, depth: Int
  ) -> (content: ArraySlice<UInt8>, end: Int)? {
    var index = content.startIndex
    while index + 1 < content.endIndex {
      if content[index] == 0, content[index + 1] == 0 {
        return (content[..<index], index + 2)
      }
      guard let inner = element(content[index...], depth: depth + 1) else { return nil }
      index = inner.end
    }
    return nil
  }
}
