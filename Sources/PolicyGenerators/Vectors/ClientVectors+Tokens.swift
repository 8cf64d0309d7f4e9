import PolicyDecision
import PolicyModel
import PolicyText

extension ClientVectors {
  /// The example of RFC 7636 appendix B.
  static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"

  /// NIST's SHA-256 examples that are long enough for a verifier, with their hashes.
  private static let hashed = [
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "JI1qYdIGOLjlwCaTDD5gOaM85Flk_yFn9uzt1BnbBsE"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
        + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "z1sWp3ivg4ADbOWeewSSNwskmxHo8HpRr6xFA3r-6dE"
    ),
  ]

  private static let jwtBearer = "urn:ietf:params:oauth:grant-type:jwt-bearer"

  /// Requests to the token endpoint: all authentication methods, and a request for each mistake.
  var tokens: [Vector] { authentications + codes + otherGrants }

  private typealias Fields = [(name: String, value: String)]

  private var clientID: String { client.clientID.value.string }

  private var redirectURI: String { client.redirectURIs.first?.value.string ?? "" }

  /// The data of a code for the client's first redirect URI.
  private var issued: Vector.IssuedCode {
    Vector.IssuedCode(
      clientID: clientID, redirectURI: redirectURI,
      challenge: client.requiresPKCE ? Self.challenge : nil)
  }

  private var verifier: Fields {
    client.requiresPKCE ? [("code_verifier", Self.verifier)] : []
  }

  private var grant: Fields {
    [("grant_type", "authorization_code"), ("code", "C1"), ("redirect_uri", redirectURI)]
      + verifier
  }

  private func header(_ id: String, _ secret: String) -> String {
    "Basic "
      + Base64.encode((PercentEncoding.encode(id) + ":" + PercentEncoding.encode(secret)).utf8)
  }

  /// A request with the client's authentication method.
  private func token(
    _ what: String, _ fields: Fields, more: String = "", issued: Vector.IssuedCode? = nil
  ) -> Vector {
    switch client.tokenEndpointAuth {
    case .basic:
      sent(what, fields, more: more, header: header(clientID, "s:&"), issued: issued)
    case .post:
      sent(
        what, fields + [("client_id", clientID), ("client_secret", "s")], more: more,
        issued: issued)
    case .noSecret: sent(what, fields + [("client_id", clientID)], more: more, issued: issued)
    }
  }

  private func sent(
    _ what: String, _ fields: Fields, more: String = "", header: String? = nil,
    issued: Vector.IssuedCode? = nil
  ) -> Vector {
    let form = fields.map { $0.name + "=" + PercentEncoding.encode($0.value) }
    return make(
      "token-\(what)",
      .token(
        Vector.Token(
          form: form.joined(separator: "&") + more, authorization: header, issued: issued)))
  }

  private var authentications: [Vector] {
    let named: Fields = grant + [("client_id", clientID)]
    let withSecret: Fields = named + [("client_secret", "s")]
    let bare = Base64.encode((PercentEncoding.encode(clientID) + ":s").utf8)
    let unpadded = String(bare.prefix { $0 != "=" })
    var headers: [(String, String)] = [
      ("header", header(clientID, "s")), ("header-without-secret", header(clientID, "")),
      ("header-of-another", header("other", "s")), ("header-without-client", header("", "s")),
      ("header-small", " bAsIc   " + bare + " \t"), ("header-bearer", "Bearer " + bare),
      ("header-empty", ""), ("header-without-token", "Basic "),
      ("header-url-alphabet", "Basic Pz8_Ong="),
      ("header-without-colon", "Basic YmFzaWM="), ("header-malformed-escape", "Basic YSV6ejpz"),
      ("header-no-utf8", "Basic YSVGRjpz"), ("header-no-base64", "Basic ????"),
      ("header-unused-bits", "Basic YTpzdB=="), ("header-tab", "Basic\t" + bare),
      ("header-line-feed", "Basic " + bare + "\n"), ("header-plus", "Basic YSthOnM="),
      ("header-raw-bytes", "Basic " + Base64.encode([0xC3, 0xA9, 0x3A, 0x73])),
      ("header-broken-bytes", "Basic " + Base64.encode([0x25, 0xC3, 0xA9, 0x3A, 0x73])),
    ]
    if unpadded != bare { headers.append(("header-unpadded", "Basic " + unpadded)) }
    return [
      sent("public", named, issued: issued), sent("secret-in-form", withSecret, issued: issued),
      sent("empty-secret", named + [("client_secret", "")], issued: issued),
      sent("without-client", grant, issued: issued),
      sent("client-unknown", grant + [("client_id", "other")], issued: issued),
      sent("both", withSecret, header: header(clientID, "s"), issued: issued),
      sent("both-clients", named, header: header(clientID, "s"), issued: issued),
      sent(
        "two-clients", grant + [("client_id", "other")], header: header(clientID, "s"),
        issued: issued),
    ]
      + headers.map { sent($0.0, grant, header: $0.1, issued: issued) }
  }

  private var codes: [Vector] {
    func without(_ name: String) -> Fields { grant.filter { $0.name != name } }
    func with(_ name: String, _ value: String) -> Fields { without(name) + [(name, value)] }
    func changed(_ change: (inout Vector.IssuedCode) -> Void) -> Vector.IssuedCode {
      var issued = issued
      change(&issued)
      return issued
    }
    let challenged = changed { $0.challenge = Self.challenge }
    let open = changed { $0.challenge = nil }
    func plain(_ challenge: String) -> Vector.IssuedCode {
      changed {
        $0.challenge = challenge
        $0.challengeMethod = "plain"
      }
    }
    let verified = with("code_verifier", Self.verifier)
    let long = String(repeating: "a", count: 129)
    var vectors = [
      token("code-unknown", grant),
      token("code-of-another", grant, issued: changed { $0.clientID = "other" }),
      token("code-missing", without("code"), issued: issued),
      token("code-empty", with("code", ""), issued: issued),
      token("redirect-uri-foreign", with("redirect_uri", "https://evil.example/"), issued: issued),
      token("redirect-uri-slash", with("redirect_uri", redirectURI + "/"), issued: issued),
      token("redirect-uri-missing", without("redirect_uri"), issued: issued),
      token("verifier", verified, issued: challenged),
      token(
        "verifier-wrong", with("code_verifier", String(Self.verifier.reversed())),
        issued: challenged),
      token(
        "verifier-too-short", with("code_verifier", String(long.prefix(42))),
        issued: plain(String(long.prefix(42)))),
      token("verifier-too-long", with("code_verifier", long), issued: plain(long)),
      token("challenge-as-verifier", with("code_verifier", Self.challenge), issued: challenged),
      token("plain-verifier", verified, issued: plain(Self.verifier)),
      token("plain-verifier-wrong", verified, issued: plain(String(Self.verifier.reversed()))),
      token("plain-verifier-hashed", verified, issued: plain(Self.challenge)),
      token("verifier-missing", without("code_verifier"), issued: challenged),
      token("verifier-unexpected", verified, issued: open),
      token("verifier-short", with("code_verifier", "x"), issued: challenged),
      token("verifier-odd", with("code_verifier", Self.verifier + "+"), issued: challenged),
      token("verifier-odd-unexpected", with("code_verifier", "x y"), issued: open),
      token("no-challenge", without("code_verifier"), issued: open),
    ]
    vectors += Self.hashed.map { verifier, challenge in
      token(
        "verifier-of-\(verifier.utf8.count)", with("code_verifier", verifier),
        issued: changed { $0.challenge = challenge })
    }
    if let omitted = client.omittedRedirectURI?.value.string {
      let unsaid = changed { $0.redirectURI = nil }
      vectors += [
        token("redirect-uri-never", without("redirect_uri"), issued: unsaid),
        token("redirect-uri-later", with("redirect_uri", omitted), issued: unsaid),
      ]
    }
    for (index, entry) in client.redirectURIs.dropFirst().prefix(2).enumerated() {
      let other = entry.value.string
      vectors += [
        token("redirect-uri-other-\(index)", with("redirect_uri", other), issued: issued),
        token(
          "redirect-uri-same-\(index)", with("redirect_uri", other),
          issued: changed { $0.redirectURI = other }),
      ]
    }
    return vectors
  }

  private var otherGrants: [Vector] {
    let bearer: Fields = [
      ("grant_type", Self.jwtBearer), ("intent", "get"), ("assertion", "a.b.c"),
    ]
    func without(_ name: String) -> Fields { bearer.filter { $0.name != name } }
    let refresh: Fields = [("grant_type", "refresh_token")]
    return [
      token("refresh", refresh + [("refresh_token", "r+ t")]), token("refresh-missing", refresh),
      token(
        "refresh-with-scope",
        refresh + [("refresh_token", "r"), ("scope", client.scopes.first?.value.string ?? "")]),
      token(
        "refresh-with-scopes", refresh + [("refresh_token", "r"), ("scope", "not registered")]),
      token("assertion", bearer), token("assertion-missing", without("assertion")),
      token("intent-missing", without("intent")),
      token("intent-check", without("intent") + [("intent", "check")]),
      token("intent-create", without("intent") + [("intent", "create")]),
      token("intent-unknown", without("intent") + [("intent", "Get")]),
      token("own", [("grant_type", "client_credentials")]),
      token(
        "own-with-scope",
        [("grant_type", "client_credentials"), ("scope", client.scopes.first?.value.string ?? "")]),
      token(
        "own-with-scopes", [("grant_type", "client_credentials"), ("scope", "not  registered")]),
      token("implicit", [("grant_type", "implicit")]),
      token("grant-missing", []), token("grant-unknown", [("grant_type", "password")]),
      token("code-twice", grant, more: "&code=C1", issued: issued),
      token("scope-twice", grant, more: "&scope=&scope=a", issued: issued),
      token("unknown-twice", grant, more: "&x=1&x=2", issued: issued),
      token("malformed-escape", grant, more: "&x=%zz", issued: issued),
      token("malformed-text", grant, more: "&x=%ff", issued: issued),
      token("hash", grant, more: "#&code=C2", issued: issued),
    ]
  }
}
