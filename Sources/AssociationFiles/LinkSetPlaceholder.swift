package import PolicyText

/// A set of links of one host. Nothing is decided until the algebra of link rules is merged.
package struct LinkSet: Sendable {
  package static let empty = LinkSet()
  package static let everything = LinkSet()
  init() {}
  package init(opening app: ExactString, in file: AppleAppSiteAssociation) {}
  package init(opening app: ExactString, in links: AssetLinks) {}
  package init(_ components: [AppleLinkComponent], variables: LinkVariables) {}
  package init(_ rules: [DynamicRule]) {}
  package init(
    path pattern: ExactString, variables: LinkVariables = LinkVariables(), isAndroid: Bool
  ) {}
  package func union(_ other: LinkSet) -> LinkSet { self }
  package func intersection(_ other: LinkSet) -> LinkSet { self }
  package func subtracting(_ other: LinkSet) -> LinkSet { self }
  package func example(host: ExactString) -> Example { .undecided }
  package enum Example: Sendable, Equatable {
    case none
    case link(ExactString)
    case undecided
  }
}
