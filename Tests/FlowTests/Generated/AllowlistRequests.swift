import LinkPolicy
import PolicyTestSupport
import PolicyText

/// Requests with everything that a generated `allowlist.json` accepts, and near misses.
struct AllowlistRequests {
  /// A request with a registered value that `simulate` unexpectedly denies.
  struct Refusal: CustomStringConvertible {
    var place: String
    var expect: String
    var description: String { "\(place): \(expect)" }
  }

  private(set) var requests: [GeneratedRequest] = []
  /// Registered values that are denied.
  private(set) var refusals: [Refusal] = []
  private let answers: SimulatedAnswers
  private var chance: SeededRandom
  /// All registered redirect URIs.
  private var everything: [String] = []

  init(_ allowlist: JSONValue, _ evaluator: RequestEvaluator, seed: UInt64) {
    answers = SimulatedAnswers(evaluator: evaluator)
    chance = SeededRandom(seed: seed)
    let environments = ["prod", "sandbox"].map { name in
      (name, allowlist["environments"]?[name]?["clients"]?.items ?? [])
    }
    everything = environments.flatMap(\.1).flatMap { $0["redirect_uris"]?.texts ?? [] }
    for (environment, clients) in environments {
      for client in clients { addRequests(client, environment) }
    }
  }

  private mutating func addRequests(_ client: JSONValue, _ environment: String) {
    let id = client["client_id"]?.stringValue ?? ""
    let uris = client["redirect_uris"]?.texts ?? []
    for uri in uris {
      must(answers.redirectURI(environment, id, uri), "allow", "\(environment) \(id) \(uri)")
      must(
        answers.authorize(environment, query(client, uri)), "allow ",
        "\(environment) \(id) \(uri) authorize")
      for near in nearMisses(of: uri) + [chance.one(of: everything)] {
        add(answers.redirectURI(environment, id, near))
        add(answers.authorize(environment, query(client, near)))
      }
    }
    add(answers.authorize(environment, query(client, nil)))
    add(answers.authorize(environment, damaged(query(client, uris.first))))
    if let link = client["app_flip"]?["ios"]?["universal_link"]?.stringValue {
      links(client, environment, link)
    }
    if let android = client["app_flip"]?["android"], android != .null {
      intents(client, environment, android)
    }
  }

  private mutating func links(_ client: JSONValue, _ environment: String, _ link: String) {
    let uris = client["redirect_uris"]?.texts ?? []
    for uri in uris {
      let query = query(client, uri)
      let request = answers.appFlip(environment, url: link + "?" + query)
      if Self.isForApps(uri, of: client) {
        must(request, "allow ", "\(environment) \(link) for \(uri)")
      } else {
        add(request)
      }
      for near in nearMisses(of: link) {
        add(answers.appFlip(environment, url: near + "?" + query))
      }
      for near in nearMisses(of: uri) {
        add(answers.appFlip(environment, url: link + "?" + self.query(client, near)))
      }
      add(answers.appFlip(environment, url: link + "?" + damaged(query)))
    }
    add(answers.appFlip(environment, url: link))
  }

  private mutating func intents(
    _ client: JSONValue, _ environment: String, _ android: JSONValue
  ) {
    let caller = android["callers"]?.items?.first
    let good = SimulatedAnswers.Intent(
      action: android["intent_action"]?.stringValue ?? "",
      package: caller?["package_name"]?.stringValue ?? "",
      certificates: Array((caller?["sha256_cert_fingerprints"]?.texts ?? []).prefix(1)),
      clientID: client["client_id"]?.stringValue, redirectURI: nil,
      scopes: Array((client["scopes"]?.texts ?? []).prefix(1)))
    func intent(_ change: (inout SimulatedAnswers.Intent) -> Void) -> GeneratedRequest? {
      var intent = good
      change(&intent)
      return answers.appFlip(environment, intent)
    }
    for uri in client["redirect_uris"]?.texts ?? [] {
      let request = intent { $0.redirectURI = uri }
      if Self.isForApps(uri, of: client) {
        must(request, "allow ", "\(environment) \(good.action) for \(uri)")
      } else {
        add(request)
      }
      let near = chance.one(of: nearMisses(of: uri))
      add(intent { $0.redirectURI = near })
      add(intent { ($0.redirectURI, $0.package) = (uri, $0.package + ".x") })
      add(intent { ($0.redirectURI, $0.action) = (uri, $0.action + "_") })
      add(intent { ($0.redirectURI, $0.scopes) = (uri, ["no scope of ours"]) })
      add(intent { ($0.redirectURI, $0.certificates) = (uri, $0.certificates + $0.certificates) })
      add(
        intent {
          $0.redirectURI = uri
          $0.certificates = $0.certificates.map { $0.lowercased().replacing(":", with: "") }
        })
    }
    add(intent { $0.clientID = nil })
  }

