#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A string that is compared, ordered and hashed by its UTF-8 bytes.
///
/// `String` compares by canonical equivalence: U+212A (KELVIN SIGN) equals `K`, U+037E equals `;`.
/// With such a comparison, an allowlist would accept URIs that it doesn't contain. OAuth requires
/// simple string comparison (RFC 6749 section 3.1.2.3, RFC 3986 section 6.2.1).
public struct ExactString: Sendable, Hashable, Comparable, CustomStringConvertible,
  ExpressibleByStringLiteral
{
  /// The string; never compare it, compare the `ExactString`.
  public let string: String

  /// Wraps a string without changing it.
  public init(_ string: String) { self.string = string }

  /// Wraps a literal.
  public init(stringLiteral value: String) { string = value }

  /// Decodes UTF-8; ill-formed sequences become U+FFFD.
  @inlinable
  package init(decoding bytes: some Collection<UInt8>) {
    self.init(String(decoding: bytes, as: UTF8.self))
  }

  /// The string, for messages.
  public var description: String { string }

  /// The bytes, for all decisions.
  public var utf8: String.UTF8View { string.utf8 }

  package var isEmpty: Bool { string.isEmpty }

  /// Returns true if all bytes are accepted. Stops at the first that isn't.
  ///
  /// - Parameter start: the number of bytes to skip.
  @inlinable
  package func allBytes(after start: Int = 0, satisfy isAccepted: (UInt8) -> Bool) -> Bool {
    let result: Bool? = unsafe utf8.withContiguousStorageIfAvailable { bytes in
      var index = start
      while index < bytes.count {
        if unsafe !isAccepted(bytes[index]) { return false }
        index += 1
      }
      return true
    }
    return result ?? utf8.dropFirst(start).allSatisfy(isAccepted)
  }

  /// Calls a function with all bytes.
  @inlinable
  package func withBytes<Result>(_ body: (Swift.Span<UInt8>) -> Result) -> Result {
    let result: Result? = unsafe utf8.withContiguousStorageIfAvailable { bytes in
      unsafe body(bytes.span)
    }
    return result ?? body(ContiguousArray(utf8).span)
  }

  /// Returns true if the string has exactly these bytes.
  @inlinable
  package func hasBytes(_ bytes: Swift.Span<UInt8>) -> Bool {
    utf8.count == bytes.count && withBytes { $0.hasSameBytes(as: bytes) }
  }

  /// Returns true if one of `count` bytes starting with `first` occurs; 0 follows 0xFF. Compares
  /// sixteen bytes at a time.
  package func holdsOne(from first: UInt8, count: UInt8) -> Bool {
    let result = unsafe utf8.withContiguousStorageIfAvailable {
      unsafe $0.holdsOne(from: first, count: count)
    }
    return result ?? utf8.contains { $0 &- first < count }
  }

  /// Returns true if both strings have the same length and each pair of bytes is accepted.
  @inlinable
  package func matches(_ other: ExactString, where isSame: (UInt8, UInt8) -> Bool) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    let result: Bool?? = unsafe utf8.withContiguousStorageIfAvailable { a in
      unsafe other.utf8.withContiguousStorageIfAvailable { b in
        for index in 0..<a.count where unsafe !isSame(a[index], b[index]) { return false }
        return true
      }
    }
    return (result ?? nil) ?? zip(utf8, other.utf8).allSatisfy(isSame)
  }

  package func contains(_ byte: UInt8) -> Bool { !allBytes { $0 != byte } }

  /// Compares bytes. `String ==` would normalize.
  public static func == (left: ExactString, right: ExactString) -> Bool {
    guard left.utf8.count == right.utf8.count else { return false }
    // Native strings are contiguous; only bridged ones (macOS) use the slow path.
    let isEqual = unsafe left.utf8.withContiguousStorageIfAvailable { a in
      unsafe right.utf8.withContiguousStorageIfAvailable { b in
        guard let first = a.baseAddress, let second = b.baseAddress else { return true }
        return unsafe memcmp(first, second, a.count) == 0
      }
    }
    return (isEqual ?? nil) ?? left.utf8.elementsEqual(right.utf8)
  }

  /// Byte order, which for UTF-8 is code point order.
  public static func < (left: ExactString, right: ExactString) -> Bool {
    let order: CInt?? = unsafe left.utf8.withContiguousStorageIfAvailable { a in
      unsafe right.utf8.withContiguousStorageIfAvailable { b in
        guard let first = a.baseAddress, let second = b.baseAddress else { return 0 }
        return unsafe memcmp(first, second, min(a.count, b.count))
      }
    }
    guard let order = order ?? nil else { return left.utf8.lexicographicallyPrecedes(right.utf8) }
    return order == 0 ? left.utf8.count < right.utf8.count : order < 0
  }

  /// Hashes the bytes. `String` hashes its canonical form, so a file could contain thousands of
  /// different keys with one hash.
  public func hash(into hasher: inout Hasher) {
    let isDone: Void? = unsafe utf8.withContiguousStorageIfAvailable {
      unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0))
    }
    if isDone == nil { for byte in utf8 { hasher.combine(byte) } }
    hasher.combine(utf8.count)
  }

  /// Returns true if the bytes start with those of `prefix`.
  package func hasPrefix(_ prefix: String) -> Bool {
    let length = prefix.utf8.count
    return utf8.count >= length
      && withBytes { ExactString(prefix).hasBytes($0.extracting(..<length)) }
  }

  /// Returns true if the bytes end with those of `suffix`.
  package func hasSuffix(_ suffix: String) -> Bool { hasSuffix(ExactString(suffix)) }

  /// Returns true for a subdomain of `name`.
  package func isBelow(_ name: ExactString) -> Bool {
    let length = utf8.count - name.utf8.count
    guard length > 0 else { return false }
    return withBytes { bytes in
      bytes[length - 1] == UInt8(ascii: ".") && name.hasBytes(bytes.extracting(length...))
    }
  }

  /// Returns true if the bytes end with those of `suffix`.
  package func hasSuffix(_ suffix: ExactString) -> Bool {
    let start = utf8.count - suffix.utf8.count
    return start >= 0 && withBytes { suffix.hasBytes($0.extracting(start...)) }
  }
}
