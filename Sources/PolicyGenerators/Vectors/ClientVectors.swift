import AssociationFiles
import PolicyDecision
import PolicyModel
import PolicyText

/// The vectors of a client in one environment: valid requests, and one for each mistake.
struct ClientVectors {
  let policy: CompiledPolicy
  let client: CompiledClient
  /// The client in the other environment.
  let counterpart: CompiledClient?

  /// With unique IDs.
  var vectors: [Vector] {
    redirectURIs + settings + authorizations + universalLinks + intents + urls + tokens
  }

  private var name: String {
    "\(client.environment.rawValue)/\(client.policy.string)/\(client.key.string)"
  }

  func make(_ what: String, _ question: Vector.Question) -> Vector {
    Vector(
      id: "\(name)/\(what)", environment: client.environment, question: question,
      answeredBy: policy)
  }

  // MARK: redirect URIs

  /// A URI, and similar strings that many programs would accept.
  private func nearMisses(of uri: String) -> [(String, String)] {
    let bytes = Array(uri.utf8)
    func text(_ bytes: some Sequence<UInt8>) -> String {
      String(decoding: Array(bytes), as: UTF8.self)
    }
    return [
      ("same", uri),
      ("slash-added", uri + "/"),
      ("last-byte-missing", text(bytes.dropLast())),
      ("text-added", uri + ".evil.example"),
      ("upper-case", text(bytes.map { (0x61...0x7A).contains($0) ? $0 & 0xDF : $0 })),
      ("line-feed-added", uri + "\n"),
      ("space-before", " " + uri),
      ("byte-order-mark-before", "\u{FEFF}" + uri),
      ("nul-added", uri + "\0"),
      ("query-added", uri + "?x=1"),
      ("fragment-added", uri + "#x"),
      ("user-added", uri.replacingFirst("://", by: "://user@")),
      ("host-behind-backslash", uri.replacingFirst("://", by: "://evil.example\\@")),
      ("kelvin-sign", uri.replacingFirst("K", by: "\u{212A}").replacingFirst("k", by: "\u{212A}")),
      ("greek-question-mark", uri.replacingFirst(";", by: "\u{37E}")),
      ("percent-encoded", PercentEncoding.encode(uri)),
      ("port-added", uri.replacingFirst("http://127.0.0.1/", by: "http://127.0.0.1:51004/")),
      ("port-zero", uri.replacingFirst("http://127.0.0.1/", by: "http://127.0.0.1:0/")),
      ("port-too-large", uri.replacingFirst("http://127.0.0.1/", by: "http://127.0.0.1:65536/")),
      ("port-six-added", uri.replacingFirst("http://[::1]/", by: "http://[::1]:61023/")),
    ].filter { $0.0 == "same" || ExactString($0.1) != ExactString(uri) }
  }

  private var redirectURIs: [Vector] {
    let own = client.redirectURIs.prefix(8).enumerated().flatMap { index, entry in
      nearMisses(of: entry.value.string).map { what, uri in
        make(
          "redirect-\(index)-\(what)",
          .redirectURI(clientID: client.clientID.value.string, redirectURI: uri))
      }
    }
    let others = (counterpart?.redirectURIs ?? []).prefix(8).enumerated().map { index, entry in
      make(
        "redirect-other-environment-\(index)",
        .redirectURI(
          clientID: client.clientID.value.string, redirectURI: entry.value.string))
    }
    return own + others
  }

  // MARK: other lists

  private var settings: [Vector] { postLogoutRedirectURIs + corsOrigins + grantTypes }

  private var postLogoutRedirectURIs: [Vector] {
    let id = client.clientID.value.string
    let own = client.postLogoutRedirectURIs.prefix(4).enumerated().flatMap { index, entry in
      nearMisses(of: entry.value.string).map { what, uri in
        make(
          "post-logout-\(index)-\(what)",
          .postLogoutRedirectURI(clientID: id, redirectURI: uri))
      }
    }
    let others =
      (counterpart?.postLogoutRedirectURIs ?? []).prefix(4).map { ("other-environment", $0) }
      // Redirect URIs for codes aren't allowed after logout, unless both lists contain them.
      + client.redirectURIs.prefix(2).map { ("for-codes", $0) }
    return own
      + others.enumerated().map { index, other in
        make(
          "post-logout-\(other.0)-\(index)",
          .postLogoutRedirectURI(clientID: id, redirectURI: other.1.value.string))
      }
  }