  /// App Flip doesn't use Google's redirect URI for browsers.
  private static func isForApps(_ uri: String, of client: JSONValue) -> Bool {
    client["provider"] != "google-account-linking" || uri.contains("googleusercontent.com/a/")
  }

  private mutating func add(_ request: GeneratedRequest?) {
    // `simulate` doesn't build responses for response types other than `code`; `vectors.json`
    // covers those.
    guard let request, request.expect != "allow " else { return }
    requests.append(request)
  }

  /// Adds a request with a registered value. Its result must have the given prefix.
  private mutating func must(_ request: GeneratedRequest?, _ start: String, _ place: String) {
    add(request)
    guard let answer = request?.expect, answer.utf8.starts(with: start.utf8) else {
      refusals.append(Refusal(place: place, expect: request?.expect ?? "cannot be read"))
      return
    }
  }

  // MARK: requests

  /// Returns a query that conforms to the policy except for the redirect URI.
  private func query(_ client: JSONValue, _ uri: String?) -> String {
    var parameters = [("client_id", client["client_id"]?.stringValue ?? "")]
    if let uri { parameters.append(("redirect_uri", uri)) }
    parameters.append(("response_type", client["response_types"]?.texts?.first ?? "code"))
    parameters.append(("state", "a+b c&d=e"))
    let scopes = client["scopes"]?.texts ?? []
    if !scopes.isEmpty { parameters.append(("scope", scopes.joined(separator: " "))) }
    if client["pkce"] == "required" {
      parameters.append(("code_challenge", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"))
      parameters.append(
        ("code_challenge_method", client["code_challenge_methods"]?.texts?.first ?? "S256"))
    }
    return parameters.map { $0.0 + "=" + PercentEncoding.encode($0.1) }.joined(separator: "&")
  }

  private mutating func damaged(_ query: String) -> String {
    switch Int.random(in: 0..<8, using: &chance) {
    case 0: query + "&client_id=x"
    case 1: query + "&redirect_uri="
    case 2: query + "&x=%zz"
    case 3: query + "&x=%FF"
    case 4: query + "#&state=2"
    case 5: query.replacing("state=", with: "st%61te=")
    case 6: query.replacing("response_type=", with: "response_Type=")
    default: query.replacing("&scope=", with: "&scope=not+a+scope+")
    }
  }

  /// Returns three random URIs that some program could confuse with the original.
  private mutating func nearMisses(of uri: String) -> [String] {
    var all = [
      uri + "/", uri + "x", uri + "?x=1", uri + "#x", uri + "\n", " " + uri, uri + "\0",
      uri.replacing("://", with: "://user@"), uri.replacing("https:", with: "HTTPS:"),
      uri.replacing(".example", with: ".EXAMPLE"),
      uri.replacing("/callback", with: "/x/../callback"),
      uri.replacing("http://127.0.0.1/", with: "http://127.0.0.1:51004/"),
      uri.replacing("http://[::1]/", with: "http://[::1]:51004/"),
      uri.replacing("http://127.0.0.1/", with: "http://127.0.0.1:0/"),
      uri.replacing("http://127.0.0.1/", with: "http://localhost/"),
      uri.replacing("k", with: "\u{212A}"), uri.replacing("-sandbox", with: ""),
      String(decoding: uri.utf8.dropLast(), as: UTF8.self), uri.replacing("/a/", with: "/%61/"),
    ]
    // Loopback URIs are rare, so those with another port are always included.
    let isLoopback = uri.hasPrefix("http://127.0.0.1/") || uri.hasPrefix("http://[::1]/")
    all.shuffle(using: &chance)
    return (isLoopback ? all.filter { $0.contains(":51004/") } : []) + all.prefix(3)
  }
}

extension JSONValue {
  /// The elements of an array.
  var items: [JSONValue]? {
    if case .array(let items) = self { items } else { nil }
  }

  /// The elements of an array of strings.
  var texts: [String]? { items?.compactMap(\.stringValue) }
}
