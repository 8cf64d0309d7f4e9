import PolicyDecision
import PolicyText
import PolicyTestSupport
import Testing

/// Samples contain only the parts of a request that decide.
@Suite struct RedactionTests {
  private static let secret = "QZXJQZXJ"

  /// URIs with a secret, and as they are printed.
  static var masked: [(String, String)] {
    get throws { try Fixtures.rows("redacted-uris").map { ($0[0], $0[1]) } }
  }

  /// URIs without secrets.
  static let plain = [
    "https://a.example/cb", "https://a.example/cb?state",
    "https://a.example/cb?code_challenge=QZXJ&code_challenge_method=S256",
    "https://a.example/cb?response_type=code&statement=QZXJ", "https://a.example/a@b?x=1",
    "com.acme.app:/cb?x=1", "http://127.0.0.1:8080/cb%", "https://a.example/cb?x=%zz",
    "https://a.example/?token_type=bearer", "123-abc@apps", "a%3",
    "https://a.example/?barcode=1&country_code=de&statecode=1&codename=x&user=1",
    "a GOCSPX- b", "MIIDazCCAlOgAwIBAgIUKrrP8kzXOJ0kR5tAf3IvOwXGyJYwDQYJKoZIhvcNAQEL",
    "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEKrrP8kzXOJ0kR5tAf3IvOwXGyJYwDQYJ",
    "AIzaSyA1234567890abcdefghijklmnopqrstuv", "-----BEGIN PUBLIC KEY----- MFkwEwYHKoZIzj0C",
    "123456789012-abcdefghijklmnopqrstuvwxyz012345.apps.googleusercontent.com",
  ]

  @Test(arguments: try masked) func `a URI is printed without its secrets`(
    _ text: String, _ shown: String
  ) {
    #expect(ParameterMask().masked(ExactString(text)).string == shown)
    #expect(ParameterMask().masked(ExactString(shown)).string == shown)
  }

  @Test(arguments: plain) func `a URI without secrets is printed unchanged`(_ text: String) {
    #expect(ParameterMask().masked(ExactString(text)).string == text)
  }

  @Test(arguments: [1_000, 100_000]) func `hostile strings take one pass`(count: Int) {
    // Quadratic work would not finish.
    for piece in ["%25", "%", "http:", "=", "state=", "://", "@:", "%3A%2F", "http://@", "a:/@"] {
      let text = ExactString(String(repeating: piece, count: count))
      #expect(ParameterMask().masked(text).utf8.count <= text.utf8.count * 12)
    }
  }

  /// Lines with a value in every possible position.
  private static func lines(_ value: String) -> [String] {
    let names = [
      "state", "code", "oobCode", "client_secret", "client_assertion", "code_verifier", "id_token",
      "id_token_hint", "access_token", "refresh_token", "assertion", "login_hint", "nonce", "x",
    ]
    var lines: [String] = []
    for name in names {
      let nested = "https://a.example/cb?\(name)=\(value)&b=1"
      let matrix = "https://a.example/cb;\(name)=\(value)"
      lines += [
        #"{"query":"client_id=nobody&\#(name)=\#(value)"}"#,
        #"{"query":"client_id=nobody&\#(name)=\#(value)&\#(name)=\#(value)"}"#,
        #"{"url":"https://u:\#(value)@a.example/?client_id=nobody&\#(name)=\#(value)#\#(value)"}"#,
        #"{"client_id":"nobody","redirect_uri":"x","\#(name)":"\#(value)"}"#,
      ]
      guard name != "nonce", name != "x" else { continue }
      for uri in [nested, matrix, "https://\(value)@a.example/"] {
        var encoded = uri
        for _ in 0..<3 {
          lines.append(#"{"client_id":"web-prod","redirect_uri":"\#(encoded)"}"#)
          encoded = PercentEncoding.encode(encoded)
          lines.append(#"{"query":"client_id=web-prod&redirect_uri=\#(encoded)&scope=a"}"#)
          lines.append(
            #"{"query":"client_id=web-prod;\#(name)=\#(value)&redirect_uri=\#(encoded)"}"#)
          lines.append(#"{"url":"https://a.example/?redirect_uri=\#(encoded)&client_id=web-prod"}"#)
        }
      }
      lines.append(#"{"client_id":"a;\#(name)=\#(value)","redirect_uri":"x"}"#)
      lines.append(#"{"query":"client_id=web-prod&scope=a;\#(name)=\#(value)&redirect_uri=x"}"#)
    }
    return lines
  }

  @Test func `samples contain only what decides`() throws {
    for line in Self.lines(Self.secret) {
      let summary = try Replaying.run([line], against: Replaying.older)
      #expect(!summary.samples.isEmpty)
      let text = summary.json.text()
      #expect(!text.contains("QZXJ"), "\(line)\n\(text)")
    }
  }

  @Test func `samples of parts equal those of the whole`() throws {
    let lines = Self.lines("QZXJ1") + Self.lines("QZXJ2") + Self.lines("QZXJ3")
    let log = Array(lines.map { $0 + "\n" }.joined().utf8)
    let whole = try Replaying.run(log, against: Replaying.older)
    var sum = ReplaySummary()
    for part in stride(from: 0, to: lines.count, by: 97) {
      let part = Array(lines[part..<min(part + 97, lines.count)])
      let read = try ReplaySummary.read(
        Array(Replaying.run(part, against: Replaying.older).json.text().utf8))
      for one in read { try sum.add(one, samples: 5) }
    }
    #expect(sum.json.text() == whole.json.text())
    let jobs = try Replaying.run(log, against: Replaying.older, jobs: 3)
    #expect(jobs.samples.map { $0.json.text() } == whole.samples.map { $0.json.text() })
  }
}
