import AssociationFiles
import LinkPolicy
import PolicyDecision
import PolicyTestSupport
import Testing

/// What an association file opens, the policy that is made of it opens, and nothing else.
@Suite struct LinkPropertyTests {
  private static let host: ExactString = "www.acme.example"

  /// The association files that the policy of an import serves.
  private static func host(_ result: SourceImport) throws -> CompiledHost {
    let project = Project([InputFile(name: "policy.yaml", text: result.text)])
    return try #require(HostFiles(project.workspace).host(host, in: .prod), "\(result.text)")
  }

  @Test(arguments: 1...TestForm.size(30, full: 150))
  func `an AASA and the one that is generated from its policy open the same links`(seed: Int) throws
  {
    var generated = GeneratedAssociationFiles(seed: UInt64(seed))
    let file = generated.apple()
    let text = file.json.text(.pretty)
    let result = Importing.run([("apple-app-site-association", text)])
    #expect(Importing.findings(result, atLeast: .warning) == [], "\(text)")
    let tree = try #require(parsed(text))
    let before = AppleLinkMatcher(AppleAppSiteAssociation(reading: tree), domain: Self.host)
    let after = try AppleLinkMatcher(#require(Self.host(result).apple), domain: Self.host)
    for url in generated.urls(near: [], host: Self.host.string, count: 400) {
      let (old, new) = (before.answer(url), after.answer(url))
      for decision in old.decisions {
        #expect(
          new.decision(decision.app).outcome == decision.outcome,
          "\(url) \(decision.app)\n\(text)\n\(result.text)")
      }
      #expect(new.opens == old.opens, "\(url)")
    }
  }

  @Test(arguments: 1...TestForm.size(30, full: 150))
  func `an assetlinks file and the one that is generated from its policy open the same links`(
    seed: Int
  ) throws {
    var generated = GeneratedAssociationFiles(seed: UInt64(seed))
    let text = generated.android().json.text(.pretty)
    guard text.contains("package_name") else { return }
    let result = Importing.run([("assetlinks.json", text)])
    // What no policy can say was named.
    guard !Importing.findings(result).contains(where: { $0.hasPrefix("import-pattern") }) else {
      return
    }
    let tree = try #require(parsed(text))
    let source = AssetLinks(reading: tree)
    let after = try #require(Self.host(result).android)
    for version in [14, 15] {
      for url in generated.urls(
        near: ["/a?c/x", "/x%20y", "/b1"], host: Self.host.string, count: 200)
      {
        let old = AndroidLinkMatcher(source, host: Self.host).answer(url, version: version)
        let new = AndroidLinkMatcher(after, host: Self.host).answer(url, version: version)
        #expect(Set(new.opens) == Set(old.opens), "\(url)\n\(text)\n\(result.text)")
      }
    }
  }

  @Test(arguments: 1...TestForm.size(15, full: 60))
  func `what is generated from an import imports to the same policy`(seed: Int) throws {
    var generated = GeneratedAssociationFiles(seed: UInt64(seed))
    let files = [
      ("apple-app-site-association", generated.apple().json.text(.pretty)),
      ("assetlinks.json", generated.android().json.text(.pretty)),
    ]
    let first = Importing.run(files)
    guard !Importing.findings(first).contains(where: { $0.hasPrefix("import-pattern") }) else {
      return
    }
    let host = try Self.host(first)
    var again: [(String, String)] = []
    if let apple = host.apple { again.append((files[0].0, apple.json.text(.pretty))) }
    if let android = host.android { again.append((files[1].0, android.json.text(.pretty))) }
    let second = Importing.run(again)
    let lines = Set(first.text.split(separator: "\n"))
    let new = second.text.split(separator: "\n").filter { !lines.contains($0) }
    #expect(second.text == first.text, "\(new)")
  }
}
