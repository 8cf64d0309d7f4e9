package import PolicyText

/// The strings of an Android resource file (`res/values/strings.xml`), by name.
package struct AndroidStrings: Sendable {
  private var texts: [ExactString: SpannedString] = [:]

  /// Reads `<string name="x">…</string>` and `<item type="string" name="x">`; ignores strings with markup.
  package init(_ trees: [XMLTree]) {
    for element in trees.compactMap(\.root).filter({ $0.isNamed("resources") }).flatMap(\.children)
    {
      let isString =
        element.isNamed("string")
        || element.isNamed("item") && element.attribute("type")?.text == "string"
      guard isString, let name = element.attribute("name")?.text,
        let text = element.text
      else { continue }
      // Builds reject duplicate names; use the first.
      if texts[name] == nil {
        texts[name] = SpannedString(Self.unescaped(text.text), text.trimmed.span)
      }
    }
  }

  /// The string with a name; follows `@string/y`.
  package subscript(name: ExactString) -> SpannedString? {
    var found = texts[name]
    var depth = 0
    while let text = found?.text, text.hasPrefix("@string/") {
      depth += 1
      guard depth < 10 else { return nil }
      found = texts[ExactString(decoding: text.utf8.dropFirst("@string/".utf8.count))]
    }
    return found
  }

  /// The string as the resource compiler produces it: whitespace collapsed, quotes removed, escapes resolved.
  static func unescaped(_ text: ExactString) -> ExactString {
    var output: [UInt8] = []
    let bytes = Array(text.utf8)
    var index = 0
    var isQuoted = false
    var hasSpace = false
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if !isQuoted, byte == 0x20 || (0x09...0x0D).contains(byte) {
        hasSpace = true
        continue
      }
      if hasSpace, !output.isEmpty { output.append(0x20) }
      hasSpace = false
      switch byte {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: "\\") where index < bytes.count:
        index = unescape(bytes, at: index, into: &output)
      default: output.append(byte)
      }
    }
    return ExactString(decoding: output)
  }

  /// Appends the character of an escape sequence whose letter is at `index`; returns the next index.
  private static func unescape(_ bytes: [UInt8], at index: Int, into output: inout [UInt8]) -> Int {
    switch bytes[index] {
    case UInt8(ascii: "n"): output.append(0x0A)
    case UInt8(ascii: "t"): output.append(0x09)
    case UInt8(ascii: "u") where index + 4 < bytes.count:
      var value: UInt32 = 0
      for byte in bytes[(index + 1)...(index + 4)] {
        guard let digit = PercentEncoding.hexValue(byte) else { return index + 1 }
        value = value << 4 | UInt32(digit)
      }
      output.append(codePoint: value)
      return index + 5
    case let byte: output.append(byte)
    }
    return index + 1
  }
}
