import LinkPolicy
import Testing

/// Lines that are barely requests, or barely not.
@Suite struct LineTests {
  private static let good =
    #"{"client_id":"web-prod","redirect_uri":"https://lumen.example/cb"}"#

  @Test(arguments: [
    (good, "allowed"), (" \t" + good + "\r", "allowed"), ("{}", "client-id-missing"),
    (
      #"{"client_id":"web-prod","redirect_uri":"https:\/\/lumen.example\u002Fcb","x":[{"a":[1.5e-3,null]}]}"#,
      "allowed"
    ),
    (#"{"client\u005fid":"nobody","redirect_uri":"https://lumen.example/cb"}"#, "client-unknown"),
    // null: the request didn't have the parameter; absent: it wasn't recorded.
    (
      #"{"client_id":"web-prod","redirect_uri":"https://lumen.example/cb","state":null}"#,
      "state-missing"
    ),
    (
      #"{"client_id":"web-prod","redirect_uri":"https://lumen.example/cb","state":""}"#,
      "state-missing"
    ),
    (#"{"client_id":null,"redirect_uri":"https://lumen.example/cb"}"#, "client-id-missing"),
    (#"{"client_id":"web-prod","redirect_uri":null}"#, "redirect-uri-missing"),
    (#"{"client_id":"web-prod"}"#, "redirect-uri-missing"),
    (
      #"{"client_id":"web-prod","redirect_uri":"https://lumen.example/cb","environment":null}"#,
      "allowed"
    ),
    (
      #"{"client_id":"web-prod","redirect_uri":"https://lumen.example/cb","environment":"sandbox"}"#,
      "client-other-environment"
    ),
    // A query takes precedence over a URL, and both over fields. Parameters that a query lacks are
    // missing.
    (#"{"query":"client_id=nobody","client_id":"web-prod"}"#, "client-unknown"),
    (#"{"url":"https://x.example/a?client_id=nobody","query":"state=1"}"#, "client-id-missing"),
    (
      #"{"url":"https://x.example/a?client_id=web-prod&redirect_uri=https%3A%2F%2Flumen.example%2Fcb"}"#,
      "response-type-missing"
    ),
    (#"{"query":"client_id=%zz"}"#, "malformed-request"),
    (#"{"query":"client_id=a&client_id=b"}"#, "duplicate-parameter"),
    (#"{"query":null,"client_id":"nobody"}"#, "client-unknown"),
  ])
  func `a line is interpreted as documented`(_ line: String, _ reason: String) throws {
    let summary = try Replaying.run([line])
    #expect(summary.reasons == [ExactString(reason): 1])
    #expect(summary.addsUp)
  }

  @Test(arguments: [
    ("", "line-not-object"), ("   ", "line-not-object"), ("[]", "line-not-object"),
    ("null", "line-not-object"), ("GET /authorize 302", "line-not-object"),
    ("\u{FEFF}{}", "line-not-object"), (good + good, "line-syntax"), (good + "]", "line-syntax"),
    (String(good.dropLast()), "line-syntax"), ("{,}", "line-syntax"), (#"{"a":1,}"#, "line-syntax"),
    (#"{"a":01}"#, "line-syntax"), (#"{"a":+1}"#, "line-syntax"), (#"{"a":tru}"#, "line-syntax"),
    (#"{"a":"\q"}"#, "line-syntax"), (#"{"a":"\u12g4"}"#, "line-syntax"),
    (#"{"a":"\ud800"}"#, "line-syntax"), (#"{"a":"\udc00"}"#, "line-syntax"),
    (#"{'a':1}"#, "line-syntax"), (#"{"a" 1}"#, "line-syntax"), (#"{"a":[1,]}"#, "line-syntax"),
    (#"{"a":{"b"}}"#, "line-syntax"), ("{\"a\":\"\u{1}\"}", "line-syntax"),
    ("{\"a\":\"\u{0}\"}", "line-syntax"), ("{\u{A0}}", "line-syntax"), ("{} // a", "line-syntax"),
    (#"{"client_id":"a","client_id":"a"}"#, "field-twice"),
    (#"{"state":null,"st\u0061te":null}"#, "field-twice"),
    (#"{"client_id":1}"#, "field-type"), (#"{"scope":["devices"]}"#, "field-type"),
    (#"{"query":{}}"#, "field-type"), (#"{"environment":true}"#, "field-type"),
    (#"{"environment":"production"}"#, "environment-unknown"),
    (#"{"environment":""}"#, "environment-unknown"),
    (#"{"environment":"PROD"}"#, "environment-unknown"),
  ])
  func `a line that is not a request is counted with its error`(
    _ line: String, _ reason: String
  ) throws {
    let summary = try Replaying.run([line])
    #expect(summary.lines == 1)
    #expect(summary.malformed == 1)
    #expect(summary.samples.map(\.reason) == [reason])
    #expect(summary.addsUp)
  }

  @Test(
    arguments: [
      [0xFF], [0xC0, 0xAF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
      [0xC3],
      [0xE2, 0x82], [0x80],
    ] as [[UInt8]])
  func `invalid UTF-8 makes a line malformed`(_ bytes: [UInt8]) throws {
    let log = Array(#"{"other":""#.utf8) + bytes + Array("\"}\n".utf8)
    let summary = try Replaying.run(log)
    #expect(summary.samples.map(\.reason) == ["line-encoding"])
  }

  @Test func `ignored fields may be repeated`() throws {
    let line = #"{"ts":1,"ts":2,"client_id":"web-prod","redirect_uri":"https://lumen.example/cb"}"#
    #expect(try Replaying.run([line]).allow == 1)
  }

  @Test(arguments: [
    (0, 0), (255, 0), (256, 1), (100_000, 1),
  ])
  func `nesting is limited`(_ depth: Int, _ malformed: Int) throws {
    let value = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let summary = try Replaying.run([#"{"a":\#(depth == 0 ? "1" : value)}"#])
    #expect(summary.malformed == malformed)
    let problems = summary.samples.filter { $0.kind == "malformed" }.map(\.reason)
    #expect(problems == (malformed == 0 ? [] : ["line-nesting"]))
  }

  @Test func `a log without lines has a summary of zeros`() throws {
    let summary = try Replaying.run([UInt8]())
    #expect(summary.lines == 0)
    #expect(summary.samples.isEmpty)
    #expect(summary.clients.count == 3)
    #expect(summary.json.text().contains("\"flips\":{}"))
  }

  @Test(arguments: [10, 100, 1_000, 1_001, 5_000, 70_000])
  func `a line over the limit is counted and skipped, at any position`(length: Int) throws {
    let filler = String(repeating: "x", count: length - #"{"a":""}"#.utf8.count)
    let line = #"{"a":"\#(filler)"}"#
    for log in [
      [line], [Self.good, line, Self.good], [line, line, Self.good], [Self.good, line],
    ].map({ $0.joined(separator: "\n") }) {
      for jobs in [1, 3] {
        let summary = try Replaying.run(Array(log.utf8), jobs: jobs) {
          $0.limits.line = 1_000
          $0.limits.read = 64
          $0.limits.part = 40
          $0.limits.smallestPart = 1
        }
        let long = log.components(line)
        #expect(summary.malformed == (length > 1_000 ? long : 0), "\(jobs)")
        #expect(summary.allow == log.components(Self.good))
        #expect(summary.addsUp)
        let problems = summary.samples.filter { $0.kind == "malformed" }.map(\.reason)
        #expect(problems == (length > 1_000 ? ["line-too-long"] : []))
      }
    }
  }
}

extension String {
  /// Counts how often a line occurs.
  fileprivate func components(_ line: String) -> Int {
    split(separator: "\n", omittingEmptySubsequences: false).count { $0 == line }
  }
}
