import Foundation
import LinkPolicy
import PolicyTestSupport
import Testing

/// Properties of all policies and all files.
@Suite struct PropertyTests {
  /// Serves only these files.
  struct Files: Fetcher {
    let files: [String: [UInt8]]

    func responses(to requests: [ObservedRequest]) -> [ObservedResult] {
      requests.map { request in
        let body = files[request.url.string]
        return ObservedResult(
          url: request.url, time: 0,
          .response(
            ObservedResponse(
              status: body == nil ? 404 : 200,
              headers: [.init("content-type", "application/json")], body: body ?? [])))
      }
    }
  }

  static func report(_ project: Project, _ files: [String: [UInt8]]) -> VerificationReport {
    var options = VerificationOptions()
    options.environment = .prod
    options.targets = [.files]
    var verification = Verification(project, options: options)
    verification.send(with: Files(files: files))
    return verification.report
  }

  @Test func `generated files have no findings when they are served`() throws {
    let paths = try ["Policies", "Examples", "Tests/Fixtures/policies", "Tests/Fixtures/rules"]
      .flatMap { try Fixtures.files(below: $0) }.filter { $0.hasSuffix(".yaml") }
    var hosts = 0
    for path in paths {
      let project = Project([InputFile(name: path, text: try Fixtures.text(path))])
      guard project.report.has(atLeast: .error) == false,
        let files = try? ExamplePolicies.generated(project)
      else { continue }
      let report = Self.report(project, files)
      hosts += report.checks.count
      #expect(report.findings.diagnostics.map(\.message) == [], "\(path)")
    }
    #expect(hosts > 20)
  }

  static let policy = LiveTests.policy(["www.acme.example"]).replacing(
    "rules: [{ path: /orders/* }]",
    with:
      "rules: [{ path: /orders/secret/*, exclude: true }, { path: /orders/*, query: { id: \"?*\" } }]"
  )

  @Test(arguments: [LiveTests.apple, LiveTests.android])
  func `a changed byte is reported, as a note if all decisions stay the same`(path: String) throws {
    let project = Project([InputFile(name: "acme.yaml", text: Self.policy)])
    let url = "https://www.acme.example\(path)"
    let files = try ExamplePolicies.generated(project)
    let original = try #require(files[url])
    let links = ["/", "/orders/", "/orders/1", "/orders/1?id=2", "/orders/secret/x?id=1", "/other"]
      .map { "https://www.acme.example\($0)" }
    func match(_ body: [UInt8], app: String? = nil) -> AssociationMatch? {
      let source = InputFile(
        name: String(path.dropFirst(13)), text: String(decoding: body, as: UTF8.self)
      ).source
      return path == LiveTests.apple
        ? try? AssociationMatch(
          appleAppSiteAssociation: source, domain: "www.acme.example", app: app)
        : try? AssociationMatch(assetLinks: source, domain: "www.acme.example", package: app)
    }
    // The app doesn't open either way, so an excluded link and an unlisted one are equal.
    func answers(_ body: [UInt8]) -> [Bool]? {
      match(body).map { match in links.map { match.answer($0).outcome == .match } }
    }
    let expected = answers(original)
    var (notes, differences) = (0, 0)
    let step = TestForm.isFull ? 1 : 7
    for index in stride(from: 0, to: original.count, by: step) {
      for byte: UInt8? in [nil, UInt8(ascii: "x"), UInt8(ascii: " "), UInt8(ascii: "*")] {
        var body = original
        if let byte { body[index] = byte } else { body.remove(at: index) }
        guard body != original else { continue }
        var changed = files
        changed[url] = body
        let found = Self.report(project, changed).findings.diagnostics
        #expect(!found.isEmpty, "\(index)")
        // `match` decides the finding's link differently for the two files.
        for finding in found {
          let words = finding.message.firstMatch(of: #/opens? `(https:[^`]+)` in `([^`]+)` on/#)
          guard let words else { continue }
          differences += 1
          func opens(_ body: [UInt8]) -> Bool? {
            match(body, app: String(words.2)).map { $0.answer(String(words.1)).outcome == .match }
          }
          #expect(opens(body) != opens(original), "\(finding.message)")
        }
        guard found.allSatisfy({ $0.severity == .note }) else { continue }
        notes += 1
        #expect(answers(body) == expected, "\(index): \(String(decoding: body, as: UTF8.self))")
      }
    }
    #expect(notes > 0 && differences > 10)
  }
}
