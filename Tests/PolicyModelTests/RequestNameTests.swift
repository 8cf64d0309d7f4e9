import Foundation
import PolicyModel
import PolicyTestSupport
import PolicyText
import Testing

/// No reader asks for a name that the tables do not have: such a name would be refused before it is read.
@Suite struct RequestNameTests {
  /// The texts that the sources below a folder give to calls of a form.
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

  @Test func `every fact that is read is in a table`() throws {
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
      below: "Sources/LinkPolicy/Simulation",
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
  ]) func `a name that says secret is one`(name: String) {
    #expect(SecretName.matches(name.utf8))
  }

  @Test(arguments: [
    "client_id", "redirect_uris", "token_endpoint_auth", "token_endpoint", "token_type", "key_id",
    "secret_matches", "state", "scopes", "code_challenge", "name", "credentials", "webcredentials",
    "second", "pass_through", "", "_", "monkey", "private_relay", "authorization",
  ]) func `another name is none`(name: String) {
    #expect(!SecretName.matches(name.utf8))
  }
}
