import Foundation
import LinkPolicy
import LinkPolicyCLI
import PolicyTestSupport
import Testing

/// Authorization servers, Apple's CDN, Google's APIs and Firebase, simulated on the loopback
/// interface.
@Suite(.needs(LoopbackServer.isAvailable, "python3, curl and openssl are not all installed"))
struct ServerTests {
  static func policy(_ kind: String, pkce: String = "") -> String {
    """
    linkpolicy: 1
    name: acme
    authorization_server:
      issuer: { prod: "https://\(kind).acme.example" }
      endpoints:
        authorization: { prod: "https://\(kind).acme.example/authorize", sandbox: "https://\(kind)-sandbox.acme.example/authorize" }
        token: { prod: "https://\(kind).acme.example/token" }
    clients:
      app:
        provider: generic
        type: native
        client_id: { prod: acme-app, sandbox: acme-app-sandbox }
        redirect_uris:
          prod: ["https://app.acme.example/callback"]
          sandbox: ["https://sandbox.acme.example/callback"]
    """
  }

  static func metadata(_ host: String) -> String {
    """
    {"issuer":"https://\(host)","authorization_endpoint":"https://\(host)/authorize",
    "token_endpoint":"https://\(host)/token","code_challenge_methods_supported":["S256"],
    "token_endpoint_auth_methods_supported":["none"],"jwks_uri":"https://\(host)/keys",
    "authorization_response_iss_parameter_supported":true}
    """
  }

  /// Expected rules with `--probe-authorize` by the endpoint's behavior, without notes.
  static let endpoints: [(String, Set<String>)] = [
    ("authorize-exact", []),
    ("authorize-prefix", ["redirect-not-exact", "pkce-not-enforced"]),
    ("authorize-login", []),
    (
      "authorize-open",
      ["redirect-open", "redirect-not-exact", "environment-foreign-address", "pkce-not-enforced"]
    ),
    ("authorize-busy", ["rate-limited"]),
    ("authorize-none", ["redirect-not-registered"]),
  ]

  @Test(arguments: endpoints)
  func `a redirect shows which URIs are accepted`(kind: String, rules: Set<String>) throws {
    try Tool.withTemporaryDirectory { directory in
      let host = "\(kind).acme.example"
      let files = [
        host: [
          "/.well-known/openid-configuration": ServedFile(body: Self.metadata(host)),
          "/keys": ServedFile(body: #"{"keys":[{"kty":"EC"}]}"#),
        ],
        "app.acme.example": [:],
      ]
      let server = try LoopbackServer(
        files, registered: ["https://app.acme.example/callback"], in: directory)
      let local = try LiveTests.write(Self.policy(kind), in: directory)
      let run = VerifyRun(
        [
          "--environment", "prod", "--probe-authorize", "--only", "oauth,jwks,authorize",
          "--format", "json",
        ]
          + server.options + ["\(directory.path)/acme.yaml"], files: local)
      let found = try run.findings()
      #expect(
        Set(found.filter { $0.severity != "note" }.map(\.rule)) == rules, "\(found) \(run.errors)")
      let log = try server.log()
      let probes = log.requests.filter { $0.path.hasPrefix("/authorize") }
      #expect(probes.count <= 10 && probes.count == (kind.hasSuffix("busy") ? 1 : 10))
      #expect(log.requests.allSatisfy { $0.host == host }, "a redirect URI was fetched")
      #expect(probes.allSatisfy { $0.path.contains("prompt=none") && $0.agent.contains("(verify") })
      // Probes are half a second apart.
      #expect(run.pauses.filter { $0 == 0.5 }.count == probes.count - 1)
    }
  }

