import PolicyText

/// The keys of an invariant: a selector and the requirements.
enum InvariantKey: String, MappingKey {
  case name
  case clients
  case redirectURIs = "redirect_uris"
  case maxRedirectURIs = "max_redirect_uris"
  case require
  case forbid
  case links
  case open
  case openOnly = "open_only"
  case neverOpen = "never_open"
  case neverOpenExcept = "never_open_except"

  static let mapping = MappingShape(
    "invariant", "Property that all selected clients or links must have", InvariantKey.self,
    selectors: [.clients, .links],
    needsOneOf: [
      [.clients, .links],
      [
        .redirectURIs, .maxRedirectURIs, .require, .forbid, .open, .openOnly, .neverOpen,
        .neverOpenExcept,
      ],
    ])

  var shape: KeyShape {
    switch self {
    case .name: KeyShape(.prose, "What must be true", presence: .required)
    case .clients:
      KeyShape(
        .mapping(ClientSelectorKey.mapping), "Clients that the invariant is about; `{}` selects all"
      ).only(with: self)
    case .redirectURIs:
      KeyShape(
        .mapping(RedirectURIConditionKey.mapping),
        "What every redirect URI of the selected clients must match"
      ).only(with: Self.clients)
    case .maxRedirectURIs:
      KeyShape(
        .integer(0...10_000),
        "Maximum number of redirect URIs that a selected client has in an environment"
      ).only(with: Self.clients)
    case .require:
      KeyShape(
        .mapping(ClientRequirementKey.mapping), "Settings that every selected client must have"
      ).only(with: Self.clients)
    case .forbid:
      KeyShape(
        .mapping(ClientProhibitionKey.mapping), "Values that no selected client may have"
      ).only(with: Self.clients)
    case .links:
      KeyShape(
        .mapping(LinkSelectorKey.mapping), "Links that the invariant is about; `{}` selects all"
      ).only(with: self)
    case .open:
      KeyShape(.list(.appReference), "Each selected link opens every one of these apps")
        .only(with: Self.links)
    case .openOnly:
      KeyShape(
        .list(.appReference), "Each selected link opens one of these apps, and no other app"
      ).only(with: Self.links)
    case .neverOpen:
      KeyShape(.boolean, "No selected link opens an app").only(with: Self.links)
    case .neverOpenExcept:
      KeyShape(.list(.appReference), "No selected link opens an app other than these")
        .only(with: Self.links)
    }
  }
}

/// The keys that select clients. A client must match all of them.
enum ClientSelectorKey: String, MappingKey {
  case key
  case provider
  case type
  case environment

  static let mapping = MappingShape(
    "client selector", "Clients that match every key", ClientSelectorKey.self)

  var shape: KeyShape {
    switch self {
    case .key:
      KeyShape(.globs(role: .client), "Keys under `clients`; `*` matches any characters")
    case .provider: KeyShape(.globs(of: ClientProvider.self), "Providers")
    case .type: KeyShape(.globs(of: ClientType.self), "Types")
    case .environment: KeyShape(.globs(of: Environment.self), "Environments")
    }
  }
}

/// The keys that select links. A link must match all of them.
enum LinkSelectorKey: String, MappingKey {
  case host
  case path
  case environment
  case platform

  static let mapping = MappingShape(
    "link selector", "Links that match every key", LinkSelectorKey.self)

  var shape: KeyShape {
    switch self {
    case .host:
      KeyShape(.globs(role: .host), "Hosts under `domains`; `*` matches any characters")
    case .path:
      KeyShape(
        .oneOrMany(.string(StringShape(example: "/orders/*"))),
        "Path patterns, as in link rules: `*` matches any characters, `?` matches one")
    case .environment: KeyShape(.globs(of: Environment.self), "Environments")
    case .platform: KeyShape(.globs(of: Platform.self), "Platforms of the apps")
    }
  }
}

/// The parts of redirect URIs that must match.
enum RedirectURIConditionKey: String, MappingKey {
  case scheme
  case host
  case path

  static let mapping = MappingShape(
    "redirect URI condition", "Parts of a redirect URI, which must all match",
    RedirectURIConditionKey.self, needsOneOf: [[.scheme, .host, .path]])

  var shape: KeyShape {
    switch self {
    case .scheme: KeyShape(.globs(example: "https"), "Schemes")
    case .host: KeyShape(.globs(example: "*.acme.example"), "Hosts, without ports")
    case .path: KeyShape(.globs(example: "/oauth/*"), "Paths")
    }
  }
}

/// The settings that an invariant can require.
enum ClientRequirementKey: String, MappingKey {
  case pkce
  case state
  case tokenEndpointAuth = "token_endpoint_auth"

  static let mapping = MappingShape(
    "client requirement", "Settings of a client, defaults included", ClientRequirementKey.self,
    needsOneOf: [[.pkce, .state, .tokenEndpointAuth]])

  var shape: KeyShape {
    switch self {
    case .pkce: KeyShape(.globs(of: Requirement.self), "Whether requests need a code challenge")
    case .state: KeyShape(.globs(of: Requirement.self), "Whether requests need `state`")
    case .tokenEndpointAuth:
      KeyShape(
        .globs(of: TokenEndpointAuthentication.self),
        "How the client authenticates at the token endpoint")
    }
  }
}

/// The values that an invariant can forbid.
enum ClientProhibitionKey: String, MappingKey {
  case grantTypes = "grant_types"
  case scopes
  case responseTypes = "response_types"

  static let mapping = MappingShape(
    "client prohibition", "Values of a client, defaults included", ClientProhibitionKey.self,
    needsOneOf: [[.grantTypes, .scopes, .responseTypes]])

  var shape: KeyShape {
    switch self {
    case .grantTypes: KeyShape(.globs(example: "password"), "Grant types")
    case .scopes: KeyShape(.globs(role: .scope), "Scopes")
    case .responseTypes:
      KeyShape(
        .globs(example: "token"),
        "Response types; `token` also matches `code token`, which contains it")
    }
  }
}

extension KeyShape {
  /// The same key, allowed only if its mapping has a selector.
  fileprivate func only(with selector: InvariantKey) -> KeyShape {
    var key = self
    key.only = [selector.rawValue]
    return key
  }
}

extension Shape {
  /// A glob pattern, or a list of them of which one must match.
  fileprivate static func globs(example: String? = nil, role: StringShape.Role? = nil) -> Shape {
    .oneOrMany(.string(StringShape(example: example, role: role)))
  }

  /// The same for an enumeration: a pattern without wildcards must be one of its values.
  fileprivate static func globs<Value: DocumentedEnumeration>(of values: Value.Type) -> Shape {
    .oneOrMany(.string(StringShape(values: enumeration(of: values).enumerationValues)))
  }
}
