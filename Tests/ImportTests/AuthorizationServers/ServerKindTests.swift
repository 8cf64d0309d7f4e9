import Foundation
import LinkPolicy
import PolicyText
import PolicyImport
import PolicyTestSupport
import Testing

/// The values and findings of authorization server exports.
struct ServerKindTests {
  @Test(arguments: ServerFixtures.names)
  func `a server's file gives the recorded values and findings`(name: String) throws {
    let source = ServerFixtures.source(try ServerFixtures.bytes(name), named: name)
    let report = ServerFixtures.report(source)
    try Golden.check(Array(report.utf8), "import/servers/\(name).txt")
  }

  @Test(arguments: ServerFixtures.names)
  func `the format is detected from the content, for any file name`(name: String) throws {
    let source = ServerFixtures.source(try ServerFixtures.bytes(name), named: "x/unknown")
    guard let kind = ServerFixtures.kind(of: source) else {
      #expect(name == "terraform-main.tf")
      return
    }
    let start = name.prefix { $0 != "-" }
    #expect(kind.name.hasPrefix(start), "\(name) was read as \(kind.name)")
  }

  /// The secrets of the fixtures.
  static let secrets = [
    "9b1de6f5-d3fb", "5b0c8f6e-0e9a", "never-copy-me", "3f0a9b6f2f0b", "hydra-secret",
    "cf136dc3c1fc", "ZXhhbXBsZS1hcHAtc2VjcmV0", "okta-secret", "1example23456789", "spring-secret",
    "HEYByn6WXiQUI1D6ezTnAf", "doorkeeper-secret", "other-secret", "third-secret", "GOCSPX-",
    "keep-this-out", "tf-keycloak", "tf-okta", "tf-google", "-keep",
  ]

  @Test(arguments: ServerFixtures.names)
  func `values contain no secrets, and the bytes of secrets are marked`(name: String) throws {
    let bytes = try ServerFixtures.bytes(name)
    let source = ServerFixtures.source(bytes, named: name)
    let report = ServerFixtures.report(source)
    var run = ImportRun()
    run.read(source, isNamed: true)
    for secret in Self.secrets {
      #expect(!report.utf8.contains(secret.utf8), "\(secret)")
      // Snippets omit these bytes.
      var start = 0
      while let found = bytes.firstRange(of: Array(secret.utf8), from: start) {
        start = found.upperBound
        let isMarked = ServerFixtures.secrets(run.imported, source).contains {
          $0.start <= found.lowerBound && found.upperBound <= $0.end
        }
        #expect(isMarked, "\(secret)")
      }
    }
  }

  @Test(arguments: ServerFixtures.names)
  func `every URI in a file is a value or in one finding`(name: String) throws {
    let bytes = try ServerFixtures.bytes(name)
    let source = ServerFixtures.source(bytes, named: name)
    var run = ImportRun()
    run.read(source, isNamed: true)
    let imported = run.imported
    let spans =
      imported.values.map(\.location.span) + imported.findings.map(\.location.span)
      + imported.skipped.map(\.location.span) + run.findings.map(\.location.span)
    for range in SourceURIs.find(in: bytes) {
      let isNamed = spans.contains { $0.start <= range.lowerBound && range.upperBound <= $0.end }
      #expect(
        isNamed || SourceURIs.isNone(of: name, String(decoding: bytes[range], as: UTF8.self)),
        "\(String(decoding: bytes[range], as: UTF8.self))")
    }
  }

  @Test func `keywords of Auth0 are replaced by the given values`() throws {
    var options = ImportOptions()
    options.definitions["LOGOUT_URLS"] =
      #"["https://one.lumen.example/bye","https://two.lumen.example/bye"]"#
    options.definitions["ORIGINS"] = #"["https://shop.lumen.example"]"#
    let source = ServerFixtures.source(
      try ServerFixtures.bytes("auth0-tenant.yaml"), named: "tenant.yaml", options: options)
    let report = ServerFixtures.report(source)
    #expect(
      report.utf8.contains("post_logout_redirect_uris = `https://two.lumen.example/bye`".utf8))
    #expect(report.utf8.contains("cors_origins = `https://shop.lumen.example`".utf8))
    #expect(!report.utf8.contains("= `@@".utf8))
  }

  @Test(arguments: [
    (
      "realm-export.json",
      """
      { "realm": "acme", "clients": [{ "clientId": "shop", "protocol": "openid-connect",
        "publicClient": true, "redirectUris": ["https://shop.lumen.example/cb"],
        "attributes": { "post.logout.redirect.uris": "+##https://shop.lumen.example/bye" } }] }
      """
    ),
    (
      "main.tf",
      """
      resource "keycloak_openid_client" "shop" {
        client_id                       = "shop"
        access_type                     = "PUBLIC"
        standard_flow_enabled           = true
        valid_redirect_uris             = ["https://shop.lumen.example/cb"]
        valid_post_logout_redirect_uris = ["https://shop.lumen.example/bye", "+"]
      }
      """
    ),
  ])
  func `a plus adds redirect URIs to post-logout URIs`(name: String, text: String) throws {
    let policy = Importing.run([(name, text)]).text
    let key = try #require(policy.range(of: "post_logout_redirect_uris:"), "\(policy)")
    for page in ["/cb\n", "/bye\n"] {
      #expect(policy[key.upperBound...].contains("https://shop.lumen.example\(page)"), "\(policy)")
    }
  }

  @Test(arguments: ServerFixtures.names)
  func `any part of a file is read without a crash`(name: String) throws {
    let bytes = try ServerFixtures.bytes(name)
    var random = SeededRandom(seed: UInt64(bytes.count))
    for _ in 0..<40 {
      var cut = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
      if Bool.random(using: &random), !cut.isEmpty {
        cut[Int.random(in: cut.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      for kind in ImportFormats.all {
        let source = ServerFixtures.source(cut, named: name)
        var imported = ImportedValues()
        if kind.recognize(source) == .yes { kind.read(source, into: &imported) }
        for fact in imported.values {
          #expect(fact.location.span.end <= cut.count)
        }
      }
    }
  }
}

extension Sequence where Self: Collection, Element == UInt8 {
  func contains(_ other: some Collection<UInt8>) -> Bool {
    let haystack = Array(self)
    return haystack.firstRange(of: Array(other), from: 0) != nil
  }
}

extension [UInt8] {
  /// Returns the first occurrence of some bytes.
  func firstRange(of other: [UInt8], from start: Int) -> Range<Int>? {
    guard !other.isEmpty, count >= other.count else { return nil }
    var index = start
    while index + other.count <= count {
      if self[index..<index + other.count].elementsEqual(other) {
        return index..<index + other.count
      }
      index += 1
    }
    return nil
  }
}