  @Test func `an endpoint is not probed if the metadata has another issuer`() throws {
    try Tool.withTemporaryDirectory { directory in
      let host = "authorize-open.acme.example"
      let other = Self.metadata(host).replacing(
        "\"issuer\":\"https://\(host)\"", with: "\"issuer\":\"https://other.example\"")
      let server = try LoopbackServer(
        [host: ["/.well-known/openid-configuration": ServedFile(body: other)]], in: directory)
      let local = try LiveTests.write(Self.policy("authorize-open"), in: directory)
      let run = VerifyRun(
        ["--environment", "prod", "--probe-authorize", "--format", "json"] + server.options
          + ["\(directory.path)/acme.yaml"], files: local)
      let rules = Set(try run.findings().map(\.rule))
      #expect(rules.isSuperset(of: ["issuer-mismatch", "verify-skipped"]))
      #expect(try server.log().requests.contains { $0.path.hasPrefix("/authorize") } == false)
    }
  }

  @Test func `server metadata is compared with the policy`() throws {
    let changes: [(String, String, Set<String>)] = [
      ("\"S256\"", "\"plain\"", ["metadata-pkce"]),
      ("\"code_challenge_methods_supported\":[\"S256\"],", "", ["metadata-pkce"]),
      ("/token\"", "/other\"", ["endpoint-mismatch"]),
      ("\"none\"", "\"client_secret_basic\"", ["metadata-authentication-method"]),
      ("parameter_supported\":true", "parameter_supported\":false", ["metadata-missing"]),
      ("\"issuer\":\"https://", "\"issuer\":\"https://x.", ["issuer-mismatch"]),
      ("https://metadata.acme.example/keys", "http://metadata.acme.example/keys", ["jwks-invalid"]),
      ("/keys", "/private", ["jwks-invalid"]), ("/keys", "/none", ["jwks-invalid"]),
      ("https://metadata.acme.example/keys", "https://elsewhere.example/keys", []),
      ("{", "[", ["metadata-missing"]),
    ]
    try Tool.withTemporaryDirectory { directory in
      let host = "metadata.acme.example"
      let local = try LiveTests.write(Self.policy("metadata"), in: directory)
      for (old, new, rules) in changes {
        let folder = directory.appending(path: UUID().uuidString)
        let server = try LoopbackServer(
          [
            host: [
              "/.well-known/openid-configuration": ServedFile(
                body: Self.metadata(host).replacing(old, with: new)),
              "/keys": ServedFile(body: #"{"keys":[{"kty":"EC"}]}"#),
              "/private": ServedFile(body: #"{"keys":[{"kty":"EC","d":"x"}]}"#),
            ]
          ], in: folder)
        let run = VerifyRun(
          ["--environment", "prod", "--format", "json"] + server.options
            + ["\(directory.path)/acme.yaml"], files: local)
        let found = try run.findings().filter { $0.severity != "note" }
        #expect(Set(found.map(\.rule)) == rules, "\(old) → \(new): \(found)")
      }
    }
  }

  // MARK: third parties

  static let cdn = "app-site-association.cdn-apple.com"
  static let google = "digitalassetlinks.googleapis.com"

  @Test func `each state of Apple's copy is reported, and none fails a run`() throws {
    let policy = LiveTests.policy(["www.acme.example"])
    var served = try LiveTests.files(policy)
    served["www.acme.example"]?[LiveTests.android] = nil
    let origin = served["www.acme.example"]?[LiveTests.apple]?.body ?? ""
    let states: [(ServedFile, String?, String)] = [
      (ServedFile(body: origin), nil, ""),
      (ServedFile(body: origin.replacing("\n", with: "")), nil, ""),
      (
        ServedFile(
          body: origin.replacing("orders", with: "old"),
          headers: ["Age": "1200", "Cache-Control": "max-age=21600"]), "cdn-stale",
        "`1200` s old of at most 21600 s"
      ),
      (ServedFile(status: 404, body: "Not Found"), "cdn-unknown", "has no file of"),
      (ServedFile(status: 405, body: ""), "cdn-unknown", "has no file of"),
      (
        ServedFile(
          status: 404, body: "",
          headers: ["Apple-Failure-Reason": "SWCERR00101 Bad HTTP Response: 403 Forbidden"]),
        "cdn-refused", "AASA-Bot"
      ),
      (
        ServedFile(
          status: 404, body: "",
          headers: ["Apple-Failure-Reason": "SWCERR00101 Bad HTTP Response: 404 Not Found"]),
        "cdn-refused", "wait an hour"
      ),
      (
        ServedFile(
          status: 404, body: "",
          headers: [
            "Apple-Failure-Reason":
              "SWCERR00202 Connections to private/reserved IP addresses are not allowed"
          ]),
        "cdn-refused", "public DNS"
      ),
      (
        ServedFile(status: 404, body: "", headers: ["Apple-Failure-Reason": "SWCERR00301 Timeout"]),
        "cdn-refused", "another network"
      ),
      (
        ServedFile(status: 404, body: "", headers: ["Apple-Failure-Reason": "SWCERR00999 New"]),
        "cdn-refused", "SWCERR00999 New"
      ),
    ]
    try Tool.withTemporaryDirectory { directory in
      let local = try LiveTests.write(policy, in: directory)
      for (file, rule, words) in states {
        var files = served
        files[Self.cdn] = ["/a/v1/www.acme.example": file]
        let folder = directory.appending(path: UUID().uuidString)
        let server = try LoopbackServer(files, in: folder)
        let run = VerifyRun(
          ["--third-party", "--only", "apple-cdn", "--format", "json"] + server.options
            + ["\(directory.path)/acme.yaml"], files: local)
        #expect(run.status == .clean, "\(run.errors)")
        #expect(Set(try run.findings().map(\.rule)) == Set([rule].compactMap { $0 }))
        #expect(words.isEmpty || run.output.contains(words), "\(run.output)")
      }
      // Apple's CDN still has the file after the host has removed it.
      var files = served
      files["www.acme.example"] = [:]
      files[Self.cdn] = ["/a/v1/www.acme.example": ServedFile(body: origin)]
      let server = try LoopbackServer(files, in: directory.appending(path: "gone"))
      let run = VerifyRun(
        ["--third-party", "--only", "apple-cdn", "--format", "json"] + server.options
          + ["\(directory.path)/acme.yaml"], files: local)
      #expect(try run.findings().map(\.rule) == ["cdn-stale"] && run.status == .clean)
      #expect(run.output.contains("no longer serves"))
    }
  }

  @Test func `the help depends on the error code of Google's API`() throws {
    let codes = [
      "INVALID_QUERY", "FETCH_ERROR", "FAILED_SSL_VALIDATION", "REDIRECT", "TOO_LARGE",
      "MALFORMED_HTTP_RESPONSE", "WRONG_CONTENT_TYPE", "MALFORMED_CONTENT",
      "SECURE_ASSET_INCLUDES_INSECURE", "FETCH_BUDGET_EXHAUSTED",
    ]
    let policy = LiveTests.policy(["www.acme.example"])
    try Tool.withTemporaryDirectory { directory in
      let local = try LiveTests.write(policy, in: directory)
      var helps: Set<String> = []
      for code in codes + ["", "linked"] {
        let body =
          code == "linked"
          ? #"{"linked":true,"errorCode":["ERROR_CODE_REDIRECT"]}"#
          : code.isEmpty
            ? "{}" : "{\"errorCode\":[\"ERROR_CODE_\(code)\"],\"debugString\":\"a\\nb\"}"
        let folder = directory.appending(path: UUID().uuidString)
        let server = try LoopbackServer(
          [
            Self.google: [
              "/v1/assetlinks:check": ServedFile(body: body),
              "/v1/statements:list": ServedFile(body: #"{"maxAge":"2856.4s"}"#),
            ]
          ], in: folder)
        let run = VerifyRun(
          ["--third-party", "--only", "google", "--format", "json"] + server.options
            + ["\(directory.path)/acme.yaml"], files: local)
        let rules = Set(try run.findings().map(\.rule))
        if code == "linked" {
          #expect(rules == [] && run.status == .clean)
        } else {
          #expect(rules == ["asset-not-linked", "asset-cached"] && run.status == .findings)
          helps.insert(
            run.output.split(separator: "\n").filter { $0.contains("\"help\"") }.joined())
        }
        let requested = try server.log().requests.map(\.path)
        #expect(
          requested.count == 4 && requested.contains { $0.contains("sha256_fingerprint=9C%3A41") })
      }
      #expect(helps.count == codes.count + 1)
    }
  }

  // MARK: Google and Apple themselves

  static let providers = Fixtures.policy("deployment-providers")

  @Test func `with both options, Google is contacted once for each redirect URI`() throws {
    try Tool.withTemporaryDirectory { directory in
      let local = try LiveTests.write(Self.providers, in: directory)
      let server = try LoopbackServer(
        ["accounts.google.com": [:]], registered: ["https://www.acme.example/google"],
        in: directory)
      func run(_ options: [String]) -> VerifyRun {
        VerifyRun(
          options + ["--format", "json", "--only", "authorize"] + server.options
            + ["\(directory.path)/acme.yaml"], files: local)
      }
      #expect(run(["--probe-authorize"]).status == .usage)
      let probe = run(["--probe-authorize", "--third-party", "--record", "\(directory.path)/r"])
      let found = try probe.findings()
      #expect(
        found.map(\.rule).sorted() == [
          "redirect-not-registered", "redirect-not-registered", "verify-skipped",
        ], "\(found) \(probe.errors)")
      #expect(found.contains { $0.message.contains("/other") && $0.message.contains("mismatch") })
      #expect(found.contains { $0.message.contains("invalid_client") })
      #expect(found.contains { $0.message.contains("/page") && $0.severity == "note" })
      #expect(probe.pauses == [0.5, 0.5, 0.5, 0.5])
      let replay = run(["--probe-authorize", "--third-party", "--replay", "\(directory.path)/r"])
      #expect(replay.output == probe.output)
      let log = try server.log()
      #expect(
        log.requests.count == 5 && log.requests.allSatisfy { $0.path.contains("prompt=none") })
    }
  }

