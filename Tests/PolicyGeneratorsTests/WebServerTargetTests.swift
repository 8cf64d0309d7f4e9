import Foundation
import PolicyGenerators
import PolicyModel
import PolicyTestSupport
import ProjectTestSupport
import Testing

/// Association files served by nginx.
struct NginxTargetTests {
  static let workspace = Workspace(texts: [
    HostTests.policy(
      "one",
      """
      domains:
        www.h.example: { links: [{ apps: [i, a], rules: [{ path: /a }] }] }
        apple.h.example: { environment: both, credentials: [i] }
        android.h.example: { credentials: [a] }
        sandbox.h.example: { environment: sandbox, credentials: [i, a] }
        empty.h.example: {}
      """)
  ])

  struct Answer: Decodable {
    var environment: String
    var host: String
    var path: String
    var status: Int
    var headers: [String: String]
    var body: Data
  }

  @Test(
    .needs("nginx", "python3"))
  func `files are served with their type, unchanged and without redirects`() throws {
    let nginx = try #require(Tool.path("nginx"))
    let python = try #require(Reading.python)
    let input = GeneratorInput(Self.workspace)
    let files = try GeneratorRegistry.files(
      for: input, targets: ["aasa", "assetlinks", "nginx"])
    #expect(
      files.filter { $0.target == "nginx" }.map(\.path) == [
        "prod/server/nginx.conf", "sandbox/server/nginx.conf",
      ])
    let hosts = [
      "www.h.example", "WWW.H.Example", "www.h.example:8080", "apple.h.example",
      "android.h.example", "sandbox.h.example", "empty.h.example", "other.example", "h.example",
      "x.www.h.example", "www.h.example.evil.example", "www.h.example.",
    ]
    let answers = try Tool.withTemporaryDirectory { directory in
      for file in files {
        let url = directory.appending(path: file.path)
        try Data(file.bytes).write(withFolderTo: url)
      }
      let run = try Tool.run(
        python, ["-c", Fixtures.program("nginx.py"), nginx, directory.path] + hosts, in: directory)
      try #require(run.status == 0, "\(run.output)")
      return try JSONDecoder().decode([Answer].self, from: Data(run.output.utf8))
    }
    #expect(answers.count == 2 * hosts.count * 3)
    var served = 0
    for answer in answers {
      // The host as servers compare it: without port, case and final dot.
      let host = answer.host.lowercased().replacing(#/(\.|:8080)$/#, with: "")
      let file = files.first { $0.path == "\(answer.environment)/hosts/\(host)\(answer.path)" }
      let place = "\(answer.environment) \(answer.host) \(answer.path)"
      if answer.path == "/elsewhere" {
        #expect(answer.status == 301, "the server block itself redirects")
      } else if let file {
        served += 1
        #expect(answer.status == 200, "\(place)")
        #expect(answer.headers["content-type"] == "application/json", "\(place)")
        #expect(answer.headers["location"] == nil, "\(place)")
        #expect([UInt8](answer.body) == file.bytes, "\(place)")
      } else {
        #expect(answer.status == 404, "\(place)")
        #expect(answer.headers["location"] == nil, "\(place)")
      }
    }
    // Prod: four spellings of www with two files each, apple, android; sandbox: apple and sandbox.
    #expect(served == 4 * 2 + 1 + 1 + 1 + 2)
  }
}

/// Headers for hosting services in their documented formats.
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
  func `a path is followed by its indented headers`(target: String) throws {
    let texts = try Self.texts(target)
    let prod = try #require(texts["prod/server/\(target)/_headers"])
    #expect(
      prod.split(separator: "\n").filter { !$0.hasPrefix("#") } == [
        "/.well-known/apple-app-site-association", "  Content-Type: application/json",
        "/.well-known/assetlinks.json", "  Content-Type: application/json",
      ])
    // Only files that a host of the environment serves.
    let sandbox = try #require(texts["sandbox/server/\(target)/_headers"])
    #expect(sandbox.contains("assetlinks.json") && !sandbox.contains("apple"))
  }

  @Test func `a site's catch-all rule on Netlify comes after the files`() throws {
    let text = try #require(try Self.texts("netlify")["prod/server/netlify/_redirects"])
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let words = line.split(separator: " ")
      #expect(words.count == 3 && words[0] == words[1] && words[2] == "200")
    }
  }

  @Test(arguments: ["vercel": "vercel.json", "firebase-hosting": "firebase.json"])
  func `JSON settings have the path and its header`(target: String, file: String) throws {
    let text = try #require(try Self.texts(target)["prod/server/\(file)"])
    #expect(text.contains("\"source\": \"/.well-known/apple-app-site-association\""))
    #expect(text.contains("\"source\": \"/.well-known/assetlinks.json\""))
    #expect(
      text.contains("\"key\": \"Content-Type\"") && text.contains("\"value\": \"application/json\"")
    )
    #expect(text.utf8.last == 0x0A)
  }

  @Test func `Firebase Hosting deploys dot files, and its own are not generated`() throws {
    let text = try #require(try Self.texts("firebase-hosting")["prod/server/firebase.json"])
    #expect(text.contains("\"appAssociation\": \"NONE\"") && !text.contains("**/.*"))
  }
}
