import Foundation
import PolicyModel
import PolicyTestSupport
import PolicyText
import Testing

/// Suggestions are computed in a band of the distance table. The complete table must give the same
/// ones.
@Suite struct NearestNameTests {
  /// The textbook Damerau-Levenshtein distance, restricted to one edit per substring.
  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var table = [[Int]](repeating: Array(0...b.count), count: a.count + 1)
    for i in 0...a.count { table[i][0] = i }
    for i in 0..<a.count {
      for j in 0..<b.count {
        var cost = min(
          table[i][j + 1] + 1, table[i + 1][j] + 1, table[i][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          cost = min(cost, table[i - 1][j - 1] + 1)
        }
        table[i + 1][j + 1] = cost
      }
    }
    return table[a.count][b.count]
  }

  private static func nearest(to name: String, among candidates: [String]) -> String? {
    var best: (name: String, distance: Int)?
    for candidate in candidates {
      let (a, b) = (Array(name.utf8), Array(candidate.utf8))
      let found = distance(a, b)
      guard found <= min(3, max(1, max(a.count, b.count) / 3)), found < best?.distance ?? 4
      else { continue }
      best = (candidate, found)
    }
    return best?.name
  }

  @Test func `a band of the distance table gives the same suggestions as the whole table`() {
    var random = SeededRandom(seed: 2_211)
    func name() -> String {
      String(
        decoding: (0..<Int.random(in: 1...14, using: &random)).map { _ in
          UInt8(ascii: "a") + UInt8.random(in: 0..<3, using: &random)
        }, as: UTF8.self)
    }
    var found = 0
    for _ in 0..<4_000 {
      let candidates = (0..<4).map { _ in name() }
      let wanted = name()
      let expected = Self.nearest(to: wanted, among: candidates)
      #expect(Nearest.name(to: wanted, among: candidates) == expected, "\(wanted) \(candidates)")
      if expected != nil { found += 1 }
    }
    #expect(found > 300)
  }

  @Test(arguments: 0..<0x80)
  func `a JSON string escapes a byte at any position`(_ byte: Int) {
    let character = String(decoding: [UInt8(byte)], as: UTF8.self)
    let isPlain = (0x20..<0x7F).contains(byte) && byte != 0x22 && byte != 0x5C
    for position in 0...16 {
      let text =
        String(repeating: "a", count: position) + character
        + String(repeating: " ", count: 16 - position)
      let json = JSONValue.string(text).text()
      #expect((json == "\"" + text + "\"") == isPlain, "\(byte) at \(position)")
      #expect(json.utf8.count > 18 || isPlain)
    }
  }
}

/// The code reads only fields that the tables contain. Other names would be rejected before they
/// are read.
@Suite struct RequestNameTests {
  /// Returns the string literals in calls of a form, in the sources below a folder.
  private func names(below folder: String, _ pattern: String) throws -> Set<String> {
    let expression = try NSRegularExpression(pattern: pattern)
    var names: Set<String> = []
    for path in try Fixtures.files(below: folder) where path.hasSuffix(".swift") {
      let text = try String(contentsOf: Fixtures.root.appending(path: path), encoding: .utf8)
      for match in expression.matches(in: text, range: NSRange(text.startIndex..., in: text)) {
        if let range = Range(match.range(at: 1), in: text) { names.insert(String(text[range])) }
      }
    }
    return names
  }

  @Test func `every assumption that is read is in a table`() throws {
    var known: Set<String> = []
    for kind in RequestKind.allCases {
      let facts = RequestShape.kind(kind).keys.first { $0.name == "facts" }
      guard case .request(.object(let keys))? = facts?.shape else { continue }
      known.formUnion(keys.map(\.name))
    }
    let read = try names(
      below: "Sources/PolicyDecision", #"facts\.(?:value|text|list|flag|source)\(\s*"(\w+)""#)
    #expect(read.count > 20)
    #expect(read.subtracting(known).isEmpty, "\(read.subtracting(known))")
  }

  @Test func `every field that is read is in a table`() throws {
    let tables = RequestKind.allCases.map { RequestShape.kind($0) }
    var known = Set(tables.flatMap(\.names))
    for case .request(.object(let keys)) in tables.flatMap(\.keys).map(\.shape) {
      known.formUnion(keys.map(\.name))
    }
    let read = try names(
      below: "Sources/PolicyDecision/Requests/Reading",
      #"(?:ext|ord|equired|value\(of:)\(?\s*"(\w+)", (?:in: )?node\)"#)
    #expect(read.count > 20)
    #expect(read.subtracting(known).isEmpty, "\(read.subtracting(known))")
  }
}

@Suite struct SecretNameTests {
  @Test(arguments: [
    "secret", "client_secret", "CLIENT-SECRET", "clientSecret", "ClientSecretValue",
    "client_secert",
    "clint_secret", "password", "pasword", "db_passwrod", "api_key", "apiKey", "API-Key", "token",
    "tokens", "access_token", "idToken", "x-secret", "private_key", "privat_key", "signingKey",
    "passphrase", "code_verifier", "jwt", "db.pwd", "cl\u{456}ent_s\u{435}cret",
    "a_very_long_name_of_something_that_goes_on_and_on_and_on_until_its_secret",
  ]) func `a key name of a secret is recognized`(name: String) {
    #expect(SecretName.matches(name.utf8))
  }

  @Test(arguments: [
    "client_id", "redirect_uris", "token_endpoint_auth", "token_endpoint", "token_type", "key_id",
    "secret_matches", "state", "scopes", "code_challenge", "name", "credentials", "webcredentials",
    "second", "pass_through", "", "_", "monkey", "private_relay", "authorization",
  ]) func `other key names are not recognized as secrets`(name: String) {
    #expect(!SecretName.matches(name.utf8))
  }
}
