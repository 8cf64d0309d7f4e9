package import PolicyText

/// A set of links of one host: what ordered lists of rules open, and combinations of such sets.
///
/// Links are URLs without a user and port. A set that compares links both as written and decoded leaves out escapes that
/// are not UTF-8. One with Android rules and iOS rules that compare as written leaves out escapes that no rule names, and
/// final and repeated slashes.
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
    /// - Parameter opens: for each list, whether it opens the link; those of the form are removed.
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

  /// No link.
  package static let empty = LinkSet(.list([]))
  /// Every link.
  package static let everything = LinkSet(.list([LinkListRule()]))

  /// The links that an ordered list of iOS rules opens.
  ///
  /// - Parameter components: with the defaults merged in.
  package init(_ components: [AppleLinkComponent], variables: LinkVariables) {
    self.init(.list(components.map { LinkListRule(AppleRule($0, variables: variables)) }))
  }

  /// The links that an ordered list of dynamic rules opens on Android 15 and later.
  package init(_ rules: [DynamicRule]) {
    self.init(.list(rules.map { LinkListRule(AndroidRule($0)) }))
  }

  /// The links that open an app on iOS by the file of their host; empty for an app that the file doesn't name.
  package init(opening app: ExactString, in file: AppleAppSiteAssociation) {
    let links = file.applinks ?? AppleLinks(details: [])
    let variables = LinkVariables(links.substitutionVariables)
    let entries = links.details.filter { $0.appIDs.contains(app) }
    self.init(entries.flatMap(links.components), variables: variables)
  }

  /// The links that open an app on Android 15 and later by the file of their host, if its manifest has the host.
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
    /// No link is in the set.
    case none
    /// The shortest link of the set.
    case link(ExactString)
    /// Not decided within the limit of work.
    case undecided
  }

  /// The shortest link of the set, proved.
  ///
  /// - Parameter work: the limit, in places of automata that are visited.
  package func example(host: ExactString, work: Int? = nil) -> Example {
    var search = LinkSearch(form.lists, work: work ?? LinkSearch.maximumWork)
    return search.example(form, host)
  }

  /// How two lists of rules differ.
  package struct Differences: Sendable {
    /// Links that only one list opens, shortest first: one for each pair of rules that decide differently.
    package var links: [ExactString]
    /// False if the limit of work was reached; there may be more then.
    package var isComplete: Bool
  }

  /// How another set of links differs, both of one app.
  package func differences(_ other: LinkSet, host: ExactString) -> Differences {
    var search = LinkSearch(form.lists + other.form.lists)
    return search.differences(host)
  }
}

/// The rules of several apps for one host, whose links may be the same.
package struct LinkClaims {
  private var search: LinkSearch

  /// - Parameter lists: sets of links that ordered lists of rules open.
  package init(_ lists: [LinkSet]) { search = LinkSearch(lists.flatMap(\.form.lists)) }

  /// The rule of some lists that opens a link first, if they open every link that a rule of another list matches; nil
  /// if they don't, if the rule matches no link, or past the limit of work for all questions.
  package mutating func claim(
    on rule: Int, of list: Int, by others: [Int]
  ) -> (list: Int, rule: Int)? {
    search.claim(on: rule, of: list, by: others)
  }
}
