import PolicyText

extension LinkRuleStep {
  /// The step in words: "rule 0.2 matches", or why it does not.
  package var words: String {
    let name = "rule \(entry).\(rule)\(excludes ? " (exclude)" : "")"
    if neverMatches { return "\(name) has no filter and never matches" }
    guard let mismatch else { return "\(name) matches and decides" }
    return "\(name): \(mismatch.words)"
  }
}

extension LinkMismatch {
  /// The mismatch in words: "the path `/a` does not match `/b`".
  package var words: String {
    let part =
      switch part {
      case .path: "the path"
      case .query: "the query"
      case .queryItem(let item): "the query item \(DisplayText.quoted(item.string))"
      case .fragment: "the fragment"
      }
    let text = text.map { DisplayText.quoted($0.string) } ?? "(absent)"
    return "\(part) \(text) does not match \(DisplayText.quoted(pattern.string))"
  }
}
