import PolicyModel
import PolicyText

/// JSON values as block style YAML that readers of YAML 1.1 and 1.2 take for the same.
enum YAMLText {
  /// The document with its header as a comment and a final line feed.
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
      // The first key stands behind the dash.
      if !isInSequence || index > 0 { output += String(repeating: " ", count: indentation) }
      output += scalar(member.key) + ":"
      value(member.value, indentation: indentation, to: &output)
    }
  }

  /// What stands behind a colon, up to the end of its last line.
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
