import PolicyGenerators
import PolicyModel
import ProjectTestSupport
import Testing

/// Headers for hosting services, by their published formats.
struct HostingTargetTests {
  static let workspace = Workspace(texts: [
    HostTests.policy(
      "one",
      """
      domains:
        www.h.example: { links: [{ apps: [i, a], rules: [{ path: /a }] }] }
        sandbox.h.example: { environment: sandbox, credentials: [a] }
      """)
  ])

  static func texts(_ target: String) throws -> [String: String] {
    let files = try GeneratorRegistry.files(for: GeneratorInput(workspace), targets: [target])
    return Dictionary(
      uniqueKeysWithValues: files.map { ($0.path, String(decoding: $0.bytes, as: UTF8.self)) })
  }

  @Test(arguments: ["netlify", "cloudflare"])
  func `a path is followed by its headers, indented`(target: String) throws {
    let texts = try Self.texts(target)
    let prod = try #require(texts["prod/server/\(target)/_headers"])
    #expect(
      prod.split(separator: "\n").filter { !$0.hasPrefix("#") } == [
        "/.well-known/apple-app-site-association", "  Content-Type: application/json",
        "/.well-known/assetlinks.json", "  Content-Type: application/json",
      ])
    // Only what some host of the environment serves.
    let sandbox = try #require(texts["sandbox/server/\(target)/_headers"])
    #expect(sandbox.contains("assetlinks.json") && !sandbox.contains("apple"))
  }

  @Test func `a catch-all of a site on Netlify comes after the files`() throws {
    let text = try #require(try Self.texts("netlify")["prod/server/netlify/_redirects"])
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let words = line.split(separator: " ")
      #expect(words.count == 3 && words[0] == words[1] && words[2] == "200")
    }
  }

  @Test(arguments: ["vercel": "vercel.json", "firebase-hosting": "firebase.json"])
  func `settings in JSON name the path and its header`(target: String, file: String) throws {
    let text = try #require(try Self.texts(target)["prod/server/\(file)"])
    #expect(text.contains("\"source\": \"/.well-known/apple-app-site-association\""))
    #expect(text.contains("\"source\": \"/.well-known/assetlinks.json\""))
    #expect(
      text.contains("\"key\": \"Content-Type\"") && text.contains("\"value\": \"application/json\"")
    )
    #expect(text.utf8.last == 0x0A)
  }

  @Test func `Firebase Hosting deploys what lies below a dot, and writes no files of its own`()
    throws
  {
    let text = try #require(try Self.texts("firebase-hosting")["prod/server/firebase.json"])
    #expect(text.contains("\"appAssociation\": \"NONE\"") && !text.contains("**/.*"))
  }
}
