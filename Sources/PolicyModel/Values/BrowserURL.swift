package import PolicyText

/// Parses absolute URLs like a browser (WHATWG URL Standard, "basic URL parser" and serializer).
///
/// Never used for decisions. Findings use it to explain that browsers treat two different strings
/// as the same URL, or how they read an obfuscated host.
package enum BrowserURL {
  /// `new URL(text).href`; nil if that would throw.
  package static func href(_ text: ExactString) -> ExactString? {
    guard !isSerialized(text) else { return text }
    var parser = Parser(text)
    return parser.run() ? ExactString(decoding: parser.output) : nil
  }

  /// Returns true for simple http(s) URLs that the parser doesn't change: a lower-case domain
  /// without a port, a path without `.` segments, and an optional query, with a limited set of
  /// characters.
  private static func isSerialized(_ text: ExactString) -> Bool {
    let start = text.hasPrefix("https://") ? 8 : text.hasPrefix("http://") ? 7 : 0
    guard start > 0 else { return false }
    return text.withBytes { bytes in
      var index = start
      var previous = UInt8(ascii: ".")
      while index < bytes.count, bytes[index] != UInt8(ascii: "/") {
        let isDigit = bytes[index].isDigit
        // A label that starts with a digit may be part of an IP address.
        guard
          (0x61...0x7A).contains(bytes[index]) || bytes[index] == UInt8(ascii: "-")
            || isDigit && previous != UInt8(ascii: ".")
            || bytes[index] == UInt8(ascii: ".") && previous != UInt8(ascii: ".")
        else { return false }
        previous = bytes[index]
        index += 1
      }
      guard index < bytes.count, previous != UInt8(ascii: ".") else { return false }
      var isPath = true
      while index < bytes.count {
        switch bytes[index] {
        case UInt8(ascii: "."):
          guard !isPath || bytes[index - 1] != UInt8(ascii: "/") else { return false }
        case UInt8(ascii: "?"): isPath = false
        case UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "&"): break
        case let byte: guard PercentEncoding.isUnreserved(byte) else { return false }
        }
        index += 1
      }
      return true
    }
  }

  private struct Parser {
    let input: [UInt8]
    var index = 0
    var output: [UInt8] = []
    /// The default port; nil for schemes that aren't special, 0 for `file`.
    var defaultPort: Int?
    var isFile = false

    init(_ text: ExactString) {
      let bytes = Array(text.utf8)
      // Most strings contain nothing to remove.
      if text.allBytes(satisfy: { $0 > 0x20 }) {
        input = bytes
      } else {
        input = bytes.trimming { $0 <= 0x20 }.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
      }
      output.reserveCapacity(input.count + 16)
    }

    var isSpecial: Bool { defaultPort != nil }

    func isSlash(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: "/") || (isSpecial && byte == UInt8(ascii: "\\"))
    }

    func isEnd(_ byte: UInt8) -> Bool {
      isSlash(byte) || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    mutating func run() -> Bool {
      guard let colon = input.firstIndex(of: UInt8(ascii: ":")), let first = input.first,
        (0x61...0x7A).contains(first | 0x20)
      else { return false }
      let scheme = input[..<colon].map { ASCII.lowercased($0) }
      guard
        scheme.allSatisfy({
          (0x61...0x7A).contains($0) || $0.isDigit || $0 == UInt8(ascii: "+")
            || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
        })
      else { return false }
      output.append(contentsOf: scheme)
      output.append(UInt8(ascii: ":"))
      index = colon + 1
      defaultPort = Self.defaultPort(of: ExactString(decoding: scheme))
      isFile = defaultPort == 0
      if isFile {
        guard file() else { return false }
      } else if isSpecial {
        while index < input.count, isSlash(input[index]) { index += 1 }
        guard authority() else { return false }
        path(hasHost: true)
      } else if input[index...].starts(with: "//".utf8) {
        index += 2
        guard authority() else { return false }
        path(hasHost: true)
      } else if index < input.count, input[index] == UInt8(ascii: "/") {
        path(hasHost: false)
      } else {
        opaquePath()
      }
      rest()
      return true
    }

    private static func defaultPort(of scheme: ExactString) -> Int? {
      for (name, port) in [
        ("http", 80), ("https", 443), ("ws", 80), ("wss", 443), ("ftp", 21), ("file", 0),
      ] as [(ExactString, Int)] where name == scheme {
        return port
      }
      return nil
    }

    // MARK: authority

    /// Userinfo, host and port, up to the first slash, `?` or `#`.
    mutating func authority() -> Bool {
      let start = index
      while index < input.count, !isEnd(input[index]) { index += 1 }
      let end = index
      let authority = input[start..<end]
      output.append(literal: "//")
      var hostStart = authority.startIndex
      if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
        credentials(authority[..<at])
        hostStart = at + 1
        guard hostStart < end else { return false }
      }
      var isBracketed = false
      var colon = hostStart
      while colon < end, isBracketed || input[colon] != UInt8(ascii: ":") {
        if input[colon] == UInt8(ascii: "[") { isBracketed = true }
        if input[colon] == UInt8(ascii: "]") { isBracketed = false }
        colon += 1
      }
      guard colon > hostStart || (!isSpecial && colon == end), host(input[hostStart..<colon])
      else { return false }
      return colon == end || port(input[(colon + 1)..<end])
    }

    private mutating func credentials(_ bytes: ArraySlice<UInt8>) {
      let colon = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
      let password = bytes[min(colon + 1, bytes.endIndex)...]
      guard colon > bytes.startIndex || !password.isEmpty else { return }
      for byte in bytes[..<colon] { append(byte, .userinfo) }
      if !password.isEmpty {
        output.append(UInt8(ascii: ":"))
        for byte in password { append(byte, .userinfo) }
      }
      output.append(UInt8(ascii: "@"))
    }

    private mutating func host(_ bytes: ArraySlice<UInt8>) -> Bool {
      if isSpecial || bytes.first == UInt8(ascii: "[") {
        guard let host = BrowserHost(bytes) else { return false }
        if case .domain(let bytes) = host { output += bytes } else { output.append(host.text) }
      } else {
        guard !bytes.contains(where: BrowserHost.isForbidden) else { return false }
        for byte in bytes { append(byte, .control) }
      }
      return true
    }

    private mutating func port(_ digits: ArraySlice<UInt8>) -> Bool {
      var value = 0
      for digit in digits {
        guard digit.isDigit else { return false }
        value = value * 10 + Int(digit - 0x30)
        guard value <= 65535 else { return false }
      }
      if !digits.isEmpty, value != defaultPort { output += Array(":\(value)".utf8) }
      return true
    }

    // MARK: file

    private mutating func file() -> Bool {
      output.append(literal: "//")
      guard index < input.count, isSlash(input[index]) else {
        path(hasHost: true)
        return true
      }
      guard index + 1 < input.count, isSlash(input[index + 1]) else {
        path(hasHost: true)
        return true
      }
      index += 2
      let end = input[index...].firstIndex(where: isEnd) ?? input.count
      let name = input[index..<end]
      // `c:` in `file://c:/` is a drive, not a host.
      if !Self.isDrive(name) {
        if !name.isEmpty {
          guard let host = BrowserHost(name) else { return false }
          if host.text != "localhost" { output += Array(host.text.utf8) }
        }
        index = end
      }
      path(hasHost: true)
      return true
    }

    private static func isDrive(_ bytes: ArraySlice<UInt8>) -> Bool {
      guard bytes.count == 2, let first = bytes.first, let last = bytes.last else { return false }
      return (0x61...0x7A).contains(first | 0x20)
        && (last == UInt8(ascii: ":") || last == UInt8(ascii: "|"))
    }

    // MARK: path

    /// Segments, with `.` and `..` (also percent-encoded) resolved.
    private mutating func path(hasHost: Bool) {
      let start = output.count
      // The start of each segment's slash in the output.
      var segments: [Int] = []
      let end =
        input[index...].firstIndex {
          $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#")
        } ?? input.count
      if index == end, !isSpecial { return }
      if index < end, isSlash(input[index]) { index += 1 }
      while true {
        let stop = input[index..<end].firstIndex(where: isSlash) ?? end
        let segment = input[index..<stop]
        let isLast = stop == end
        switch Self.dots(segment) {
        case 2:
          let keepsDrive =
            isFile && segments.count == 1 && Self.isDrive(output[(start + 1)...])
          if !keepsDrive, let last = segments.popLast() { output.removeSubrange(last...) }
          if isLast {
            segments.append(output.count)
            output.append(UInt8(ascii: "/"))
          }
        case 1:
          if isLast {
            segments.append(output.count)
            output.append(UInt8(ascii: "/"))
          }
        default:
          segments.append(output.count)
          output.append(UInt8(ascii: "/"))
          if isFile, segments.count == 1, Self.isDrive(segment) {
            output += [segment[segment.startIndex], UInt8(ascii: ":")]
          } else {
            for byte in segment { append(byte, .path) }
          }
        }
        index = min(stop + 1, end)
        if isLast { break }
      }
      index = end
      // Without a host, a path that starts with `//` would look like one.
      if !hasHost, output[start...].starts(with: "//".utf8) {
        output.insert(contentsOf: "/.".utf8, at: start)
      }
    }

    /// 1 for `.`, 2 for `..`, 0 for other segments.
    private static func dots(_ segment: ArraySlice<UInt8>) -> Int {
      guard !segment.isEmpty, segment.count <= 6 else { return 0 }
      var index = segment.startIndex
      var count = 0
      while index < segment.endIndex {
        if segment[index] == UInt8(ascii: ".") {
          index += 1
        } else if segment.endIndex - index >= 3, segment[index] == UInt8(ascii: "%"),
          segment[index + 1] == UInt8(ascii: "2"), segment[index + 2] | 0x20 == UInt8(ascii: "e")
        {
          index += 3
        } else {
          return 0
        }
        count += 1
      }
      return count <= 2 ? count : 0
    }

    private mutating func opaquePath() {
      while index < input.count, input[index] != UInt8(ascii: "?"),
        input[index] != UInt8(ascii: "#")
      {
        let next = index + 1 < input.count ? input[index + 1] : 0
        let isLastSpace =
          input[index] == 0x20 && (next == UInt8(ascii: "?") || next == UInt8(ascii: "#"))
        if isLastSpace { output += Array("%20".utf8) } else { append(input[index], .control) }
        index += 1
      }
    }

    private mutating func rest() {
      if index < input.count, input[index] == UInt8(ascii: "?") {
        output.append(UInt8(ascii: "?"))
        index += 1
        while index < input.count, input[index] != UInt8(ascii: "#") {
          append(input[index], isSpecial ? .specialQuery : .query)
          index += 1
        }
      }
      guard index < input.count else { return }
      output.append(UInt8(ascii: "#"))
      for byte in input[(index + 1)...] { append(byte, .fragment) }
    }

    private mutating func append(_ byte: UInt8, _ set: PercentEncodeSet) {
      guard set.contains(byte) else { return output.append(byte) }
      output.append(UInt8(ascii: "%"))
      for digit in [byte >> 4, byte & 15] { output.append(digit + (digit < 10 ? 0x30 : 0x37)) }
    }
  }

  /// The percent-encode sets of the standard.
  private enum PercentEncodeSet {
    case control, fragment, query, specialQuery, path, userinfo

    func contains(_ byte: UInt8) -> Bool {
      if byte < 0x20 || byte > 0x7E { return true }
      switch (self, byte) {
      case (.control, _): return false
      // A space, `"`, `<` and `>` are in all other sets.
      case (_, 0x20), (_, 0x22), (_, 0x3C), (_, 0x3E): return true
      // #
      case (.query, 0x23), (.specialQuery, 0x23), (.path, 0x23), (.userinfo, 0x23): return true
      // '
      case (.specialQuery, 0x27): return true
      // `
      case (.fragment, 0x60), (.path, 0x60), (.userinfo, 0x60): return true
      // ? ^ { }
      case (.path, 0x3F), (.path, 0x5E), (.path, 0x7B), (.path, 0x7D): return true
      case (.userinfo, 0x3F), (.userinfo, 0x5E), (.userinfo, 0x7B), (.userinfo, 0x7D): return true
      // / : ; = @ [ \ ] |
      case (.userinfo, 0x2F), (.userinfo, 0x3A), (.userinfo, 0x3B), (.userinfo, 0x3D): return true
      case (.userinfo, 0x40), (.userinfo, 0x5B...0x5D), (.userinfo, 0x7C): return true
      default: return false
      }
    }
  }
}

extension [UInt8] {
  fileprivate func trimming(_ isTrimmed: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    guard let start = firstIndex(where: { !isTrimmed($0) }),
      let end = lastIndex(where: { !isTrimmed($0) })
    else { return [] }
    return self[start...end]
  }
}
