/// A string that is compared, ordered and hashed by its UTF-8 bytes.
///
/// `String` compares by canonical equivalence: U+212A (KELVIN SIGN) equals `K`, U+037E equals `;`.
/// An allowlist that compares that way accepts addresses it does not hold. OAuth asks for simple
/// string comparison (RFC 6749 section 3.1.2.3, RFC 3986 section 6.2.1).
public struct ExactString: Sendable, Hashable, Comparable, CustomStringConvertible,
  ExpressibleByStringLiteral
{
  /// The text itself; never compare it, compare the `ExactString`.
  public let string: String

  /// Wraps a string without changing it.
  public init(_ string: String) { self.string = string }

  /// Wraps a literal.
  public init(stringLiteral value: String) { string = value }

  /// Decodes UTF-8; ill-formed sequences become U+FFFD.
  public init(decoding bytes: some Collection<UInt8>) {
    string = String(decoding: bytes, as: UTF8.self)
  }

  /// The text, for messages.
  public var description: String { string }

  /// The bytes, for everything that decides.
  public var utf8: String.UTF8View { string.utf8 }

  /// True for the empty text.
  public var isEmpty: Bool { string.isEmpty }

  /// Equal bytes.
  public static func == (left: ExactString, right: ExactString) -> Bool {
    // Never through `String ==`: it normalizes, which takes its time for texts made to look alike.
    left.utf8.count == right.utf8.count && left.utf8.elementsEqual(right.utf8)
  }

  /// Byte order, which for UTF-8 is code point order.
  public static func < (left: ExactString, right: ExactString) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }

  /// Hashes the bytes. `String` hashes its canonical form, so that a file could hold thousands of
  /// different keys with one hash.
  public func hash(into hasher: inout Hasher) {
    var word: UInt64 = 0
    var count = 0
    for byte in string.utf8 {
      word = word << 8 | UInt64(byte)
      count += 1
      if count % 8 == 0 { hasher.combine(word) }
    }
    hasher.combine(word)
    hasher.combine(count)
  }

  /// True when the bytes start with those of `prefix`.
  public func hasPrefix(_ prefix: String) -> Bool { utf8.starts(with: prefix.utf8) }

  /// True when the bytes end with those of `suffix`.
  public func hasSuffix(_ suffix: String) -> Bool {
    utf8.count >= suffix.utf8.count && utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
  }
}
