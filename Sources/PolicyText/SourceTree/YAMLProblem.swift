/// Explains the errors of libyaml.
enum YAMLProblem {
  struct Explanation {
    var message: String
    var help: String
    /// Whether to report the start of the construct instead of the error's position.
    var isAboutContext = false
    var rule: RuleID = "yaml-syntax"
  }

  static func explanation(for failure: YAMLEvents.Failure) -> Explanation {
    let problem = failure.problem
    switch problem {
    case "found character that cannot start any token":
      return Explanation(
        message: "a value can't start with this character",
        help: "quote the value; it can't start with `@`, `%` or a backtick")
    case "did not find expected alphabetic or numeric character"
    where failure.context == "while scanning an alias"
      || failure.context == "while scanning an anchor":
      let start = failure.context == "while scanning an alias" ? "*" : "&"
      return Explanation(
        message: "a value can't start with `\(start)` unless it is quoted",
        help: "quote the value: `\"\(start)…\"`", isAboutContext: true)
    case "found unknown escape character":
      return Explanation(
        message: "unknown escape in double quotes",
        help: #"write `\\` for a backslash, or use single quotes"#)
    case "did not find expected comment or line break"
    where failure.context == "while scanning a block scalar":
      return Explanation(
        message: "text must start on the line after `|` or `>`",
        help: "start a new line, or quote the value")
    case "found a tab character that violates indentation",
      "found a tab character that violate indentation",
      "found a tab character where an indentation space is expected":
      return Explanation(
        message: "YAML doesn't allow tabs as indentation", help: "indent with spaces")
    case "mapping values are not allowed in this context":
      return Explanation(
        message: "`:` isn't allowed here",
        help: "fix the indentation of this line, or quote the value if it contains `: `")
    case "could not find expected ':'":
      return Explanation(
        message: "missing `:` after this key", help: "write `key: value`", isAboutContext: true)
    case "did not find expected key":
      return Explanation(
        message: "expected a key; the indentation doesn't match the keys above",
        help: "indent all keys of a mapping equally", isAboutContext: false)
    case "did not find expected '-' indicator":
      return Explanation(
        message: "expected `-`; the indentation doesn't match the list entries above",
        help: "indent all entries of a list equally")
    case "did not find expected ',' or ']'":
      return Explanation(
        message: "expected `,` or `]` in this list", help: "close the list with `]`",
        isAboutContext: true)
    case "did not find expected ',' or '}'":
      return Explanation(
        message: "expected `,` or `}` in this mapping", help: "close the mapping with `}`",
        isAboutContext: true)
    case "found unexpected end of stream" where failure.context == "while scanning a quoted scalar":
      return Explanation(
        message: "missing closing quote", help: "add a quote at the end of the value",
        isAboutContext: true)
    case "found unexpected document indicator":
      return Explanation(
        message: "document marker in a quoted string",
        help: "close the string before the line with `---` or `...`", isAboutContext: true)
    case "found undefined tag handle":
      return Explanation(
        message: "YAML tags aren't supported", help: "remove the tag",
        rule: "yaml-unsupported")
    case "did not find expected <document start>":
      return Explanation(
        message: "unexpected content after the end of the document",
        help: "write `key: value` on each line, all with the same indentation")
    case "found incompatible YAML document", "found unknown directive name",
      "found duplicate %YAML directive", "found duplicate %TAG directive":
      return Explanation(
        message: "YAML directives aren't supported",
        help: "remove the line that starts with `%`", rule: "yaml-unsupported")
    case _ where failure.isAboutControl:
      return Explanation(
        message: "YAML doesn't allow control characters", help: "remove the character")
    default:
      let context = failure.context.map { " \($0)" } ?? ""
      return Explanation(
        message: "invalid YAML: \(problem)\(context)",
        help: "check the indentation and quotes on this line and above")
    }
  }
}

extension YAMLEvents.Failure {

  var isAboutControl: Bool { problem == "control characters are not allowed" }
}
