/// A second implementation of authorization and App Flip, written only from the normative
/// description.
///
/// It shares no code with the program. If two implementations agree on tens of thousands of
/// requests, they are unlikely to have the same bug.
struct ReferenceEngine {
  /// The result of a request; `result` is used only on Android.
  struct Verdict: Equatable {
    var decision: String
    var channel: String
    var target: String?
    var error: String?
    var resultCode: Int?
    /// `AUTHORIZATION_CODE`, or `ERROR_TYPE/ERROR_CODE`.
    var extras: String?
    /// The reason. For an unregistered redirect URI it is always `redirect-uri`, because hints
    /// aren't part of the algorithm.
    var reason: String
  }

  typealias Client = ReferencePolicy.Client

  let policy: ReferencePolicy

  private func same(_ a: String, _ b: String) -> Bool { ReferenceReader.same(a, b) }

  private func clients(_ environment: String) -> [Client] {
    policy.clients.filter { $0.clientID[environment] != nil }
  }

  private func other(_ environment: String) -> String {
    environment == "prod" ? "sandbox" : "prod"
  }

  // MARK: authorize

  func authorize(query: String, environment: String, outcome: String, code: String) -> Verdict {
    func local(_ error: String, _ reason: String) -> Verdict {
      Verdict(decision: "deny", channel: "local_error", error: error, reason: reason)
    }
    let request: [String: String]
    do {
      request = try ReferenceReader.read(query, plusIsSpace: true)
    } catch ReferenceReader.Refusal.duplicate {
      return local("invalid_request", "duplicate-parameter")
    } catch {
      return local("invalid_request", "malformed-request")
    }
    guard let id = request["client_id"] else {
      return local("invalid_request", "client-id-missing")
    }
    guard let client = named(id, environment) else {
      return local(
        "invalid_client",
        named(id, other(environment)) == nil ? "client-unknown" : "client-other-environment")
    }
    let list = client.redirectURIs[environment] ?? []
    let redirectURI: String
    var isLoopback = false
    if let asked = request["redirect_uri"] {
      if list.contains(where: { same($0, asked) }) {
        redirectURI = asked
      } else if client.isNative, list.contains(where: { loopback($0, asked) }) {
        redirectURI = asked
        isLoopback = true
      } else {
        return local("invalid_request", "redirect-uri")
      }
    } else if client.mayOmitRedirectURI, list.count == 1 {
      redirectURI = list[0]
    } else {
      return local("invalid_request", "redirect-uri-missing")
    }
    func back(_ error: String?, _ reason: String) -> Verdict {
      Verdict(
        decision: error == nil ? "allow" : "deny", channel: "redirect",
        target: target(
          redirectURI,
          [
            error == nil ? ("code", code) : ("error", error ?? ""),
            ("state", request["state"] ?? ""), ("iss", client.issuer[environment] ?? ""),
          ]),
        error: error, reason: reason)
    }
    guard let type = request["response_type"] else {
      return back("invalid_request", "response-type-missing")
    }
    guard same(type, "code") else {
      return back("unsupported_response_type", "response-type-unsupported")
    }
    if client.isWithoutCodes { return back("unauthorized_client", "grant-type-not-allowed") }
    if client.needsState, request["state"] == nil {
      return back("invalid_request", "state-missing")
    }
    if let scope = request["scope"], !allowed(scope, client) {
      return back("invalid_scope", "scope-not-allowed")
    }
    if let problem = pkce(request, client) { return back("invalid_request", problem) }
    switch outcome {
    case "approve": return back(nil, isLoopback ? "loopback-port" : "allowed")
    case "deny": return back("access_denied", "user-denied")
    case "server_error": return back("server_error", "server-error")
    default: return back("temporarily_unavailable", "temporarily-unavailable")
    }
  }

  private func pkce(_ request: [String: String], _ client: Client) -> String? {
    guard let challenge = request["code_challenge"] else {
      if client.needsPKCE { return "pkce-missing" }
      return request["code_challenge_method"] == nil ? nil : "pkce-missing"
    }
    guard let method = request["code_challenge_method"], same(method, "S256") else {
      return "pkce-method"
    }
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    let bytes = Array(challenge.utf8)
    return bytes.count == 43 && bytes.allSatisfy { alphabet.contains($0) } ? nil : "pkce-challenge"
  }

  private func allowed(_ scope: String, _ client: Client) -> Bool {
    Array(scope.utf8).split(separator: 32, omittingEmptySubsequences: false).allSatisfy { element in
      client.scopes.contains { Array($0.utf8) == Array(element) }
    }
  }