  private var corsOrigins: [Vector] {
    let id = client.clientID.value.string
    let own = client.corsOrigins.prefix(4).enumerated().flatMap { index, entry in
      nearMisses(of: entry.value.string).map { what, origin in
        make("cors-\(index)-\(what)", .corsOrigin(clientID: id, origin: origin))
      }
    }
    let others =
      (counterpart?.corsOrigins ?? []).prefix(4).enumerated().map {
        ("other-environment-\($0)", $1.value.string)
      } + [("null", "null"), ("wildcard", "*"), ("foreign", "https://evil.example")]
    return own + others.map { make("cors-\($0.0)", .corsOrigin(clientID: id, origin: $0.1)) }
  }

  private var grantTypes: [Vector] {
    let id = client.clientID.value.string
    let known = GrantType.allCases.map { ("\($0)", $0.rawValue) }
    let others = client.grantTypes.prefix(8).enumerated()
      .filter { GrantType($1) == nil }.map { ("own-\($0)", $1.string) }
    return (known + others + [("upper-case", "AUTHORIZATION_CODE")])
      .map { make("grant-type-\($0.0)", .grantType(clientID: id, grantType: $0.1)) }
  }

  // MARK: authorization requests

  /// The challenge of `verifier`.
  static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

  /// Valid parameters.
  private var good: [(name: String, value: String)] {
    var parameters = [
      (name: "client_id", value: client.clientID.value.string),
      (name: "redirect_uri", value: client.redirectURIs.first?.value.string ?? ""),
      (name: "response_type", value: client.responseTypes.first?.string ?? ""),
      (name: "state", value: "a+b c&d=e"),
    ]
    if !client.scopes.isEmpty {
      parameters.append(
        (name: "scope", value: client.scopes.map(\.value.string).joined(separator: " ")))
    }
    if client.requiresPKCE {
      parameters.append((name: "code_challenge", value: Self.challenge))
      parameters.append(
        (name: "code_challenge_method", value: client.codeChallengeMethods.first?.string ?? "S256"))
    }
    return parameters
  }

  /// A valid query of App Flip, if the client has one.
  private func flipQuery(
    without: String? = nil, _ changes: [(name: String, value: String)] = []
  ) -> String {
    let own: [(name: String, value: String)] = [("redirect_uri", flipRedirectURI ?? "")]
    return query(without: without, own.filter { $0.name != without } + changes)
  }

  /// A redirect URI for App Flip, or else the first redirect URI.
  private var flipRedirectURI: String? {
    (client.flipRedirectURIs.first ?? client.redirectURIs.first)?.value.string
  }

  /// A redirect URI that App Flip must not use.
  private var browserRedirectURI: String? {
    client.redirectURIs.first { client.isBrowserOnly($0.value) }?.value.string
  }

  private func query(
    without: String? = nil, _ changes: [(name: String, value: String)] = []
  ) -> String {
    var parameters = good.filter { $0.name != without }
    for change in changes {
      if let index = parameters.firstIndex(where: { $0.name == change.name }) {
        parameters[index].value = change.value
      } else {
        parameters.append(change)
      }
    }
    return parameters.map { $0.name + "=" + PercentEncoding.encode($0.value) }
      .joined(separator: "&")
  }

