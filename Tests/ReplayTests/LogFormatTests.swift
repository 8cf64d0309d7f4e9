import Foundation
import LinkPolicy
import PolicyTestSupport
import Testing
import PolicyText

/// Logs in the formats of servers.
@Suite struct LogFormatTests {
  private static let formats = LogFormat.allCases.filter { $0 != .ndjson }

  /// Two endpoints. The client decides which one applies.
  private static let policy =
    Replaying.policy.replacing(
      "clients:\n  website:\n",
      with: """
        authorization_server:
          endpoints:
            authorization: { prod: "https://auth.lumen.example/authorize", sandbox: "https://auth.sandbox.lumen.example/authorize" }
        clients:
          website:

        """
    ).replacing(
      "    pkce: required\n",
      with: """
            pkce: required
            endpoints: { authorization: { prod: "https://strict.lumen.example/o/authorize" } }

        """)

  private static func run(
    _ log: some Sequence<UInt8>, _ format: LogFormat, policy: String = policy,
    set: (inout Replay.Options) -> Void = { _ in }
  ) -> ReplaySummary {
    var options = Replay.Options()
    options.format = format
    set(&options)
    return Replaying.project(policy).replay(Array(log), options: options)
  }

  private static func run(
    _ lines: [String], _ format: LogFormat, policy: String = policy
  ) -> ReplaySummary {
    run(lines.map { $0 + "\n" }.joined().utf8, format, policy: policy)
  }

  /// Returns the reasons for request lines in the combined format.
  private static func reasons(
    _ requests: String..., policy: String = policy
  ) -> [ExactString: Int] {
    run(
      requests.map { "1.2.3.4 - - \(time) \"\($0)\" 302 5 \"-\" \"-\"" }, .combined, policy: policy
    )
    .reasons
  }

  private static let time = "[22/Nov/2026:18:00:00 +0000]"
  private static let good =
    "client_id=web-prod&redirect_uri=https%3A%2F%2Flumen.example%2Fcb&response_type=code&state=s"

