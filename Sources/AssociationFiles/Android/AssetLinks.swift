package import PolicyText

/// An `assetlinks.json`: its valid statements, and the problems of the others.
package struct AssetLinks: Sendable {
  /// In the order of the file.
  package var statements: [AssetStatement]
  /// Included lists, in the order of the file.
  package var includes: [AssetInclude]
  /// Ignored statements, or why the file isn't a list.
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
  /// Allows a site to query whether a web app is installed; `site` is the URL of its manifest. Used
  /// by Chromium.
  package static let queryWebAPK: ExactString = "delegate_permission/common.query_webapk"
  /// Passwords and passkeys are shared with the target.
  package static let getLoginCredentials: ExactString =
    "delegate_permission/common.get_login_creds"

  /// True for `kind/detail` of `a-z 0-9 _ .`.
  package static func isRelation(_ text: ExactString) -> Bool {
    AssetStatementReading.problem(ofRelation: text) == nil
  }
}

/// One statement: the site has these relations to the target.
package struct AssetStatement: Sendable, Equatable {
  /// Each has the form `kind/detail`.
  package var relations: [ExactString]
  /// The target of the statement.
  package var target: AssetTarget
  /// `dynamic_app_link_components` of `handle_all_urls`; nil if the statement has none.
  package var dynamicRules: DynamicRules?
  /// The index in the list.
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

/// The target of a statement.
package enum AssetTarget: Sendable, Equatable {
  /// An app with any of these signing certificates.
  case androidApp(package: ExactString, fingerprints: [Fingerprint])
  /// A site, `https://host[:port]`.
  case web(site: ExactString)
}

/// An entry that includes another list.
package struct AssetInclude: Sendable, Equatable {
  /// The URL of the list.
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
  /// The first rule that matches decides; if the list is empty, the manifest decides.
  package var rules: [DynamicRule]
  /// Malformed or empty fields. If there are any, Android discards all rules.
  package var faults: [NodeID] = []
  /// The list in the file.
  package var node: NodeID?

  package init(_ rules: [DynamicRule]) { self.rules = rules }
}

/// A dynamic rule. Patterns have `*` and `?` but no variables, and are compared with decoded text.
package struct DynamicRule: Sendable, Equatable {
  /// `/`.
  package var path: ExactString?
  /// `?`, an object; a string is ignored.
  package var query: [LinkQueryItem]
  /// `#`.
  package var fragment: ExactString?
  /// Whether a match keeps the app closed.
  package var exclude: Bool
  /// The comment in the key `comments`.
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
