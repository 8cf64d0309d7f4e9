import PolicyModel
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
    YAMLScalar.text(ExactString(text), isFlow: false)
  }
}
