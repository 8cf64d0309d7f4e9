import Foundation
import PolicyModel
import PolicyTestSupport
import PolicyText
import Testing

/// The cases of web-platform-tests for URLs without a base (`Tests/Vectors/urltestdata.json`).
@Suite struct BrowserURLTests {
  struct Case {
    var input: String
    var href: ExactString?
    var found: ExactString? { BrowserURL.href(ExactString(input)) }
  }

  /// Cases with absolute URLs. Those that need IDNA mapping tables are returned separately, so they
  /// aren't lost.
  static func cases() throws -> (inScope: [Case], idna: [Case]) {
    let array = try #require(
      JSONSerialization.jsonObject(with: try Fixtures.vectors("urltestdata.json")) as? [Any])
    var inScope: [Case] = []
    var idna: [Case] = []
    for case let object as [String: Any] in array {
      guard let input = object["input"] as? String, !(object["base"] is String) else { continue }
      let item = Case(input: input, href: (object["href"] as? String).map { ExactString($0) })
      if needsIDNA(input) { idna.append(item) } else { inScope.append(item) }
    }
    return (inScope, idna)
  }

  /// Whether the authority has characters outside ASCII, percent-encoded ones, or `xn--` labels.
  static func needsIDNA(_ input: String) -> Bool {
    let scheme = input.prefix { $0 != ":" }.lowercased().trimmingCharacters(in: .whitespaces)
    guard ["http", "https", "ws", "wss", "ftp", "file"].contains(scheme) else { return false }
    let authority = input.dropFirst(scheme.count + 1).drop { $0 == "/" || $0 == "\\" }
      .prefix { !"/\\?#".contains($0) }
    let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    return host.unicodeScalars.contains { !$0.isASCII } || host.lowercased().contains("xn--")
      || host.range(of: "%[89A-Fa-f][0-9A-Fa-f]", options: .regularExpression) != nil
  }

  @Test func `absolute URLs are parsed like in browsers`() throws {
    let cases = try Self.cases().inScope
    #expect(cases.count == 527)
    for item in cases where item.found != item.href {
      Issue.record(
        "\(item.input.debugDescription): \(item.found ?? "nil") is not \(item.href ?? "nil")")
    }
  }

  /// A leading space changes nothing, but such a URL is always parsed.
  @Test func `a URL that needs no parser is its own serialization`() {
    let pieces = ["a", "b-", "1", "0x7f", ".", "/", "?", "=", "&", "_~", "B", "%41", ":80", "@"]
    var random = SeededRandom(seed: 32)
    var same = 0
    for _ in 0..<20_000 {
      let length = Int.random(in: 0...8, using: &random)
      let text = "https://" + (0..<length).map { _ in random.one(of: pieces) }.joined()
      let href = BrowserURL.href(ExactString(text))
      #expect(href == BrowserURL.href(ExactString(" " + text)), "\(text)")
      if href == ExactString(text) { same += 1 }
    }
    #expect(same > 500)
  }

  /// The missing tables have compatibility mappings (mathematical letters) and characters that
  /// labels must not contain.
  @Test func `hosts that need IDNA tables are out of scope, but most agree`() throws {
    let cases = try Self.cases().idna
    #expect(cases.count == 28)
    let wrong = cases.filter { $0.found != $0.href }.map(\.input)
    #expect(wrong == ["file://loC𝐀𝐋𝐇𝐨𝐬𝐭/usr/bin", "https://\u{FFFF}y"])
  }

  @Test(arguments: [
    ("0x7f.1", "127.0.0.1"), ("2130706433", "127.0.0.1"), ("0177.0.0.1", "127.0.0.1"),
    ("017700000001", "127.0.0.1"), ("１２７.0.0.1", "127.0.0.1"), ("127。0。0。1", "127.0.0.1"),
    ("%31%32%37.0.0.1", "127.0.0.1"), ("1", "0.0.0.1"), ("127.1.", "127.0.0.1"),
  ])
  func `IPv4 addresses in unusual notations are recognized`(host: String, address: String) throws {
    #expect(try #require(BrowserHost(Array(host.utf8))).text == address)
  }
}

/// The rule `continue-url-characters` agrees with recorded results of the Admin SDK for Node.js.
@Suite struct ContinueURLVectorTests {
  struct Row: CustomTestStringConvertible {
    var id: String
    var url: String
    var isAccepted: Bool
    var testDescription: String { id }
  }

  static let rows: [Row] = {
    let text = (try? Fixtures.text("Tests/Vectors/firebase_url_validity.tsv")) ?? ""
    return text.split(separator: "\n").dropFirst().compactMap { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      let value = try? JSONSerialization.jsonObject(
        with: Data(fields[2].utf8), options: .fragmentsAllowed)
      // A missing URL has no position to report.
      guard let url = value as? String else { return nil }
      return Row(id: fields[0], url: url, isAccepted: fields[4] == "ok")
    }
  }()

  @Test func `all vectors with a URL are read`() {
    #expect(Self.rows.count == 13)
  }

  @Test(arguments: rows)
  func `a URL is an error exactly if the Admin SDK rejects it`(row: Row) throws {
    let policy = """
      linkpolicy: 1
      name: vector
      providers:
        firebase:
          project_id: { prod: acme-home }
          email_actions: { verify_email: { url: { prod: "\(row.url)" } } }

      """
    let found = Checking.diagnostics(policy).filter { $0.rule == "continue-url-characters" }
    #expect(found.contains { $0.severity == .error } == !row.isAccepted)
  }
}
