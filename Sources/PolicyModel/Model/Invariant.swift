package import PolicyText

/// A property of all selected clients or links.
package struct Invariant: Sendable {
  /// What an invariant selects and requires.
  package enum Subject: Sendable {
    case clients(ClientInvariant)
    case links(LinkInvariant)
  }

  package let name: LocatedText?
  /// nil if the selector is missing or invalid.
  package let subject: Subject?
  package let node: NodeID

  init?(_ fields: Fields<InvariantKey>) {
    guard let node = fields.node else { return nil }
    name = fields.text(.name)
    if let selector: Fields<ClientSelectorKey> = fields.mapping(.clients) {
      subject = .clients(ClientInvariant(selector, fields))
    } else if let selector: Fields<LinkSelectorKey> = fields.mapping(.links) {
      subject = .links(LinkInvariant(selector, fields))
    } else {
      subject = nil
    }
    self.node = node
  }

  /// The references to apps, in order.
  package var apps: [LocatedText] {
    guard case .links(let links) = subject else { return [] }
    return [links.open, links.openOnly, links.neverOpenExcept].flatMap { $0 ?? [] }
  }
}

/// A selection of clients, and the requirements for each.
package struct ClientInvariant: Sendable {
  package let keys: TextPatterns?
  package let providers: TextPatterns?
  package let types: TextPatterns?
  package let environments: TextPatterns?

  package let schemes: TextPatterns?
  package let hosts: TextPatterns?
  package let paths: TextPatterns?
  /// The maximum number of redirect URIs per client and environment.
  package let maximumRedirectURIs: Located<Int>?
  package let pkce: TextPatterns?
  package let state: TextPatterns?
  package let tokenEndpointAuth: TextPatterns?
  package let grantTypes: TextPatterns?
  package let scopes: TextPatterns?
  package let responseTypes: TextPatterns?

  init(_ selector: Fields<ClientSelectorKey>, _ fields: Fields<InvariantKey>) {
    keys = selector.patterns(.key)
    providers = selector.patterns(.provider)
    types = selector.patterns(.type)
    environments = selector.patterns(.environment)
    let uris: Fields<RedirectURIConditionKey>? = fields.mapping(.redirectURIs)
    schemes = uris?.patterns(.scheme)
    hosts = uris?.patterns(.host)
    paths = uris?.patterns(.path)
    maximumRedirectURIs = fields.integer(.maxRedirectURIs)
    let required: Fields<ClientRequirementKey>? = fields.mapping(.require)
    pkce = required?.patterns(.pkce)
    state = required?.patterns(.state)
    tokenEndpointAuth = required?.patterns(.tokenEndpointAuth)
    let forbidden: Fields<ClientProhibitionKey>? = fields.mapping(.forbid)
    grantTypes = forbidden?.patterns(.grantTypes)
    scopes = forbidden?.patterns(.scopes)
    responseTypes = forbidden?.patterns(.responseTypes)
  }
}

/// A selection of links, and the apps that each must open.
package struct LinkInvariant: Sendable {
  package let hosts: TextPatterns?
  /// Path patterns in the form of link rules; nil for any path.
  package let paths: [LocatedText]?
  package let environments: TextPatterns?
  package let platforms: TextPatterns?

  package let open: [LocatedText]?
  package let openOnly: [LocatedText]?
  package let neverOpen: Located<Bool>?
  package let neverOpenExcept: [LocatedText]?

  init(_ selector: Fields<LinkSelectorKey>, _ fields: Fields<InvariantKey>) {
    hosts = selector.patterns(.host)
    paths = selector.oneOrMany(.path)
    environments = selector.patterns(.environment)
    platforms = selector.patterns(.platform)
    open = fields.texts(.open)
    openOnly = fields.texts(.openOnly)
    neverOpen = fields.boolean(.neverOpen)
    neverOpenExcept = fields.texts(.neverOpenExcept)
  }
}

/// Glob patterns of strings other than file paths: `*` matches any characters, `?` matches one.
package struct TextPatterns: Sendable {
  package let all: [LocatedText]

  package func matches(_ text: ExactString) -> Bool {
    let bytes = Array(text.utf8)
    return all.contains { Glob.matches(Array($0.value.utf8), bytes) }
  }

  /// The patterns with ASCII letters in lower case.
  package var lowercased: TextPatterns {
    TextPatterns(all: all.map { Located(ASCII.lowercased($0.value), $0.node) })
  }
}

extension TextPatterns? {
  /// True if a pattern matches, or the list is empty.
  package func allows(_ text: ExactString) -> Bool { self?.matches(text) ?? true }
}

extension Fields {
  fileprivate func patterns(_ key: Key) -> TextPatterns? {
    oneOrMany(key).map { TextPatterns(all: $0) }
  }
}
