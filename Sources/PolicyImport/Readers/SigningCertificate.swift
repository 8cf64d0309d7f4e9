/// What an import asks of an X.509 certificate (RFC 5280 section 4.1): may it be the one of a signing key?
///
/// Everything is read with bounds and without recursion. A certificate that is not understood to its last
/// extension is none.
struct SigningCertificate {
  /// The certificate in DER.
  let bytes: [UInt8]
  /// Basic constraints say `CA:TRUE` (section 4.2.1.9).
  private(set) var isAuthority = false
  /// Issuer and subject are the same name. Signing keys of apps have no issuer: phones compare certificates
  /// and follow no chain.
  let isSelfIssued: Bool
  /// It is for named hosts or addresses (section 4.2.1.6), as those of servers are.
  private(set) var hasNames = false

  /// Reads a certificate; nil for other bytes, and for bytes that follow it.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    var file = DERElements(bytes[...])
    guard let certificate = file.next(DERElements.sequence), file.isAtEnd else { return nil }
    var parts = DERElements(certificate)
    guard let signed = parts.next(DERElements.sequence), parts.next(DERElements.sequence) != nil,
      parts.next(DERElements.bitString) != nil, parts.isAtEnd
    else { return nil }
    var fields = DERElements(signed)
    if fields.tag == DERElements.version { _ = fields.next(DERElements.version) }
    guard fields.next(DERElements.number) != nil, fields.next(DERElements.sequence) != nil,
      let issuer = fields.next(DERElements.sequence), fields.next(DERElements.sequence) != nil,
      let subject = fields.next(DERElements.sequence), fields.next(DERElements.sequence) != nil
    else { return nil }
    isSelfIssued = issuer == subject
    for tag in DERElements.uniqueIDs where fields.tag == tag { _ = fields.next(tag) }
    if fields.tag == DERElements.extensions {
      guard let wrapped = fields.next(DERElements.extensions), readExtensions(wrapped) else {
        return nil
      }
    }
    guard fields.isAtEnd else { return nil }
  }

  /// - Returns: false for extensions that cannot be read.
  private mutating func readExtensions(_ wrapped: ArraySlice<UInt8>) -> Bool {
    var outer = DERElements(wrapped)
    guard let list = outer.next(DERElements.sequence), outer.isAtEnd else { return false }
    var items = DERElements(list)
    while !items.isAtEnd {
      guard let item = items.next(DERElements.sequence) else { return false }
      var parts = DERElements(item)
      guard let name = parts.next(DERElements.objectID) else { return false }
      // Whether it is critical says nothing here.
      if parts.tag == DERElements.boolean { _ = parts.next(DERElements.boolean) }
      guard let value = parts.next(DERElements.octetString), parts.isAtEnd else { return false }
      // 2.5.29.19 and 2.5.29.17
      if name.elementsEqual([0x55, 0x1D, 0x13]) {
        guard readConstraints(value) else { return false }
      } else if name.elementsEqual([0x55, 0x1D, 0x11]) {
        hasNames = true
      }
    }
    return true
  }

  private mutating func readConstraints(_ value: ArraySlice<UInt8>) -> Bool {
    var outer = DERElements(value)
    guard let constraints = outer.next(DERElements.sequence), outer.isAtEnd else { return false }
    var parts = DERElements(constraints)
    if parts.tag == DERElements.boolean {
      guard let flag = parts.next(DERElements.boolean) else { return false }
      isAuthority = isAuthority || flag.contains { $0 != 0 }
    }
    if parts.tag == DERElements.number { _ = parts.next(DERElements.number) }
    return parts.isAtEnd
  }
}

/// The elements of a constructed value in DER (X.690), one after the other.
private struct DERElements {
  static let boolean: UInt8 = 0x01
  static let number: UInt8 = 0x02
  static let bitString: UInt8 = 0x03
  static let octetString: UInt8 = 0x04
  static let objectID: UInt8 = 0x06
  static let sequence: UInt8 = 0x30
  static let version: UInt8 = 0xA0
  static let uniqueIDs: [UInt8] = [0x81, 0x82]
  static let extensions: UInt8 = 0xA3

  private var rest: ArraySlice<UInt8>

  init(_ content: ArraySlice<UInt8>) { rest = content }

  var isAtEnd: Bool { rest.isEmpty }

  /// The tag of the next element; nil at the end.
  var tag: UInt8? { rest.first }

  /// The content of the next element; nil, and nothing is read, if it has another tag or reaches over the
  /// end.
  mutating func next(_ tag: UInt8) -> ArraySlice<UInt8>? {
    guard rest.first == tag, let first = rest.dropFirst().first else { return nil }
    var content = rest.dropFirst(2)
    var length = Int(first)
    if first >= 0x80 {
      // Lengths without an end are not DER; four bytes are more than a file has.
      let count = Int(first & 0x7F)
      guard (1...4).contains(count), content.count >= count else { return nil }
      length = content.prefix(count).reduce(0) { $0 << 8 | Int($1) }
      content = content.dropFirst(count)
    }
    guard length <= content.count else { return nil }
    rest = content.dropFirst(length)
    return content.prefix(length)
  }
}
