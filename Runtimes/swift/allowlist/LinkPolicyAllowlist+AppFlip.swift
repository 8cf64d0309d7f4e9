extension LinkPolicyAllowlist {
  /// The decision about an App Flip request on iOS.
  public enum AppFlipDecision: Sendable, Equatable {
    /// Ask the user, then open `successURL(code:)` or `errorURL(_:)` as a universal link.
    case allow(Request)
    /// Open `target` as a universal link. Google's app continues without this app.
    case returnError(target: String, error: String, reason: Reason)
    /// Open nothing: the request has no registered redirect URI (RFC 6749 section 4.1.2.1).
    case notHandled(reason: Reason)
    /// Not the App Flip link. Handle it as any other link.
    case ignore(reason: Reason)

    /// Why the request was decided as it was.
    public var reason: Reason {
      switch self {
      case .allow(let request): request.reason
      case .returnError(_, _, let reason), .notHandled(let reason), .ignore(let reason): reason
      }
    }
  }

  /// An Android app that sends App Flip intents.
  public struct Caller: Sendable {
    /// The package name.
    public let package: String
    /// SHA-256 of the current signing certificates in hex, with or without colons.
    public let certificates: [String]

    /// A calling app.
    public init(package: String, certificates: [String]) {
      self.package = package
      self.certificates = certificates
    }
  }

  /// The extras of an App Flip intent.
  public struct AppFlipExtras: Sendable {
    /// `CLIENT_ID`.
    public let clientID: String?
    /// `REDIRECT_URI`.
    public let redirectURI: String?
    /// `SCOPE`: the elements of the array, or the string split at spaces.
    public let scopes: [String]

    /// Extras.
    public init(clientID: String?, redirectURI: String?, scopes: [String] = []) {
      self.clientID = clientID
      self.redirectURI = redirectURI
      self.scopes = scopes
    }
  }

  /// The decision about an App Flip intent on Android.
  public enum AppFlipResult: Sendable, Equatable {
    /// Ask the user, then finish with `RESULT_OK` and `AUTHORIZATION_CODE`.
    case allow(Request)
    /// Finish with result code -2 and the extras `ERROR_TYPE`, `ERROR_CODE`, and `ERROR_DESCRIPTION`.
    case error(type: Int, code: Int, description: String, reason: Reason)
    /// Finish with `RESULT_CANCELED` and no data: the calling app isn't registered.
    case cancelled(reason: Reason)
    /// No client has this action.
    case ignore(reason: Reason)

    /// Why the intent was decided as it was.
    public var reason: Reason {
      switch self {
      case .allow(let request): request.reason
      case .error(_, _, _, let reason), .cancelled(let reason), .ignore(let reason): reason
      }
    }
  }
}

extension LinkPolicyAllowlist.Allowlist {
  /// Decides an App Flip request on iOS.
  ///
  /// - Parameters:
  ///   - url: the universal link that opened the app (`NSUserActivity.webpageURL`, as a string).
  ///   - errorDescription: the `error_description` for a reason; nil for none.
  public func decideAppFlip(
    url: String,
    errorDescription: (LinkPolicyAllowlist.Reason) -> String? = { _ in nil }
  ) -> LinkPolicyAllowlist.AppFlipDecision {
    let mark = url.utf8.firstIndex(of: UInt8(ascii: "?"))
    let link = String(url[..<(mark ?? url.endIndex)])
    let candidates = entries.filter { client in
      client.universalLink.map { LinkPolicyAllowlist.isSame($0, link) } ?? false
    }
    guard !candidates.isEmpty else { return .ignore(reason: .linkNotConfigured) }
    let query = mark.map { url[$0...].utf8.dropFirst() } ?? url[url.endIndex...].utf8
    let parameters: LinkPolicyAllowlist.Parameters
    do throws(LinkPolicyAllowlist.Parameters.Unreadable) {
      parameters = try .init(Array(query), plusIsSpace: false)
    } catch {
      return .notHandled(reason: error.reason)
    }
    guard let requested = parameters[.redirectURI] else {
      return .notHandled(reason: .redirectURIMissing)
    }
    let client = parameters[.clientID].flatMap { id in
      candidates.first { LinkPolicyAllowlist.isSame($0.id, id) }
    }
    let owners = client.map { [$0] } ?? candidates
    guard let (owner, match) = Self.owner(of: requested, among: owners) else {
      return .notHandled(reason: Self.mismatch(of: requested, with: owners))
    }
    let state = parameters[.state]
    func refused(_ reason: LinkPolicyAllowlist.Reason) -> LinkPolicyAllowlist.AppFlipDecision {
      .returnError(
        target: LinkPolicyAllowlist.errorURL(
          redirectURI: match.uri, error: "invalid_request", state: state, issuer: owner.issuer,
          description: errorDescription(reason)),
        error: "invalid_request", reason: reason)
    }
    guard state != nil || !(client?.requiresState ?? true) else { return refused(.stateMissing) }
    guard parameters[.clientID] != nil else { return refused(.clientIDMissing) }
    guard let client else { return refused(.clientUnknown) }
    guard client.hasGrantType("authorization_code") else { return refused(.grantTypeNotAllowed) }
    guard let scopes = client.scopes(of: parameters[.scope]) else {
      return refused(.scopeNotAllowed)
    }
    if let problem = client.problem(
      codeChallenge: parameters[.codeChallenge], method: parameters[.codeChallengeMethod])
    {
      return refused(problem)
    }
    return .allow(
      .init(
        client, match, scopes: scopes, parameters: parameters, requested: requested,
        issuer: client.issuer))
  }