  @Test func `public keys are fetched from jwks_uri and saved for simulate`() throws {
    try Tool.withTemporaryDirectory { directory in
      let local = try LiveTests.write(Self.providers, in: directory)
      let keys = #"{"keys":[{"kty":"RSA","kid":"a","alg":"RS256","n":"AQAB","e":"AQAB"}]}"#
      let odd = #"{"keys":[{"kty":"EC","kid":"a"},{"kty":"RSA","kid":"b"}]}"#
      let firebase = "/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com"
      let server = try LoopbackServer(
        [
          "www.googleapis.com": [
            "/oauth2/v3/certs": ServedFile(body: odd), firebase: ServedFile(status: 500, body: ""),
          ],
          "appleid.apple.com": ["/auth/keys": ServedFile(body: keys)],
        ], in: directory)
      func run(_ options: String...) -> VerifyRun {
        VerifyRun(
          options + ["--format", "json"] + server.options + ["\(directory.path)/acme.yaml"],
          files: local)
      }
      #expect(run("--only", "jwks").status == .usage)
      let requested = run("--only", "jwks", "--third-party", "--record", "\(directory.path)/r")
      let found = try requested.findings()
      #expect(found.map(\.rule).sorted() == ["jwks-invalid", "verify-unreachable"], "\(found)")
      #expect(found.allSatisfy { $0.severity == "warning" } && requested.status == .clean)
      #expect(try requested.checks().count == 3)
      let files = try FileManager.default.contentsOfDirectory(atPath: "\(directory.path)/r")
      #expect(
        Set(files.filter { $0.contains("jwks") }) == ["apple.jwks.json", "google.jwks.json"])
      let kept = try Data(contentsOf: directory.appending(path: "r/apple.jwks.json"))
      #expect(kept == Data(keys.utf8))
    }
  }

  @Test(arguments: [
    ("User-agent: *\nDisallow: /", true), ("User-agent: *\nDisallow: /.well-known/", true),
    ("User-agent: a\nUser-agent: *\r\nDisallow: /*.json$", true),
    ("User-agent: *\nDisallow: /\nAllow: /.well-known/", false),
    ("User-agent: *\nDisallow:", false), ("User-agent: a\nDisallow: /", false),
    ("User-agent: *\nDisallow: /x # all\nDisallow: /*x*y$", false), ("<html>Disallow: /", false),
    ("", false), ("Disallow: /", false), ("user-agent:*\nDISALLOW : /.well*links", true),
  ])
  func `robots.txt is fetched only with --third-party`(text: String, isReported: Bool) throws {
    let policy = LiveTests.policy(["www.acme.example"])
    let project = Project([InputFile(name: "a", text: policy)])
    var options = VerificationOptions()
    options.asksThirdParties = true
    options.targets = [.files]
    var files = try ExamplePolicies.generated(project)
    files["https://www.acme.example/robots.txt"] = Array(text.utf8)
    var verification = Verification(project, options: options)
    verification.send(with: PropertyTests.Files(files: files))
    let found = verification.report.findings.diagnostics
    #expect(Set(found.map(\.rule.rawValue)) == (isReported ? ["robots-blocks"] : []))
    #expect(found.allSatisfy { $0.severity == .note })
  }

  @Test func `email links without a custom domain are looked up at Firebase Hosting`() throws {
    let policy =
      ExamplePolicies.text + """

            email_actions:
              sign_in: { url: { prod: "https://www.acme.example/finish" }, handle_code_in_app: true, ios: { prod: acme-ios } }
        """
    let project = Project([InputFile(name: "a.yaml", text: policy)])
    var options = VerificationOptions()
    options.targets = [.firebase]
    options.environment = .prod
    var verification = Verification(project, options: options)
    verification.send(with: PropertyTests.Files(files: [:]))
    let urls = verification.report.checks.map(\.url.string)
    #expect(
      urls.contains("https://acme-prod.firebaseapp.com/.well-known/apple-app-site-association"),
      "\(urls)")
  }

  @Test func `the API key of a Firebase project is used but never printed`() throws {
    try Tool.withTemporaryDirectory { directory in
      let local = try LiveTests.write(ExamplePolicies.text, in: directory)
      let host = "auth.acme.example"
      let server = try LoopbackServer(
        [
          host: [
            "/__/auth/handler": ServedFile(
              type: "text/html", body: "<html><script src=handler.js>"),
            "/__/firebase/init.json": ServedFile(
              body: #"{"projectId":"acme-prod","apiKey":"AIzaSECRET"}"#),
          ],
          "identitytoolkit.googleapis.com": [
            "/v1/projects": ServedFile(body: #"{"authorizedDomains":["acme.example","localhost"]}"#)
          ],
        ], in: directory)
      let run = VerifyRun(
        [
          "--third-party", "--only", "firebase", "--format", "json", "--record",
          "\(directory.path)/r",
        ]
          + server.options + ["\(directory.path)/acme.yaml"], files: local)
      let found = try run.findings()
      #expect(Set(found.map(\.rule)) == ["authorized-domains-drift"])
      #expect(found.filter { $0.severity == "error" }.count == 3)
      #expect(found.contains { $0.severity == "warning" && $0.message.contains("`localhost`") })
      #expect(!run.output.contains("AIzaSECRET") && run.output.contains("key=[key]"))
      #expect(
        try server.log().requests.contains {
          $0.path.contains("key=AIzaSECRET&iosBundleId=com.acme.app")
        })
    }
  }
}
