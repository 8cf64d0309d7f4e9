import PolicyModel
import PolicyText

/// The settings that an authorization server has for a client, and how it compares redirect URIs, as far as
/// they differ from a policy. `ServerGuide` turns them into sentences.
struct ServerTraits: Sendable {
  /// Where a value of the policy goes.
  enum Place: Sendable {
    /// Into the client.
    case client
    /// Into something that is not of one client: a sentence about it.
    case elsewhere(ExactString)
  }

  /// What the server makes of `state`.
  enum State: Sendable {
    /// A request needs none.
    case unchecked
    /// Every request needs one of at least this many bytes.
    case always(minimum: Int)
  }

  /// Which ports of `http` loopback addresses are free.
  enum Loopback: Sendable {
    /// Every port is compared.
    case exact
    /// None is, of addresses with one of these hosts, of native clients and others.
    case anyPort(hosts: [ExactString])
  }

  /// What a request without `redirect_uri` gets.
  enum Omission: Sendable {
    case refused
    /// The only address, where there is only one; not for requests with the scope `openid`.
    case onlyOne
  }

  /// What a refresh token needs besides the grant type.
  enum RefreshTokens: Sendable {
    /// Nothing, or the server does not say.
    case granted
    /// A request with one of these scopes.
    case scope([ExactString])
    /// Nothing, but without this scope the token ends with the user's session.
    case session(ExactString)
    /// Nothing, not even the grant type.
    case always
  }

  var product: ExactString
  /// The versions that the export is for and was checked against, in sentences.
  var versions: ExactString
  /// Steps from the files to the server, each a sentence with its command.
  var steps: [(text: ExactString, command: ExactString?)]
  /// True for what holds for each client, whatever the policy says.
  var always: [ExactString] = []
  /// nil where the server does not say.
  var state: State?
  var pkce = Place.client
  /// nil where the server does not say.
  var loopback: Loopback?
  /// nil where the server does not say, or is told.
  var omission: Omission?
  var scopes = Place.client
  var origins = Place.client
  var postLogout = Place.client
  var refreshTokens = RefreshTokens.granted
  /// False where a client with a secret may send it in both ways.
  var knowsAuthenticationMethod = true
  /// How response types are registered.
  var responseTypes = ResponseTypes.exact
  /// The grant types that the server can be told; nil for all.
  var grantTypes: [GrantType]?
  /// Differences of a client that no other server has.
  var others: @Sendable (ServerClient) -> [[PageText]] = { _ in [] }

  /// How response types are registered.
  enum ResponseTypes: Sendable {
    /// As they are sent.
    case exact
    /// The parts of all of them, which may then be combined in other ways.
    case parts
  }
}