  /// Decides an App Flip intent on Android.
  ///
  /// - Parameter action: the action of the intent; nil if the app has only one App Flip action.
  public func decideAppFlip(
    caller: LinkPolicyAllowlist.Caller, extras: LinkPolicyAllowlist.AppFlipExtras,
    action: String? = nil
  ) -> LinkPolicyAllowlist.AppFlipResult {
    let candidates = entries.filter { client in
      guard let own = client.intentAction else { return false }
      return action.map { LinkPolicyAllowlist.isSame($0, own) } ?? true
    }
    guard !candidates.isEmpty else { return .ignore(reason: .linkNotConfigured) }
    func invalid(
      _ what: String, _ reason: LinkPolicyAllowlist.Reason
    ) -> LinkPolicyAllowlist.AppFlipResult {
      .error(type: 3, code: 1, description: "Invalid \(what)", reason: reason)
    }
    let client = extras.clientID.flatMap { id in
      candidates.first { LinkPolicyAllowlist.isSame($0.id, id) }
    }
    let owners = client.map { [$0] } ?? candidates
    guard owners.contains(where: { $0.accepts(caller) }) else {
      return .cancelled(reason: .callerUnknown)
    }
    guard let requested = extras.redirectURI, !requested.isEmpty else {
      return invalid("redirect URI", .redirectURIMissing)
    }
    guard let (_, match) = Self.owner(of: requested, among: owners) else {
      return invalid("redirect URI", Self.mismatch(of: requested, with: owners))
    }
    guard let client else {
      let isMissing = extras.clientID?.isEmpty ?? true
      return invalid("client", isMissing ? .clientIDMissing : .clientUnknown)
    }
    guard client.hasGrantType("authorization_code") else {
      return invalid("request", .grantTypeNotAllowed)
    }
    guard extras.scopes.allSatisfy(client.hasScope) else {
      return invalid("scope", .scopeNotAllowed)
    }
    // An intent has no code challenge.
    if let problem = client.problem(codeChallenge: nil, method: nil) {
      return invalid("request", problem)
    }
    return .allow(
      .init(
        client, match, scopes: extras.scopes, parameters: .init(), requested: requested,
        issuer: nil))
  }

  /// The first client that has the redirect URI for App Flip, and its match.
  private static func owner(
    of requested: String, among clients: [LinkPolicyAllowlist.Client]
  ) -> (client: LinkPolicyAllowlist.Client, match: LinkPolicyAllowlist.RedirectURIMatch)? {
    for client in clients where !isBrowserOnly(requested, of: client) {
      if let match = client.match(requested) { return (client, match) }
    }
    return nil
  }

  /// Why no client has the redirect URI for App Flip.
  private static func mismatch(
    of requested: String, with clients: [LinkPolicyAllowlist.Client]
  ) -> LinkPolicyAllowlist.Reason {
    clients.contains { isBrowserOnly(requested, of: $0) }
      ? .redirectURIBrowserOnly : .redirectURINotRegistered
  }

  private static func isBrowserOnly(
    _ requested: String, of client: LinkPolicyAllowlist.Client
  ) -> Bool {
    client.browserRedirectURIs.contains { LinkPolicyAllowlist.isSame($0, requested) }
  }
}

extension LinkPolicyAllowlist.AppFlipDecision: CustomStringConvertible,
  CustomDebugStringConvertible, CustomReflectable
{
  /// The decision without secret values; `target` has the state.
  public var description: String {
    switch self {
    case .allow(let request): "allow(\(request))"
    case .returnError(_, let error, let reason):
      "returnError(target: [redacted], error: \(error), reason: \(reason))"
    case .notHandled(let reason): "notHandled(reason: \(reason))"
    case .ignore(let reason): "ignore(reason: \(reason))"
    }
  }
  /// The decision without secret values.
  public var debugDescription: String { description }
  /// The reason.
  public var customMirror: Mirror { Mirror(self, children: ["reason": reason]) }
}
