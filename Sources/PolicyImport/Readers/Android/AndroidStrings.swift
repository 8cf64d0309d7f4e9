package import PolicyText

/// The texts of a file of Android resources (`res/values/strings.xml`), by name.
package struct AndroidStrings: Sendable {
  private var texts: [ExactString: SpannedText] = [:]

  /// Reads `<string name="x">…</string>` and `<item type="string" name="x">`; a text with markup within is not
  /// literal and counts as absent.
  package init(_ tree: XMLTree?) {
    guard let tree, let root = tree.root, tree.isNamed(root, "resources") else { return }
    for element in tree.children(root) {
      let isString =
        tree.isNamed(element, "string")
        || tree.isNamed(element, "item") && tree.attribute("type", of: element)?.text == "string"
      guard isString, let name = tree.attribute("name", of: element)?.text,
        let text = tree.text(element)
      else { continue }
      // The build refuses a name that stands twice; which one is meant, nobody knows: the first.
      if texts[name] == nil {
        texts[name] = SpannedText(Self.unescaped(text.text), text.trimmed.span)
      }
    }
  }

  /// The text of a name; `@string/y` as a value is followed.
  package subscript(name: ExactString) -> SpannedText? {
    var found = texts[name]
    var depth = 0
    while let text = found?.text, text.hasPrefix("@string/") {
      depth += 1
      guard depth < 10 else { return nil }
      found = texts[ExactString(decoding: text.utf8.dropFirst("@string/".utf8.count))]
    }
    return found
  }

  /// A text as the resource compiler takes it: blanks folded, quotes off, escapes resolved.
  static func unescaped(_ text: ExactString) -> ExactString {
    var output: [UInt8] = []
    let bytes = Array(text.utf8)
    var index = 0
    var isQuoted = false
    var hasBlank = false
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if !isQuoted, byte == 0x20 || (0x09...0x0D).contains(byte) {
        hasBlank = true
        continue
      }
      if hasBlank, !output.isEmpty { output.append(0x20) }
      hasBlank = false
      switch byte {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: "\\") where index < bytes.count:
        index = unescape(bytes, at: index, into: &output)
      default: output.append(byte)
      }
    }
    return ExactString(decoding: output)
  }

  /// Appends what the escape stands for whose letter is at `index`; returns the place behind it.
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
      output += Array(String(Unicode.Scalar(value) ?? "\u{FFFD}").utf8)
      return index + 5
    case let byte: output.append(byte)
    }
    return index + 1
  }
}
