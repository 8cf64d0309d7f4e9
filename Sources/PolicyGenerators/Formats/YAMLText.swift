import PolicyText

/// Writes JSON values as block-style YAML that means the same in YAML 1.1 and 1.2.
enum YAMLText {
  /// The document, with the header as a comment.
  static func document(_ members: [(key: String, value: JSONValue)], _ header: GeneratedHeader)
    -> String
  {
    var output = "# \(header.text)\n"
    mapping(members, indentation: 0, to: &output)
    return output
  }

  private static func mapping(
    _ members: [(key: String, value: JSONValue)], indentation: Int, to output: inout String,
    isInSequence: Bool = false
  ) {
    for (index, member) in members.enumerated() {
      // The first key follows the dash.
      if !isInSequence || index > 0 { output += String(repeating: " ", count: indentation) }
      output += scalar(member.key) + ":"
      value(member.value, indentation: indentation, to: &output)
    }
  }

  /// Appends the value after a colon, with its last newline.
  private static func value(_ value: JSONValue, indentation: Int, to output: inout String) {
    switch value {
    case .array(let items) where !items.isEmpty:
      output += "\n"
      for item in items {
        output += String(repeating: " ", count: indentation + 2) + "- "
        if case .object(let members) = item, !members.isEmpty {
          mapping(members, indentation: indentation + 4, to: &output, isInSequence: true)
        } else {
          output += flow(item) + "\n"
        }
      }
    case .object(let members) where !members.isEmpty:
      output += "\n"
      mapping(members, indentation: indentation + 2, to: &output)
    default: output += " " + flow(value) + "\n"
    }
  }

  private static func flow(_ value: JSONValue) -> String {
    switch value {
    case .string(let text): scalar(text)
    case .array: "[]"
    case .object: "{}"
    default: value.text()
    }
  }

  private static func scalar(_ text: String) -> String {
    isPlain(text) ? text : quoted(text)
  }

  /// True for a word of letters, digits, `_` and `-` that starts with a letter and has no meaning in YAML.
  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.utf8.first, isLetter(first) else { return false }
    let isWord = text.utf8.allSatisfy {
      isLetter($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "_")
        || $0 == UInt8(ascii: "-")
    }
    return isWord && !words.contains(ASCII.lowercased(ExactString(text)))
  }

  private static let words: [ExactString] = [
    "y", "n", "yes", "no", "on", "off", "true", "false", "null",
  ]

  private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }

  /// Escapes everything but printable ASCII, so parsers agree and reviewers see every character.
  private static func quoted(_ text: String) -> String {
    var output = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case "\n": output += "\\n"
      case "\r": output += "\\r"
      case "\t": output += "\\t"
      case _ where (0x20...0x7E).contains(scalar.value): output.unicodeScalars.append(scalar)
      default:
        let hex = String(scalar.value, radix: 16, uppercase: true)
        let (mark, width) =
          scalar.value > 0xFFFF ? ("U", 8) : scalar.value > 0xFF ? ("u", 4) : ("x", 2)
        output += "\\" + mark + String(repeating: "0", count: width - hex.utf8.count) + hex
      }
    }
    return output + "\""
  }
}
