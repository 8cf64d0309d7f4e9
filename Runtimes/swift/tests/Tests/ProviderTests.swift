import Testing

@testable import LinkPolicyRuntime

@Suite struct AppFlipTextTests {
  private static let link =
    "https://www.acme.example/flip?state=STATE&client_id=google-home-prod&scope=devices"
    + "&redirect_uri=https://oauth-redirect.googleusercontent.com/a/com.google.OPA"

  @Test(arguments: [
    ("state=STATE", "x=1", "state-missing"),
    ("client_id=google-home-prod", "x=1", "client-id-missing"),
    ("google-home-prod", "CLIENT", "client-unknown"),
    ("=devices", "=SCOPE", "scope-not-allowed"),
    ("=devices", "=devices&code_challenge_method=S256&code_challenge=SHORT", "pkce-challenge"),
    (
      "=devices",
      "=devices&code_challenge_method=METHOD&code_challenge=" + String(repeating: "C", count: 43),
      "pkce-method"
    ),
    ("=devices", "=devices&code_challenge_method=METHOD", "pkce-missing"),
  ])
  func `a refused request has a description of its own, without a value of the request`(
    old: String, new: String, reason: String
  ) throws {
    let decision = LinkPolicyAllowlist.decideAppFlip(
      url: Self.link.replacing(old, with: new), environment: .prod,
      errorDescription: { $0.appFlipDescription })
    guard case .returnError(let target, "invalid_request", let actual) = decision else {
      throw Failure("\(decision)")
    }
    #expect(actual.rawValue == reason)
    let text = actual.appFlipDescription
    #expect(text != LinkPolicyAllowlist.Reason.allowed.appFlipDescription)
    #expect(target.contains("error_description=" + text.replacing(" ", with: "%20")))
    for value in ["CLIENT", "SCOPE", "SHORT", "METHOD", "STATE"] { #expect(!text.contains(value)) }
  }

  @Test func `descriptions are different, and ASCII that RFC 6749 allows`() {
    let texts = LinkPolicyAllowlist.Reason.allCases.map(\.appFlipDescription)
    #expect(Set(texts).count == 9)
    for text in texts {
      let isAllowed = text.utf8.allSatisfy {
        (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
      }
      #expect(isAllowed && text.utf8.count <= 60, "\(text)")
    }
  }

  @Test func `no description is sent unless one is given`() throws {
    let decision = LinkPolicyAllowlist.decideAppFlip(
      url: Self.link.replacing("=devices", with: "=x"), environment: .prod)
    guard case .returnError(let target, _, _) = decision else { throw Failure("\(decision)") }
    #expect(!target.contains("error_description"))
  }
}

@Suite struct GoogleScopesTests {
  private static let prefix = "https://www.googleapis.com/auth/userinfo."

  @Test(arguments: ["email", "profile"])
  func `a short name is equal to its long name, and to nothing else`(name: String) {
    let names = [name, Self.prefix + name]
    for requested in names {
      let scopes = GoogleScopes("test", [requested])
      for same in names { #expect(scopes.missing(granted: [same]).isEmpty) }
      for other in ["openid", Self.prefix + "openid", name + " ", name.uppercased()] {
        #expect(scopes.missing(granted: [other]) == [requested])
      }
      #expect(scopes.missing(granted: nil) == [requested])
    }
  }
}
