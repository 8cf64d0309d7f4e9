package import PolicyText

/// A path condition of an intent filter.
package struct AndroidPath: Sendable {
  /// The attribute of `<data>`.
  package enum Kind: String, Sendable, CaseIterable {
    case path
    case pathPrefix
    case pathSuffix
    case pathPattern
    case pathAdvancedPattern
  }

  package let kind: Kind
  /// The value after the resource compiler.
  package let text: ExactString

  package init(kind: Kind, text: ExactString) {
    self.kind = kind
    self.text = text
  }

  /// The policy pattern that matches the same paths; nil if there is none.
  ///
  /// Android compares whole paths. In `pathPattern`, `.` matches any character, `c*` any number of
  /// `c`, and `\` escapes the next character; `pathAdvancedPattern` also has sets, ranges and `+`.
  package var pattern: ExactString? {
    switch kind {
    case .path: return Self.literal(text).flatMap { $0.hasPrefix("/") ? $0 : nil }
    case .pathPrefix:
      return Self.literal(text).flatMap { text in
        text.isEmpty ? "*" : text.hasPrefix("/") ? ExactString(text.string + "*") : nil
      }
    case .pathSuffix: return Self.literal(text).map { ExactString("*" + $0.string) }
    case .pathPattern, .pathAdvancedPattern: return translated
    }
  }

  /// The text, unless a character is special in policy patterns.
  private static func literal(_ text: ExactString) -> ExactString? {
    let bytes = Array(text.utf8)
    let isPlain =
      !bytes.contains { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") }
      && bytes.firstRange(of: Array("$(".utf8), in: 0..<bytes.count) == nil
    return isPlain ? text : nil
  }

  private var translated: ExactString? {
    var output: [UInt8] = []
    let bytes = Array(text.utf8)
    var index = 0
    while index < bytes.count {
      var byte = bytes[index]
      var isLiteral = true
      switch byte {
      case UInt8(ascii: "\\"):
        index += 1
        guard index < bytes.count else { return nil }
        byte = bytes[index]
      case UInt8(ascii: "."): isLiteral = false
      case UInt8(ascii: "*"): return nil
      case UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "+"):
        if kind == .pathAdvancedPattern { return nil }
      default: break
      }
      index += 1
      let isRepeated = index < bytes.count && bytes[index] == UInt8(ascii: "*")
      if isRepeated {
        guard !isLiteral else { return nil }
        index += 1
        output.append(UInt8(ascii: "*"))
      } else if isLiteral {
        guard byte != UInt8(ascii: "?"), byte != UInt8(ascii: "*"), byte != UInt8(ascii: "$") else {
          return nil
        }
        output.append(byte)
      } else {
        output.append(UInt8(ascii: "?"))
      }
    }
    let starts = output.first.map {
      $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?")
    }
    return starts == true ? ExactString(decoding: output) : nil
  }
}
