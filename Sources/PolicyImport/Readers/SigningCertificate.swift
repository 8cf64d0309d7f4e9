/// The parts of an X.509 certificate (RFC 5280 section 4.1) that show whether it can be a signing
/// certificate.
///
/// Reading is bounded and not recursive. A certificate with an unreadable extension is rejected.
struct SigningCertificate {
  /// DER.
  let bytes: [UInt8]
  /// `CA:TRUE` in the basic constraints (section 4.2.1.9).
  private(set) var isAuthority = false
  /// Whether issuer and subject are equal. App signing certificates have no issuer: devices compare certificates and build
  /// no chain.
  let isSelfIssued: Bool
  /// Whether it has host names or IP addresses (section 4.2.1.6), as server certificates do.
  private(set) var hasNames = false

  /// Reads a certificate; nil for other bytes and trailing bytes.
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

  /// Returns false for unreadable extensions.
  private mutating func readExtensions(_ wrapped: ArraySlice<UInt8>) -> Bool {
    var outer = DERElements(wrapped)
    guard let list = outer.next(DERElements.sequence), outer.isAtEnd else { return false }
    var items = DERElements(list)
    while !items.isAtEnd {
      guard let item = items.next(DERElements.sequence) else { return false }
      var parts = DERElements(item)
      guard let name = parts.next(DERElements.objectID) else { return false }
      // The critical flag doesn't matter here.
      if parts.tag == DERElements.boolean { _ = parts.next(DERElements.boolean) }
      guard let value = parts.next(DERElements.octetString), parts.isAtEnd else { return false }
      // Basic constraints (2.5.29.19) and subject alternative names (2.5.29.17).
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

/// Iterates over the elements of a constructed DER value (X.690).
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

  /// The content of the next element; nil without reading if it has another tag or ends after the data.
  mutating func next(_ tag: UInt8) -> ArraySlice<UInt8>? {
    guard rest.first == tag, let first = rest.dropFirst().first else { return nil }
    var content = rest.dropFirst(2)
    var length = Int(first)
    if first >= 0x80 {
      // DER has no indefinite lengths; four bytes are enough for any file.
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
