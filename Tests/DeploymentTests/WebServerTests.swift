import Foundation
import LinkPolicy
import LinkPolicyCLI
import PolicyTestSupport
import Testing

/// Verifies generated configurations of web servers by running the servers.
@Suite struct WebServerTests {
  /// A policy with every type of link rule, and all policies in the repository that have hosts.
  static let policies = [
    "domains": [
      """
      linkpolicy: 1
      name: acme
      apps:
        i: { platform: ios, bundle_id: com.acme.app, team_id: A1B2C3D4E5 }
        a:
          platform: android
          package_name: com.acme.app
          sha256_cert_fingerprints:
            prod:
              - "9C:41:07:E2:5B:D8:33:6A:F0:1E:84:C7:29:5D:B6:12:4F:A8:E3:70:9B:06:D1:3C:58:EE:27:94:BA:65:F2:0D"
      domains:
        www.h.example: { links: [{ apps: [i, a], rules: [{ path: /a }, { path: /b/*, exclude: true }] }] }
        apple.h.example: { links: [{ apps: [i], rules: [{ path: "/c/?*", query: { x: "*" } }] }] }
        android.h.example: { credentials: [a] }
      """
    ],
    "all": ((try? Fixtures.files(below: "Policies")) ?? [])
      .filter { $0.hasSuffix(".yaml") }
      .appending(
        "Tests/Fixtures/policies/app60.yaml", "Tests/Fixtures/policies/decisions.policy.yaml"
      )
      .compactMap { try? Fixtures.text($0) }.filter { $0.contains("\ndomains:") },
  ]

  @Test(
    .needs(LoopbackServer.isAvailable, "python3, curl and openssl are not all installed"),
    .needs("nginx"),
    arguments: policies.keys.sorted())
  func `verify finds nothing on nginx with the generated configuration`(policy: String) throws {
    try check("nginx", policy)
  }

  @Test(
    .needs(LoopbackServer.isAvailable, "python3, curl and openssl are not all installed"),
    .needs("apache2"),
    arguments: policies.keys.sorted())
  func `verify finds nothing on Apache with the generated configuration`(policy: String) throws {
    try check("apache2", policy)
  }

  @Test(
    .needs(LoopbackServer.isAvailable, "python3, curl and openssl are not all installed"),
    .needs("caddy"),
    arguments: policies.keys.sorted())
  func `verify finds nothing on Caddy with the generated configuration`(policy: String) throws {
    try check("caddy", policy)
  }

  private func check(_ server: String, _ policy: String) throws {
    let program = try #require(Tool.path(server))
    let texts = try #require(Self.policies[policy])
    try #require(!texts.isEmpty)
    let project = Project(
      texts.enumerated().map { InputFile(name: "\($0.offset).yaml", text: $0.element) })
    let files = try project.generatedFiles(
      targets: ["aasa", "assetlinks", "nginx", "apache", "caddy"], environment: .prod)
    try Tool.withTemporaryDirectory { directory in
      for file in files {
        let url = directory.appending(path: file.path)
        try Data(file.bytes).write(withFolderTo: url)
      }
      let hosts = Set(
        files.filter { ["aasa", "assetlinks"].contains($0.target) }
          .map { String($0.path.split(separator: "/")[2]) }
      ).sorted()
      let running = try WebServer(server, program, directory, hosts)
      let own = directory.appending(path: "Policies")
      try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
      for (index, text) in texts.enumerated() {
        try Data(text.utf8).write(to: own.appending(path: "\(index).yaml"))
      }
      let run = VerifyRun(
        ["--environment", "prod", "--only", "files", "--format", "json"] + running.options
          + [own.path], files: LocalFileSystem())
      #expect(run.status == .clean, "\(run.errors)")
      #expect(try run.findings().map(\.message) == [])
      let checks = try run.checks()
      #expect(checks.count >= hosts.count && checks.allSatisfy { $0.outcome == "ok" })
      // The site itself redirects all other paths.
      let root = checks.filter { $0.kind == "root copy" }
      #expect(!root.isEmpty)
    }
  }

  /// A server that stops when the object is released.
  final class WebServer {
    private struct Ready: Decodable {
      var port: Int
      var ca: String
    }

    private let process = Process()
    private let input = Pipe()
    let options: [String]

    init(_ kind: String, _ program: String, _ root: URL, _ hosts: [String]) throws {
      process.executableURL = URL(filePath: LoopbackServer.python ?? "")
      process.arguments =
        [
          Fixtures.root.appending(path: "Tests/Fixtures/verify/servers.py").path, kind, program,
          root.path,
        ]
        + hosts
      let output = Pipe()
      process.standardInput = input
      process.standardOutput = output
      try process.run()
      let line = output.fileHandleForReading.availableData
      let ready = try JSONDecoder().decode(Ready.self, from: line)
      options =
        hosts.flatMap { ["--resolve", "\($0):443:127.0.0.1:\(ready.port)"] } + [
          "--cacert", ready.ca,
        ]
    }

    deinit {
      try? input.fileHandleForWriting.close()
      process.waitUntilExit()
    }
  }
}

extension [String] {
  fileprivate func appending(_ more: String...) -> [String] { self + more }
}
