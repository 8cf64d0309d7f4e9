package import PolicyText

/// An `assetlinks.json`: its valid statements, and the problems of the others.
package struct AssetLinks: Sendable {
  /// In the order of the file.
  package var statements: [AssetStatement]
  /// Other lists that the file includes, in its order.
  package var includes: [AssetInclude]
  /// Ignored statements, and files that are not a list.
  package var problems: [AssetLinksProblem]

  package init(
    _ statements: [AssetStatement] = [], includes: [AssetInclude] = [],
    problems: [AssetLinksProblem] = []
  ) {
    self.statements = statements
    self.includes = includes
    self.problems = problems
  }

  /// App Links: the app may open every URL of the site.
  package static let handleAllURLs: ExactString = "delegate_permission/common.handle_all_urls"
  /// Lets a site ask whether a web app is installed; `site` is the URL of its manifest. Chromium reads it.
  package static let queryWebAPK: ExactString = "delegate_permission/common.query_webapk"
  /// Passwords and passkeys are shared.
  package static let getLoginCredentials: ExactString =
    "delegate_permission/common.get_login_creds"

  /// True for `kind/detail` of `a-z 0-9 _ .`.
  package static func isRelation(_ text: ExactString) -> Bool {
    AssetStatementReading.problem(ofRelation: text) == nil
  }
}

/// One statement: the site has these relations to the target.
package struct AssetStatement: Sendable, Equatable {
  /// `kind/detail` each.
  package var relations: [ExactString]
  /// Whom the statement is about.
  package var target: AssetTarget
  /// `dynamic_app_link_components` of `handle_all_urls`; nil when the statement has none.
  package var dynamicRules: DynamicRules?
  /// Its place in the list, from 0.
  package var index = 0
  /// The statement in the file.
  package var node: NodeID?

  package init(
    relations: [ExactString], target: AssetTarget, dynamicRules: DynamicRules? = nil
  ) {
    self.relations = relations
    self.target = target
    self.dynamicRules = dynamicRules
  }
}

/// Whom a statement is about.
package enum AssetTarget: Sendable, Equatable {
  /// An app with any of these signing certificates.
  case androidApp(package: ExactString, fingerprints: [Fingerprint])
  /// A site, `https://host[:port]`.
  case web(site: ExactString)
}

/// An entry that stands for another list.
package struct AssetInclude: Sendable, Equatable {
  /// Where the list is.
  package var url: ExactString
  /// The entry in the file.
  package var node: NodeID?

  package init(_ url: ExactString, node: NodeID? = nil) {
    self.url = url
    self.node = node
  }
}

/// The rules of a statement for Android 15 and later.
package struct DynamicRules: Sendable, Equatable {
  /// Tried in order, the first that matches decides; with an empty list the manifest decides.
  package var rules: [DynamicRule]
  /// Fields that are malformed or empty: with one of them Android discards all of the rules.
  package var faults: [NodeID] = []
  /// The list in the file.
  package var node: NodeID?

  package init(_ rules: [DynamicRule]) { self.rules = rules }
}

/// A dynamic rule. Patterns know `*` and `?`, no variables, and are compared with decoded text.
package struct DynamicRule: Sendable, Equatable {
  /// `/`.
  package var path: ExactString?
  /// `?`, an object; a string there is passed over.
  package var query: [LinkQueryItem]
  /// `#`.
  package var fragment: ExactString?
  /// A match keeps the app closed.
  package var exclude: Bool
  /// For readers; the key is `comments`.
  package var comments: ExactString?
  /// The rule in the file.
  package var node: NodeID?

  package init(
    path: ExactString? = nil, query: [LinkQueryItem] = [], fragment: ExactString? = nil,
    exclude: Bool = false, comments: ExactString? = nil
  ) {
    self.path = path
    self.query = query
    self.fragment = fragment
    self.exclude = exclude
    self.comments = comments
  }
}
