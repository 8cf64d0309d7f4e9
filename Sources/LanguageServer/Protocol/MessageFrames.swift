import PolicyText

/// Splits a stream into messages (LSP 3.17, "Base Protocol"): headers, an empty line, and the number of bytes in
/// `Content-Length`.
package struct MessageFrames: Sendable {
  /// The stream is invalid.
  package struct Malformed: Error, Sendable {
    package var message: String
  }

  /// The maximum number of bytes in a message.
  private static let bodyLimit = 64 << 20
  /// The maximum number of bytes in the headers of a message.
  private static let headerLimit = 8 << 10

  private var buffer: [UInt8] = []
  /// The start of the unread bytes.
  private var start = 0

  package init() {}

  package mutating func append(_ bytes: [UInt8]) {
    if start > 0 {
      buffer.removeFirst(start)
      start = 0
    }
    buffer += bytes
  }

  /// The next complete message.
  package mutating func next() throws(Malformed) -> [UInt8]? {
    guard let headerEnd = buffer[start...].firstRange(of: "\r\n\r\n".utf8) else {
      guard buffer.count - start <= Self.headerLimit else {
        throw Malformed(message: "headers of more than \(Self.headerLimit) bytes")
      }
      return nil
    }
    let length = try Self.length(buffer[start..<headerEnd.lowerBound])
    let body = headerEnd.upperBound
    guard buffer.count - body >= length else { return nil }
    start = body + length
    return Array(buffer[body..<start])
  }

  /// The content length; other headers are ignored.
  private static func length(_ headers: ArraySlice<UInt8>) throws(Malformed) -> Int {
    for line in headers.split(separator: 0x0D) {
      let text = String(decoding: line.drop { $0 == 0x0A }, as: UTF8.self)
      let parts = text.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "content-length" else { continue }
      let digits = parts[1].utf8.filter { $0 != 0x20 && $0 != 0x09 }
      guard !digits.isEmpty, digits.count <= 10, digits.allSatisfy(\.isDigit),
        let length = Int(String(decoding: digits, as: UTF8.self))
      else { throw Malformed(message: "`Content-Length` must be a number") }
      guard length <= bodyLimit else {
        throw Malformed(message: "a message of more than \(bodyLimit) bytes")
      }
      return length
    }
    throw Malformed(message: "missing `Content-Length`")
  }

  /// A message with its header.
  package static func frame(_ body: String) -> [UInt8] {
    Array("Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
  }
}
