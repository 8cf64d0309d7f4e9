/// The string literals and comments of a Swift file.
struct SwiftText {
  /// String literals. Literals joined with `+` are one string; an interpolation is an ellipsis.
  private(set) var strings: [String] = []
  /// Adjacent comment lines are one comment.
  private(set) var comments: [String] = []

  private let bytes: [UInt8]
  private var place = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
    var isJoined = false
    var isComment = false
    while place < bytes.count {
      if starts(with: "//") {
        let start = place
        while place < bytes.count, bytes[place] != UInt8(ascii: "\n") { place += 1 }
        let line = String(decoding: bytes[start..<place], as: UTF8.self)
          .trimming { $0 == "/" || $0 == " " }
        if isComment, let last = comments.popLast() {
          comments.append("\(last) \(line)")
        } else {
          comments.append(line)
        }
        isComment = true
        isJoined = false
      } else if let hashes = literalHashes() {
        let string = literal(hashes: hashes)
        if isJoined, let last = strings.popLast() {
          strings.append(last + string)
        } else {
          strings.append(string)
        }
        isJoined = skipPlus()
        isComment = false
      } else {
        if ![0x20, 0x0A].contains(bytes[place]) { (isComment, isJoined) = (false, false) }
        place += 1
      }
    }
  }

  private func starts(with text: StaticString, at offset: Int = 0) -> Bool {
    bytes.dropFirst(place + offset).starts(with: "\(text)".utf8)
  }

  /// The number of `#` before a literal that starts here, or nil if none starts here.
  private func literalHashes() -> Int? {
    let hashes = bytes[place...].prefix { $0 == UInt8(ascii: "#") }.count
    return starts(with: "\"", at: hashes) ? hashes : nil
  }

  /// Reads a literal; afterwards `place` is after its closing quote.
  private mutating func literal(hashes: Int) -> String {
    place += hashes
    let isLong = starts(with: "\"\"\"")
    let hash = [UInt8](repeating: UInt8(ascii: "#"), count: hashes)
    let end = [UInt8](repeating: UInt8(ascii: "\""), count: isLong ? 3 : 1) + hash
    let escape = [UInt8(ascii: "\\")] + hash
    place += isLong ? 3 : 1
    var content: [UInt8] = []
    while place < bytes.count, !bytes[place...].starts(with: end) {
      guard bytes[place...].starts(with: escape) else {
        content.append(bytes[place])
        place += 1
        continue
      }
      place += escape.count
      if bytes[place] == UInt8(ascii: "(") {
        skipInterpolation()
        content += Array("…".utf8)
      } else {
        // A line that ends in a backslash continues; other escapes keep their letter or sign.
        if bytes[place] != UInt8(ascii: "\n") {
          content.append(bytes[place] == UInt8(ascii: "n") ? UInt8(ascii: " ") : bytes[place])
        }
        place += 1
      }
    }
    place += end.count
    return String(decoding: content, as: UTF8.self)
  }

  private mutating func skipInterpolation() {
    var depth = 0
    repeat {
      if let hashes = literalHashes() {
        _ = literal(hashes: hashes)
        continue
      }
      if bytes[place] == UInt8(ascii: "(") { depth += 1 }
      if bytes[place] == UInt8(ascii: ")") { depth -= 1 }
      place += 1
    } while depth > 0 && place < bytes.count
  }

  /// Skips `+` and whitespace if another literal follows.
  private mutating func skipPlus() -> Bool {
    let start = place
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A }
    while place < bytes.count, isSpace(bytes[place]) { place += 1 }
    if place < bytes.count, bytes[place] == UInt8(ascii: "+") {
      place += 1
      while place < bytes.count, isSpace(bytes[place]) { place += 1 }
      if place < bytes.count, literalHashes() != nil { return true }
    }
    place = start
    return false
  }
}

extension String {
  fileprivate func trimming(_ isTrimmed: (Character) -> Bool) -> String {
    String(drop(while: isTrimmed).reversed().drop(while: isTrimmed).reversed())
  }
}
