/// What libyaml's complaints mean to somebody who writes a policy.
enum YAMLProblem {
  /// In the terms of the language.
  struct Explanation {
    var message: String
    var help: String?
    /// The place to show is where the construct began, not where it failed.
    var isAboutContext = false
    var rule: RuleID = "yaml-syntax"
  }

  static func explanation(for failure: YAMLEvents.Failure) -> Explanation {
    let problem = failure.problem
    switch problem {
    case "found character that cannot start any token":
      return Explanation(
        message: "this character cannot start a value",
        help: "indent with spaces, never with tabs; quote values that start with @, ` or %")
    case "found a tab character that violates indentation",
      "found a tab character that violate indentation",
      "found a tab character where an indentation space is expected":
      return Explanation(message: "a tab must not indent YAML", help: "indent with spaces")
    case "mapping values are not allowed in this context":
      return Explanation(
        message: "a `:` is not allowed here",
        help: "check the indentation of this line, or quote a value that contains `: `")
    case "could not find expected ':'":
      return Explanation(
        message: "a key without `:`", help: "write `key: value`", isAboutContext: true)
    case "did not find expected key":
      return Explanation(
        message: "the indentation fits no mapping above, or a key is missing",
        help: "align the keys of one mapping", isAboutContext: false)
    case "did not find expected '-' indicator":
      return Explanation(
        message: "the indentation fits no list above", help: "align the `-` of one list")
    case "did not find expected ',' or ']'":
      return Explanation(
        message: "this list is not closed: `,` or `]` expected", isAboutContext: true)
    case "did not find expected ',' or '}'":
      return Explanation(
        message: "this mapping is not closed: `,` or `}` expected", isAboutContext: true)
    case "found unexpected end of stream" where failure.context == "while scanning a quoted scalar":
      return Explanation(message: "this quoted text has no closing quote", isAboutContext: true)
    case "found unexpected document indicator":
      return Explanation(
        message: "a document marker stands within a quoted text", isAboutContext: true)
    case "found undefined tag handle":
      return Explanation(
        message: "a tag is not allowed in a policy", help: "remove the tag",
        rule: "yaml-unsupported")
    case "did not find expected <document start>":
      return Explanation(
        message: "text after the end of the document",
        help: "a policy is one mapping: `key: value` on each line, all with the same indentation")
    case "found incompatible YAML document", "found unknown directive name",
      "found duplicate %YAML directive", "found duplicate %TAG directive":
      return Explanation(
        message: "a directive is not allowed in a policy",
        help: "remove the line that starts with `%`", rule: "yaml-unsupported")
    case _ where failure.isAboutControl:
      return Explanation(message: "a control character is not allowed in YAML", help: "remove it")
    default:
      let context = failure.context.map { " \($0)" } ?? ""
      return Explanation(message: "not YAML: \(problem)\(context)")
    }
  }
}

extension YAMLEvents.Failure {
  /// True for a character that YAML does not have.
  var isAboutControl: Bool { problem == "control characters are not allowed" }
}