  private var authorizations: [Vector] {
    var queries: [(String, String)] = [("good", query())]
    for (name, _) in good { queries.append(("without-\(name)", query(without: name))) }
    let challenge = Self.challenge
    let changes: [(String, [(name: String, value: String)])] = [
      ("client-unknown", [("client_id", "__proto__")]),
      ("redirect-uri-foreign", [("redirect_uri", "https://evil.example/")]),
      (
        "redirect-uri-other-environment",
        [("redirect_uri", counterpart?.redirectURIs.first?.value.string ?? "x")]
      ),
      ("response-type-unknown", [("response_type", "token")]),
      ("scope-unknown", [("scope", "not-a-scope-of-this-client")]),
      ("scope-empty-element", [("scope", (client.scopes.first?.value.string ?? "x") + "  x")]),
      ("challenge-without-method", [("code_challenge", challenge)]),
      ("challenge-plain", [("code_challenge", challenge), ("code_challenge_method", "plain")]),
      ("challenge-short", [("code_challenge", "abc"), ("code_challenge_method", "S256")]),
      (
        "challenge-padded",
        [("code_challenge", String(challenge.dropLast()) + "="), ("code_challenge_method", "S256")]
      ),
      ("challenge-good", [("code_challenge", challenge), ("code_challenge_method", "S256")]),
      ("method-without-challenge", [("code_challenge", ""), ("code_challenge_method", "S256")]),
    ]
    for (what, changes) in changes { queries.append((what, query(changes))) }
    queries += [
      ("empty", ""),
      ("state-with-plus", query(without: "state") + "&state=a+b%2Bc"),
      ("redirect-uri-twice", query() + "&redirect%5Furi=https%3A%2F%2Fevil.example%2F"),
      ("user-locale-twice", query() + "&user_locale=en&user_locale=fr"),
      ("unknown-twice", query() + "&x=1&x=2&redirect_uri[]=y"),
      ("malformed-escape", query() + "&x=%zz"),
      ("escape-cut", query() + "&x=%4"),
      ("not-utf8", query() + "&x=%FF"),
      ("overlong", query() + "&x=%C0%AF"),
      ("surrogate", query() + "&x=%ED%A0%80"),
      ("empty-pieces", "&&" + query() + "&&"),
      ("fragment", query() + "#&state=x"),
      ("semicolon", query(without: "state") + ";state=x"),
    ]
    return queries.map { make("authorize-\($0.0)", .authorize(query: $0.1)) }
  }

  // MARK: App Flip

  private var universalLinks: [Vector] {
    guard let link = client.flipUniversalLink?.value.string else { return [] }
    var urls: [(String, String)] = [
      ("good", link + "?" + flipQuery()),
      ("without-query", link),
      ("other-path", link + "/other?" + flipQuery()),
      ("fragment-first", link + "#x?" + flipQuery()),
      ("without-state", link + "?" + flipQuery(without: "state")),
      ("state-with-plus", link + "?" + flipQuery(without: "state") + "&state=a+b%2Bc"),
      ("client-unknown", link + "?" + flipQuery([("client_id", "other")])),
      ("without-client", link + "?" + flipQuery(without: "client_id")),
      ("redirect-uri-foreign", link + "?" + flipQuery([("redirect_uri", "https://evil.example/")])),
      (
        "client-and-redirect-uri-foreign",
        link + "?" + flipQuery([("client_id", "other"), ("redirect_uri", "https://evil.example/")])
      ),
      ("without-redirect-uri", link + "?" + flipQuery(without: "redirect_uri")),
      ("scope-unknown", link + "?" + flipQuery([("scope", "not-a-scope-of-this-client")])),
      ("malformed-escape", link + "?" + flipQuery() + "&x=%"),
      ("state-twice", link + "?" + flipQuery() + "&state=x"),
    ]
    if let uri = browserRedirectURI {
      urls.append(("redirect-uri-for-browser", link + "?" + flipQuery([("redirect_uri", uri)])))
    }
    let challenge = Self.challenge
    urls += [
      ("challenge-without-method", link + "?" + flipQuery([("code_challenge", challenge)])),
      (
        "challenge-good",
        link + "?"
          + flipQuery([("code_challenge", challenge), ("code_challenge_method", "S256")])
      ),
      (
        "method-without-challenge",
        link + "?" + flipQuery([("code_challenge", ""), ("code_challenge_method", "S256")])
      ),
    ]
    return urls.map { make("flip-ios-\($0.0)", .appFlipIOS(url: $0.1)) }
  }

