import AssociationFiles
import PolicyText

extension ExactString {
  /// A path that a pattern should match, with replacements for each `*` and `?`.
  func replacingWildcards(_ star: String, _ mark: String) -> ExactString {
    ExactString(
      decoding: utf8.flatMap { byte in
        switch byte {
        case UInt8(ascii: "*"): Array(star.utf8)
        case UInt8(ascii: "?"): Array(mark.utf8)
        default: [byte]
        }
      })
  }
}

extension LinkSet {
  /// The path, query and fragment of the shortest link; nil if the set is empty or too large to search.
  var examplePath: ExactString? {
    guard case .link(let link) = example(host: "host.example") else { return nil }
    return ExactString(decoding: link.utf8.dropFirst("https://host.example".utf8.count))
  }
}

extension AppleLinkMatcher {
  /// Compiles the rules of one app on any host.
  init(
    _ rules: some Sequence<LinkList.Rule>, variables: [AppleSubstitutionVariable] = []
  ) {
    let entry = AppleLinkEntry(appIDs: ["x"], rules: .components(rules.map(\.component)))
    let links = AppleLinks(details: [entry], substitutionVariables: variables)
    self.init(AppleAppSiteAssociation(applinks: links), domain: "host.example")
  }

  /// The decision on a path, query and fragment on the host.
  func decision(on path: ExactString) -> LinkDecision {
    answer(ExactString("https://host.example" + path.string)).decision("x")
  }
}