  @Test(arguments: formats)
  func `ten lines of a real log are counted once each`(format: LogFormat) throws {
    #expect(!Replaying.project(Self.policy).report.has(atLeast: .error))
    let file = Fixtures.root.appending(path: "Tests/Fixtures/logs/\(format.rawValue).log")
    let summary = Self.run(try Data(contentsOf: file), format)
    #expect(summary.addsUp)
    #expect(summary.lines == 10)
    #expect(summary.malformed == 1)
    #expect(
      summary.reasons == [
        "allowed": 2, "loopback-port": 1, "redirect-uri-not-registered": 1, "client-unknown": 1,
        "state-missing": 1, "not-authorization-request": 3,
      ])
    #expect(summary.clients["website"]?.allow == 2 && summary.clients["website"]?.deny == 2)
    let other = try #require(
      summary.samples.first { $0.reason == "not-authorization-request" })
    #expect(other.count == 3 && other.request == .null && other.kind == "ignore")
    let problem = try #require(summary.samples.first { $0.kind == "malformed" })
    #expect(
      problem.reason
        == (format.rawValue.count == 3 || format.rawValue.hasPrefix("com")
          ? "line-format" : "line-syntax"))
  }

  @Test(arguments: 1...UInt64(TestForm.size(2, full: 8)))
  func `the same requests in every format give the same summary`(seed: UInt64) throws {
    var maker = LogMaker(seed: seed)
    let requests = (0..<TestForm.size(150, full: 1_500)).map { _ in maker.request() }
    let texts = Self.formats.map { format in
      let summary = Self.run(requests.map { LogMaker.line($0, format) }, format)
      #expect(summary.addsUp)
      #expect(summary.lines == requests.count && summary.malformed == 0)
      return (format, summary.json.text())
    }
    for (format, text) in texts { #expect(text == texts[0].1, "\(format)") }
    // The same requests as objects with URLs, without requests to other pages.
    let urls = requests.filter(\.isAuthorization)
    #expect(!urls.isEmpty && urls.count < requests.count)
    let direct = Self.run(
      urls.map { JSONValue.object([("url", .string($0.target))]).text() }, .ndjson)
    var expected = Self.run(requests.map { LogMaker.line($0, .common) }, .common)
    #expect(
      expected.reasons.removeValue(forKey: "not-authorization-request")
        == requests.count - urls.count)
    #expect(direct.reasons == expected.reasons && direct.clients == expected.clients)
    #expect(
      direct.samples.map { $0.json.text() }
        == expected.samples.filter { $0.reason != "not-authorization-request" }
        .map { $0.json.text() })
  }

  @Test
  func `path and host decide what an authorization request is, if the policies have endpoints`() {
    #expect(Self.reasons("GET /authorize?\(Self.good) HTTP/1.1") == ["allowed": 1])
    #expect(
      Self.reasons("GET https://AUTH.lumen.example:443/authorize?\(Self.good) HTTP/1.1")
        == ["allowed": 1])
    // The endpoint of another client.
    #expect(Self.reasons("GET /o/authorize?\(Self.good) HTTP/1.1") == ["endpoint-unknown": 1])
    #expect(Self.reasons("GET /authorize HTTP/1.1") == ["client-id-missing": 1])
    for other in [
      "GET https://evil.example/authorize?\(Self.good) HTTP/1.1",
      "GET /authorize/?\(Self.good) HTTP/1.1", "GET /?\(Self.good) HTTP/1.1",
      "GET //authorize?\(Self.good) HTTP/1.1", "POST /authorize?\(Self.good) HTTP/1.1",
      "get /authorize?\(Self.good) HTTP/1.1", "GET /authorize?\(Self.good)", "-", "",
      "CONNECT auth.lumen.example:443 HTTP/1.1", "OPTIONS * HTTP/1.1", "GET  HTTP/1.1",
      #"\x16\x03\x01\x00"#,
    ] {
      #expect(Self.reasons(other) == ["not-authorization-request": 1], "\(other)")
    }
  }

  @Test func `without endpoints, the query decides`() {
    func reasons(_ target: String) -> [ExactString: Int] {
      Self.reasons("GET \(target) HTTP/1.1", policy: Replaying.policy)
    }
    #expect(reasons("/any/where?\(Self.good)") == ["allowed": 1])
    #expect(reasons("/x?response_type=code&client_id=web-prod") == ["redirect-uri-missing": 1])
    for target in [
      "/x", "/x?", "/x?client_id=web-prod", "/x?redirect_uri=a&xclient_id=web-prod",
      "/logout?client_id=web-prod&post_logout_redirect_uri=https%3A%2F%2Flumen.example%2F",
      "/x#?\(Self.good)", "/x?a#\(Self.good)",
    ] {
      #expect(reasons(target) == ["not-authorization-request": 1], "\(target)")
    }
  }

  @Test func `escapes of servers are decoded to the original request`() {
    let escaped = Self.good.replacing("state=s", with: #"state=\x22\x5c\"\\\xC3\xA9"#)
    #expect(Self.reasons("GET /authorize?\(escaped) HTTP/1.1") == ["allowed": 1])
    // Invalid UTF-8: the server saw other bytes, so they can't be decided here.
    let summary = Self.run(
      ["1.2.3.4 - - \(Self.time) \"GET /authorize?\(Self.good)\\xFF HTTP/1.1\" 302 5"], .common)
    #expect(summary.malformed == 1)
    #expect(summary.samples.first?.reason == "line-encoding")
  }

  @Test(arguments: [
    "", "x", "{}", "1.2.3.4 - - [22/Nov/2026:18:00:00 +0000]",
    "1.2.3.4 - - [22/Nov/2026:18:00:00 +0000] \"GET / HTTP/1.1",
    "1.2.3.4 - - [22/Nov/2026:18:00:00 +0000] \"GET / HTTP/1.1\" x 5 \"-\" \"-\"",
    "1.2.3.4 - - [22/Nov/2026:18:00:00 +0000] \"GET / HTTP/1.1\" 200 5 \"-\"",
    "1.2.3.4 - - [22/Nov/2026:18:00:00 +0000] \"GET / HTTP/1.1\" 200 5 \"-\" \"-\"x",
    "1.2.3.4 - - [22-Nov-2026:18:00:00 +0000] \"GET / HTTP/1.1\" 200 5 \"-\" \"-\"",
    "1.2.3.4 - \"x [22/Nov/2026:18:00:00 +0000] \"GET / HTTP/1.1\" 200 5 \"-\" \"-\"",
    "https 2026 a b c 0 0 0 200 200 1 1 \"GET https://a:443/ HTTP/1.1\"",
    "https 2026 a b c 0 0 0 what 200 1 1 \"GET https://a:443/ HTTP/1.1\" \"-\" a b",
  ])
  func `a line that is not in the format is malformed`(line: String) {
    for format in [LogFormat.combined, .alb] {
      let summary = Self.run([line], format)
      #expect(summary.malformed == 1 && summary.lines == 1, "\(format)")
      #expect(summary.samples.first?.reason == "line-format")
    }
  }

  @Test func `fields of objects are found by the log's names`() {
    func reasons(_ line: String, _ format: LogFormat) -> [ExactString: Int] {
      let summary = Self.run([line], format)
      guard summary.malformed == 0 else {
        return [ExactString(summary.samples.first?.reason ?? ""): 0]
      }
      return summary.reasons
    }
    let target = "/authorize?" + Self.good
    #expect(reasons(#"{"request_uri":"\#(target)"}"#, .nginx) == ["allowed": 1])
    #expect(reasons(#"{"request":"GET \#(target) HTTP/2.0"}"#, .nginx) == ["allowed": 1])
    #expect(
      reasons(#"{"request_uri":"\#(target)","request_method":"HEAD"}"#, .nginx)
        == ["not-authorization-request": 1])
    #expect(
      reasons(
        #"{"x-envoy-origin-path":"\#(target)",":authority":"auth.lumen.example:443"}"#, .envoy)
        == ["allowed": 1])
    #expect(
      reasons(#"{"path":"\#(target)","authority":"b.example"}"#, .envoy)
        == ["not-authorization-request": 1])
    #expect(reasons(#"{"path":null}"#, .envoy) == ["not-authorization-request": 1])
    #expect(
      reasons(#"{"url":"\#(target)","client_id":"web-prod"}"#, .envoy) == ["field-missing": 0])
    #expect(reasons(#"{"path":"\#(target)"}"#, .cloudflare) == ["field-missing": 0])
    #expect(reasons(#"{"path":1}"#, .envoy) == ["field-type": 0])
    #expect(reasons(#"{"path":"/","path":"/"}"#, .envoy) == ["field-twice": 0])
  }

  @Test func `CRLF, a missing final newline and parallel jobs give the same result`() throws {
    var maker = LogMaker(seed: 5)
    let requests = (0..<200).map { _ in maker.request() }
    let lines = requests.map { LogMaker.line($0, .combined) }
    let plain = Self.run(lines, .combined).json.text()
    #expect(Self.run(lines.joined(separator: "\r\n").utf8, .combined).json.text() == plain)
    for jobs in 1...3 {
      var options = Replay.Options()
      options.format = .combined
      options.jobs = jobs
      options.limits.part = 1_000
      options.limits.smallestPart = 1_000
      let log = OneLog(bytes: Array(lines.joined(separator: "\n").utf8))
      let summary = try Replay(Replaying.project(Self.policy), options: options)
        .run(["log"], logs: log)
      #expect(summary.json.text() == plain)
    }
  }

  @Test func `requests to other pages are shown only with the option for all`() {
    let line = "1.2.3.4 - - \(Self.time) \"GET /reset?token=t0p HTTP/1.1\" 200 5"
    #expect(!Self.run([line], .common).json.text().contains("t0p"))
    let open = Self.run((line + "\n").utf8, .common) { $0.redacts = false }
    #expect(open.samples.first?.request == .string(line))
  }
}

/// Random requests, and their lines in the formats of servers.
private struct LogMaker {
  struct Request {
    var method: String
    var target: String
    var isAuthorization: Bool { method == "GET" && target.hasPrefix("/authorize?") }
  }

  private var maker: LineMaker

  init(seed: UInt64) { maker = LineMaker(seed: seed) }

  mutating func request() -> Request {
    guard case .object(let members) = maker.request() else { return request() }
    let pieces = members.compactMap { member in
      member.key == "environment"
        ? nil : member.value.stringValue.map { "\(member.key)=\(PercentEncoding.encode($0))" }
    }
    let path = maker.chance.one(of: ["/authorize", "/authorize", "/authorize", "/", "/token"])
    let end = maker.chance.one(of: ["", "", "&x=\"", "&x=\\", "&x=é", "&x=\\x41"])
    return Request(
      method: maker.chance.one(of: ["GET", "GET", "GET", "POST"]),
      target: "\(path)?\(pieces.joined(separator: "&"))\(end)")
  }

  static func line(_ request: Request, _ format: LogFormat) -> String {
    let host = "auth.lumen.example"
    let (method, target) = (request.method, request.target)
    func json(_ members: (String, String)...) -> String {
      JSONValue.object([("status", 200)] + members.map { ($0.0, .string($0.1)) }).text()
    }
    let common =
      "10.1.2.3 - - [22/Nov/2026:18:00:00 +0000] "
      + "\"\(escaped("\(method) \(target) HTTP/1.1"))\" 302 17"
    return switch format {
    case .ndjson: json(("url", target))
    case .common: common
    case .combined: common + #" "-" "an \"agent\"""#
    case .alb:
      "https 2026-11-22T18:00:00.1Z app/a/1 10.1.2.3:1 10.0.0.1:80 0.000 0.001 0.000 302 302 1 2 "
        + "\"\(escaped("\(method) https://\(host):443\(target) HTTP/1.1"))\" \"agent\" - - "
    case .cloudflare:
      json(
        ("ClientRequestMethod", method), ("ClientRequestHost", host), ("ClientRequestURI", target))
    case .envoy: json(("method", method), ("path", target), ("authority", host))
    case .nginx:
      method == "POST"
        ? json(("request", "\(method) \(target) HTTP/1.1"), ("host", host))
        : json(("request_uri", target), ("request_method", method), ("http_host", host + ":8443"))
    }
  }

  /// As nginx escapes: quotes, backslashes and what is not ASCII.
  private static func escaped(_ text: String) -> String {
    text.utf8.map { byte in
      byte == 0x22 || byte == 0x5C || byte >= 0x80
        ? "\\x" + String(byte, radix: 16, uppercase: true) : String(Unicode.Scalar(byte))
    }.joined()
  }
}