  private var intents: [Vector] {
    guard let action = client.flipIntentAction?.value.string,
      let caller = client.flipCallers.first, let certificate = caller.fingerprints.first?.text
    else { return [] }
    let good = Vector.Intent(
      action: action, package: caller.package.value.string, certificates: [certificate],
      clientID: client.clientID.value.string,
      redirectURI: flipRedirectURI,
      scopes: client.scopes.prefix(1).map(\.value.string))
    func vector(_ what: String, _ change: (inout Vector.Intent) -> Void = { _ in }) -> Vector {
      var intent = good
      change(&intent)
      return make("flip-android-\(what)", .appFlipAndroid(intent))
    }
    let bare = String(decoding: certificate.utf8.filter { $0 != UInt8(ascii: ":") }, as: UTF8.self)
    return [
      vector("good"),
      vector("certificate-bare") { $0.certificates = [bare.lowercased()] },
      vector("certificate-unknown") { $0.certificates = ["00:11"] },
      vector("two-signers") { $0.certificates += [certificate] },
      vector("no-signer") { $0.certificates = [] },
      vector("package-upper-case") { $0.package = $0.package.uppercased() },
      vector("action-unknown") { $0.action += ".other" },
      vector("client-unknown") { $0.clientID = "other" },
      vector("without-client") { $0.clientID = nil },
      vector("redirect-uri-foreign") { $0.redirectURI = "https://evil.example/" },
      vector("without-redirect-uri") { $0.redirectURI = nil },
      vector("scope-unknown") { $0.scopes = ["not-a-scope-of-this-client"] },
    ]
      + (browserRedirectURI.map { uri in
        [vector("redirect-uri-for-browser") { $0.redirectURI = uri }]
      } ?? [])
  }

  // MARK: response URLs

  private var urls: [Vector] {
    guard let uri = client.redirectURIs.first?.value.string else { return [] }
    let questions: [(String, Vector.Question)] = [
      ("success-url", .successURL(redirectURI: uri, code: "4/0A+b=c&d", state: "x&code=evil")),
      ("success-url-without-state", .successURL(redirectURI: uri, code: "C1", state: nil)),
      (
        "success-url-with-query",
        .successURL(redirectURI: uri + "?a=b", code: "é\u{2028}\0", state: "~-._ +%")
      ),
      // Not an empty state, which is equivalent to none (RFC 6749 section 3.1) and to nil in Go.
      ("success-url-query-open", .successURL(redirectURI: uri + "?a=b&", code: "C1", state: nil)),
      (
        "error-url",
        .errorURL(redirectURI: uri, error: "access_denied", description: nil, state: "S 1")
      ),
      (
        "error-url-with-description",
        .errorURL(
          redirectURI: uri, error: "access_denied", description: "Nein: é+b & 100 %", state: "s")
      ),
      (
        "error-url-with-description-alone",
        .errorURL(redirectURI: uri + "?a=b", error: "cancelled", description: "&x=y", state: nil)
      ),
      (
        "error-url-question-mark",
        .errorURL(redirectURI: uri + "?", error: "cancelled", description: nil, state: nil)
      ),
    ]
    return questions.map { make($0.0, $0.1) }
  }
}

extension String {
  /// Replaces the first occurrence, compared by bytes.
  fileprivate func replacingFirst(_ old: String, by new: String) -> String {
    let bytes = Array(utf8)
    let wanted = Array(old.utf8)
    guard bytes.count >= wanted.count,
      let start = (0...(bytes.count - wanted.count)).first(where: {
        bytes[$0..<($0 + wanted.count)].elementsEqual(wanted)
      })
    else { return self }
    let replaced = bytes[..<start] + Array(new.utf8) + bytes[(start + wanted.count)...]
    return String(decoding: replaced, as: UTF8.self)
  }
}
