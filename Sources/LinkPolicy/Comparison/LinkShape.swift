import AssociationFiles
import PolicyText

/// A rule as far as links are made from it: its patterns. Which platform reads it does not matter here,
/// since every link is put to the platform's own matcher.
struct LinkShape: Hashable {
  var path: ExactString?
  var query: [Item]
  var fragment: ExactString?
  /// What stands for each `$(name)` of the patterns that the file defines.
  var variables: [ExactString: [ExactString]]

  struct Item: Hashable {
    var name: ExactString
    var pattern: ExactString
  }

  /// A rule for iOS.
  init(_ component: AppleLinkComponent, variables: [AppleSubstitutionVariable]) {
    path = component.path
    fragment = component.fragment
    switch component.query {
    case .items(let items): query = items.map { Item(name: $0.name, pattern: $0.pattern) }
    case .pattern(let pattern): query = [Item(name: "", pattern: pattern)]
    case .ignored, nil: query = []
    }
    let patterns = [path, fragment].compactMap { $0 } + query.map(\.pattern)
    let used = Set(patterns.flatMap { LinkPattern.variables(in: $0) })
    self.variables = Dictionary(
      variables.filter { used.contains($0.name) }.map { ($0.name, $0.values) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The number of different values that the variables can have.
  var choices: Int { min(max(variables.values.map(\.count).max() ?? 1, 1), Self.maximumChoices) }

  /// Values of a variable that are tried at most.
  private static let maximumChoices = 64
  /// Links are given up beyond this length, in bytes.
  private static let maximumLength = 2_048

  /// A link that the rule may match, with every `*` and variable filled in; nil if it would be too long.
  ///
  /// - Parameter single: replaces every `?`.
  func link(
    host: ExactString, star: String, choice: Int, single: String = "x"
  ) -> ExactString? {
    func filled(_ pattern: ExactString, _ star: String) -> String {
      self.filled(pattern, star, single: single, choice: choice)
    }
    var path = filled(self.path ?? "/", star)
    if !path.hasPrefix("/") { path = "/" + path }
    var url = "https://" + host.string + path
    var separator = "?"
    for item in query {
      guard url.utf8.count <= Self.maximumLength else { return nil }
      url += separator + (item.name.isEmpty ? "" : encoded(item.name.string) + "=")
      // `*` of a query should hold something: an absent value is another question.
      url += filled(item.pattern, star.isEmpty ? "1" : star)
      separator = "&"
    }
    if let fragment { url += "#" + filled(fragment, star.isEmpty ? "a" : star) }
    return url.utf8.count <= Self.maximumLength ? ExactString(url) : nil
  }

  // MARK: patterns

  /// A string that a pattern matches: wildcards and variables filled in, the rest unchanged.
  ///
  /// - Parameter choice: which of the variables' values; nil within such a value.
  private func filled(
    _ pattern: ExactString, _ star: String, single: String, choice: Int?
  ) -> String {
    var output = ""
    var rest = pattern.string.unicodeScalars[...]
    while output.utf8.count <= Self.maximumLength, let scalar = rest.popFirst() {
      switch scalar {
      case "*": output += star
      case "?": output += single
      case "$":
        // Names hold none of these characters.
        let inner = rest.dropFirst()
        guard rest.first == "(",
          let end = inner.firstIndex(where: { $0 == ")" || $0 == "(" || $0 == "$" }),
          inner[end] == ")"
        else {
          output += "$"
          continue
        }
        let name = ExactString(String(String.UnicodeScalarView(inner[..<end])))
        rest = rest[end...].dropFirst()
        if let values = variables[name], let choice, !values.isEmpty {
          output += filled(
            values[choice % values.count], star, single: single, choice: nil)
        } else {
          output += Self.predefined(name)
        }
      default: output += encoded(String(scalar))
      }
    }
    return output
  }

  /// A character or word that one of Apple's variables stands for.
  private static func predefined(_ name: ExactString) -> String {
    switch name {
    case "digit", "xdigit", "alnum": "1"
    case "upper": "A"
    case "region": "US"
    case "lang": "en"
    default: "a"
    }
  }

  /// Percent-encodes what no URL holds; escapes and delimiters stay.
  private func encoded(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy {
      PercentEncoding.isUnreserved($0) || "%/:@!$&'()*+,;=".utf8.contains($0)
    }
    return isPlain ? text : PercentEncoding.encode(text)
  }
}
