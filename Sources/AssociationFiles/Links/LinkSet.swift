package import PolicyText

/// A set of links of one host: those that ordered lists of rules open, and combinations of such
/// sets.
///
/// Links are URLs without a user and port. A set that compares links both as written and decoded
/// excludes escapes that aren't UTF-8. One with Android rules and iOS rules that compare as written
/// excludes escapes that no rule names, and trailing and repeated slashes.
package struct LinkSet: Sendable {
  indirect enum Form: Sendable {
    case list([LinkListRule])
    case union(Form, Form)
    case intersection(Form, Form)
    case complement(Form)

    /// The lists in their order.
    var lists: [[LinkListRule]] {
      switch self {
      case .list(let rules): [rules]
      case .union(let one, let other), .intersection(let one, let other): one.lists + other.lists
      case .complement(let other): other.lists
      }
    }

    /// Whether a link is in the set.
    ///
    /// - Parameter opens: for each list, whether it opens the link; removes those of this form.
    func contains(_ opens: inout ArraySlice<Bool>) -> Bool {
      switch self {
      case .list: return opens.popFirst() ?? false
      case .union(let one, let other):
        let isInOne = one.contains(&opens)
        return other.contains(&opens) || isInOne
      case .intersection(let one, let other):
        let isInOne = one.contains(&opens)
        return other.contains(&opens) && isInOne
      case .complement(let other): return !other.contains(&opens)
      }
    }
  }

  let form: Form

  private init(_ form: Form) { self.form = form }

  /// The empty set.
  package static let empty = LinkSet(.list([]))
  /// The set of all links.
  package static let everything = LinkSet(.list([LinkListRule()]))

  /// The links that an ordered list of iOS rules opens.
  ///
  /// - Parameter components: the rules, with the defaults merged.
  package init(_ components: [AppleLinkComponent], variables: LinkVariables) {
    self.init(.list(components.map { LinkListRule(AppleRule($0, variables: variables)) }))
  }

  /// The links that an ordered list of dynamic rules opens on Android 15 and later.
  package init(_ rules: [DynamicRule]) {
    self.init(.list(rules.map { LinkListRule(AndroidRule($0)) }))
  }

  /// The links that open an app on iOS with the host's file; empty for an app that isn't in the
  /// file.
  package init(opening app: ExactString, in file: AppleAppSiteAssociation) {
    let links = file.applinks ?? AppleLinks(details: [])
    let variables = LinkVariables(links.substitutionVariables)
    let entries = links.details.filter { $0.appIDs.contains(app) }
    self.init(entries.flatMap(links.components), variables: variables)
  }

  /// The links that open an app on Android 15 and later with the host's file, if the app's manifest
  /// has the host.
  package init(opening app: ExactString, in links: AssetLinks) {
    guard let statement = links.effectiveStatement(of: app) else {
      self = .empty
      return
    }
    let rules = statement.dynamicRules ?? DynamicRules([])
    self = rules.rules.isEmpty || !rules.faults.isEmpty ? .everything : LinkSet(rules.rules)
  }

  /// The links with a path that a pattern of the policy language matches, as the platform compares it.
  package init(
    path pattern: ExactString, variables: LinkVariables = LinkVariables(), isAndroid: Bool
  ) {
    var component = LinkRule(path: pattern).component
    if isAndroid {
      component.path = component.path.map(LinkText.decoded)
      component.percentEncoded = false
    }
    self.init([component], variables: variables)
  }

  package func union(_ other: LinkSet) -> LinkSet { LinkSet(.union(form, other.form)) }

  package func intersection(_ other: LinkSet) -> LinkSet {
    LinkSet(.intersection(form, other.form))
  }

  package func subtracting(_ other: LinkSet) -> LinkSet { intersection(other.complement) }

  package var complement: LinkSet { LinkSet(.complement(form)) }

  /// The result of a search for a link.
  package enum Example: Sendable, Equatable {
    /// The set is empty.
    case none
    /// The shortest link of the set.
    case link(ExactString)
    /// Not decided within the limit of work.
    case undecided
  }

  /// The shortest link of the set, with proof.
  ///
  /// - Parameter work: the maximum number of visited steps.
  package func example(host: ExactString, work: Int? = nil) -> Example {
    var search = LinkSearch(form.lists, work: work ?? LinkSearch.maximumWork)
    return search.example(form, host)
  }

  /// The differences of two lists of rules.
  package struct Differences: Sendable {
    /// Links that only one list opens, shortest first: one for each pair of rules with different
    /// results.
    package var links: [ExactString]
    /// False if the limit of work was reached, so there may be more.
    package var isComplete: Bool
  }

  /// The differences to another set of links for the same app.
  package func differences(_ other: LinkSet, host: ExactString) -> Differences {
    var search = LinkSearch(form.lists + other.form.lists)
    return search.differences(host)
  }
}

/// The rules of several apps for one host, which may match the same links.
package struct LinkClaims {
  private var search: LinkSearch

  /// - Parameter lists: sets of links that ordered lists of rules open.
  package init(_ lists: [LinkSet]) { search = LinkSearch(lists.flatMap(\.form.lists)) }

  /// The rule of other lists that opens the first link, if they open every link that a rule
  /// matches. Nil if they don't, if the rule doesn't match any link, or if the limit of work for
  /// all searches is reached.
  package mutating func claim(
    on rule: Int, of list: Int, by others: [Int]
  ) -> (list: Int, rule: Int)? {
    search.claim(on: rule, of: list, by: others)
  }
}