  private func named(_ id: String, _ environment: String) -> Client? {
    clients(environment).first { same($0.clientID[environment] ?? "", id) }
  }

  /// Matches `http://127.0.0.1` or `http://[::1]`, a colon, a port, and the rest of the registered
  /// URI.
  private func loopback(_ registered: String, _ asked: String) -> Bool {
    for origin in ["http://127.0.0.1", "http://[::1]"] {
      let next = Array(registered.utf8.dropFirst(origin.utf8.count)).first
      guard registered.utf8.starts(with: origin.utf8), next == 47 || next == 63 else { continue }
      let rest = String(decoding: registered.utf8.dropFirst(origin.utf8.count), as: UTF8.self)
      // Compares with every possible port, which can't go wrong.
      let digits = asked.utf8.dropFirst(origin.utf8.count + 1).prefix { (48...57).contains($0) }
      guard digits.count <= 5, let port = Int(String(decoding: digits, as: UTF8.self)),
        (1...65535).contains(port)
      else { continue }
      if same(asked, "\(origin):\(port)\(rest)") { return true }
    }
    return false
  }

  private func target(_ redirectURI: String, _ parameters: [(String, String)]) -> String {
    var text = redirectURI
    for (name, value) in parameters where !value.isEmpty {
      let last = text.utf8.last
      let joint = text.utf8.contains(63) ? (last == 63 || last == 38 ? "" : "&") : "?"
      text += joint + name + "=" + escaped(value)
    }
    return text
  }

  private func escaped(_ value: String) -> String {
    let plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    return value.utf8.map { byte -> String in
      let character = String(Unicode.Scalar(byte))
      if byte < 128, plain.contains(character) { return character }
      let hex = String(byte, radix: 16, uppercase: true)
      return "%" + (hex.count == 1 ? "0" + hex : hex)
    }.joined()
  }

  // MARK: App Flip

  func appFlipIOS(url: String, environment: String, outcome: String, code: String) -> Verdict {
    let halves = Array(url.utf8).split(
      separator: 63, maxSplits: 1, omittingEmptySubsequences: false)
    let candidates = clients(environment).filter {
      $0.universalLink[environment].map { Array($0.utf8) == Array(halves[0]) } ?? false
    }
    guard !candidates.isEmpty else {
      return Verdict(decision: "ignore", channel: "none", reason: "link-not-configured")
    }
    func nothing(_ reason: String) -> Verdict {
      Verdict(decision: "deny", channel: "not_handled", reason: reason)
    }
    let request: [String: String]
    do {
      request = try ReferenceReader.read(
        halves.count == 2 ? String(decoding: halves[1], as: UTF8.self) : "", plusIsSpace: false)
    } catch ReferenceReader.Refusal.duplicate {
      return nothing("duplicate-parameter")
    } catch {
      return nothing("malformed-request")
    }
    guard let redirectURI = request["redirect_uri"] else { return nothing("redirect-uri-missing") }
    let client = candidates.first {
      same($0.clientID[environment] ?? "", request["client_id"] ?? "")
    }
    guard let owner = owner(of: redirectURI, client, candidates, environment) else {
      return nothing(
        isRegistered(redirectURI, client, candidates, environment)
          ? "redirect-uri-browser-only" : "redirect-uri")
    }
    let isLoopback = !(owner.redirectURIs[environment] ?? []).contains { same($0, redirectURI) }
    func open(_ error: String?, _ reason: String) -> Verdict {
      Verdict(
        decision: error == nil ? "allow" : "deny", channel: "open_universal_link",
        target: target(
          redirectURI,
          [
            error == nil ? ("code", code) : ("error", error ?? ""),
            ("state", request["state"] ?? ""), ("iss", owner.issuer[environment] ?? ""),
          ]),
        error: error, reason: reason)
    }
    if request["state"] == nil, client?.needsState ?? true {
      return open("invalid_request", "state-missing")
    }
    guard let client else {
      guard let id = request["client_id"] else {
        return open("invalid_request", "client-id-missing")
      }
      return open(
        "invalid_request",
        named(id, other(environment)) == nil ? "client-unknown" : "client-other-environment")
    }
    if client.isWithoutCodes { return open("invalid_request", "grant-type-not-allowed") }
    if let scope = request["scope"], !allowed(scope, client) {
      return open("invalid_request", "scope-not-allowed")
    }
    if let problem = pkce(request, client) { return open("invalid_request", problem) }
    switch outcome {
    case "approve": return open(nil, isLoopback ? "loopback-port" : "allowed")
    case "deny": return open("access_denied", "user-denied")
    case "account_disabled": return open("unrecoverable", "account-disabled")
    default: return open("cancelled", "user-cancelled")
    }
  }

  /// The intent of Google's app. Scopes aren't part of the algorithm on Android.
  struct Intent {
    var action: String
    var package: String
    var certificates: [String]
    var clientID: String?
    var redirectURI: String?
  }

  func appFlipAndroid(
    _ intent: Intent, environment: String, outcome: String, code: String
  ) -> Verdict {
    let candidates = clients(environment).filter {
      $0.intentAction[environment].map { same($0, intent.action) } ?? false
    }
    guard !candidates.isEmpty else {
      return Verdict(decision: "ignore", channel: "none", reason: "link-not-configured")
    }
    func answer(_ result: Int, _ extras: String?, _ reason: String) -> Verdict {
      Verdict(
        decision: result == -1 ? "allow" : "deny", channel: "intent_result", resultCode: result,
        extras: extras, reason: reason)
    }
    let client = candidates.first {
      same($0.clientID[environment] ?? "", intent.clientID ?? "")
    }
    let callers = (client.map { [$0] } ?? candidates).flatMap(\.callers)
    let isKnown =
      intent.certificates.count == 1
      && callers.contains { caller in
        same(caller.package, intent.package)
          && plain(intent.certificates[0]).map { asked in
            caller.certificates.contains { plain($0) == asked }
          } ?? false
      }
    guard isKnown else { return answer(0, nil, "caller-unknown") }
    guard let redirectURI = intent.redirectURI, !redirectURI.isEmpty else {
      return answer(-2, "3/1", "redirect-uri-missing")
    }
    guard owner(of: redirectURI, client, candidates, environment) != nil else {
      return answer(
        -2, "3/1",
        isRegistered(redirectURI, client, candidates, environment)
          ? "redirect-uri-browser-only" : "redirect-uri")
    }
    guard let client else {
      guard let id = intent.clientID, !id.isEmpty else {
        return answer(-2, "3/1", "client-id-missing")
      }
      return answer(
        -2, "3/1",
        named(id, other(environment)) == nil ? "client-unknown" : "client-other-environment")
    }
    if client.isWithoutCodes { return answer(-2, "3/1", "grant-type-not-allowed") }
    if client.needsPKCE { return answer(-2, "3/1", "pkce-missing") }
    switch outcome {
    case "approve": return answer(-1, code, "allowed")
    case "deny": return answer(-2, "2/13", "user-denied")
    case "offline": return answer(-2, "1/2", "user-cancelled")
    case "account_disabled": return answer(-2, "2/15", "account-disabled")
    default: return answer(0, nil, "user-cancelled")
    }
  }

  /// Returns a certificate's hexadecimal digits in lowercase; nil if it isn't 32 bytes, either with
  /// a colon between every two or without any.
  private func plain(_ certificate: String) -> String? {
    let pieces = certificate.utf8.split(separator: 58, omittingEmptySubsequences: false)
    let isWhole = pieces.count == 1 && certificate.utf8.count == 64
    guard isWhole || pieces.count == 32 && pieces.allSatisfy({ $0.count == 2 }) else { return nil }
    let digits = pieces.joined().map { Character(Unicode.Scalar($0)) }
    guard digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
    return String(digits).lowercased()
  }

  /// Whether a list contains the URI, including URIs for browsers.
  private func isRegistered(
    _ redirectURI: String, _ client: Client?, _ candidates: [Client], _ environment: String
  ) -> Bool {
    (client.map { [$0] } ?? candidates).contains { candidate in
      var plain = candidate
      plain.isLinking = false
      return owner(of: redirectURI, plain, [], environment) != nil
    }
  }

  /// Returns the client whose list contains the URI: the named one, or any candidate if none is
  /// named.
  private func owner(
    of redirectURI: String, _ client: Client?, _ candidates: [Client], _ environment: String
  ) -> Client? {
    (client.map { [$0] } ?? candidates).first { candidate in
      // App Flip doesn't use Google's redirect URIs for browsers.
      let list = (candidate.redirectURIs[environment] ?? []).filter {
        !(candidate.isLinking && $0.utf8.starts(with: "https://oauth-redirect".utf8)
          && $0.utf8.split(separator: 47).dropFirst(2).first.map { Array($0) } == Array("r".utf8))
      }
      return list.contains { same($0, redirectURI) }
        || (candidate.isNative && list.contains { loopback($0, redirectURI) })
    }
  }
}
