import AssociationFiles
import LinkPolicy
import PolicyDecision
import PolicyImport
import PolicyTestSupport
import PolicyText
import Testing

/// The examples in the documentation of import rules, run as their first lines say.
@Suite struct ImportExampleTests {
  /// An example: the command line, and the files.
  struct Example {
    var settings = ImportSettings()
    var files: [(name: String, text: String)] = []
    var mark: (file: String, span: SourceSpan)?

    init(_ text: String) throws {
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
      let command = try #require(lines.popFirst() as Substring?)
      #expect(command.hasPrefix("# linkpolicy import "))
      var words = command.split(separator: " ").dropFirst(3)
      var names: [String] = []
      while let word = words.popFirst() {
        switch word {
        case "--environment":
          settings.environment = words.popFirst().flatMap { .init(rawValue: String($0)) }
        case "--host": settings.host = words.popFirst().map(String.init)
        default: names.append(String(word))
        }
      }
      var texts: [(name: String, lines: [Substring])] = names.prefix(1).map { ($0, []) }
      for line in lines {
        if line.hasPrefix("# file: ") {
          let name = String(line.dropFirst(8))
          if texts.count == 1, texts[0].lines.isEmpty { texts = [] }
          texts.append((name, []))
        } else {
          texts[texts.count - 1].lines.append(line)
        }
      }
      for (name, lines) in texts {
        let (text, span) = marked(lines.joined(separator: "\n"))
        files.append((name, text))
        if let span { mark = (name, span) }
      }
    }
  }

  static let rules = ImportRule.allCases.map(\.rawValue)

  @Test(arguments: rules) func `a rule has a page with the same severity`(id: String) throws {
    let rule = try #require(ImportRule(rawValue: id))
    let info = try #require(RuleCatalogue.rules(named: id).first)
    #expect(info.category == .import)
    #expect(info.severity == rule.severity)
  }

  @Test(arguments: rules) func `a bad example is reported once, at its mark`(id: String) throws {
    let info = try #require(RuleCatalogue.rules(named: id).first)
    let example = try Example(info.examples.bad)
    let mark = try #require(example.mark)
    let result = Importing.run(example.files, example.settings)
    let found = result.report.diagnostics.filter { $0.rule == info.id }
    #expect(found.count == 1, "\(Importing.findings(result))")
    let finding = try #require(found.first)
    #expect(result.report.sources[finding.location.file.index].name == mark.file)
    #expect(finding.location.span == mark.span, "\(finding.message)")
    #expect(finding.severity == info.severity)
    #expect(finding.message.last != "." && !finding.message.contains("\n"))
  }

  @Test(arguments: rules) func `a good example has no finding of its rule`(id: String) throws {
    let info = try #require(RuleCatalogue.rules(named: id).first)
    let example = try Example(info.examples.good)
    let result = Importing.run(example.files, example.settings)
    #expect(
      !result.report.diagnostics.contains { $0.rule == info.id }, "\(Importing.findings(result))")
    #expect(!result.files.isEmpty)
  }

  @Test func `the findings of the examples are as recorded`() throws {
    var text = ""
    for id in Self.rules {
      let info = try #require(RuleCatalogue.rules(named: id).first)
      let example = try Example(info.examples.bad)
      let result = Importing.run(example.files, example.settings)
      text += "# \(id)\n\n"
      for finding in result.report.diagnostics where finding.rule == info.id {
        let help = try #require(finding.help, "\(id) has no help")
        text += "\(finding.severity)[\(id)]: \(finding.message)\nhelp: \(help)\n\n"
      }
    }
    try Golden.check(Array(text.utf8), "rules/import.txt")
  }
}

/// Uses of the Firebase Dynamic Links library in app projects.
@Suite struct DynamicLinksTests {
  private static let expo = """
    {"expo": {"slug": "home", "ios": {"bundleIdentifier": "com.acme.home"}, "plugins": [
      "@react-native-firebase/app", "PLUGIN", ["PLUGIN", {}], [], {}
    ]}}
    """
  private static let xcodeGen = """
    name: Home
    targets:
      Home:
        type: application
        platform: iOS
        settings: { PRODUCT_BUNDLE_IDENTIFIER: com.acme.home }
        dependencies:
          - { package: Firebase, product: FirebaseAuth }
          - { package: Firebase, product: PRODUCT }
          - sdk: UIKit.framework
    """
  private static let xcode = """
    // !$*UTF8*$!
    {
      archiveVersion = 1;
      objects = {
        A = { isa = PBXProject; targets = (B); };
        B = {
          isa = PBXNativeTarget; name = Home; productType = "com.apple.product-type.application";
          packageProductDependencies = (C, D);
        };
        C = { isa = XCSwiftPackageProductDependency; productName = FirebaseAuth; };
        D = { isa = XCSwiftPackageProductDependency; productName = PRODUCT; };
      };
      rootObject = A;
    }
    """

  @Test(
    arguments: [
      (expo, ExpoFormat.self, "@react-native-firebase/dynamic-links", 2),
      (xcodeGen, XcodeGenFormat.self, "FirebaseDynamicLinks", 1),
      (xcode, XcodeProjectFormat.self, "FirebaseDynamicLinks", 1),
    ] as [(String, any ImportFormat.Type, String, Int)])
  func `the library is reported`(
    text: String, kind: any ImportFormat.Type, name: String, count: Int
  ) {
    func findings(_ name: String) -> [String] {
      let text = text.replacing("PLUGIN", with: name).replacing("PRODUCT;", with: name + ";")
        .replacing("PRODUCT }", with: name + " }")
      let read = imported(text, kind)
      #expect(read.recognition == .yes)
      return read.imported.findings.map(\.message).filter { $0.contains("Dynamic Links") }
    }
    let message = "left out `\(name)`: Firebase Dynamic Links shut down on 2025-08-25"
    #expect(findings(name) == Array(repeating: message, count: count))
    #expect(findings("FirebaseStorage") == [])
  }
}

/// A policy imported from an association file opens exactly the same links.
@Suite struct LinkPropertyTests {
  private static let host: ExactString = "www.acme.example"

  /// The association files that an imported policy generates.
  private static func host(_ result: SourceImport) throws -> CompiledHost {
    let project = Project([InputFile(name: "policy.yaml", text: result.text)])
    return try #require(HostFiles(project.workspace).host(host, in: .prod), "\(result.text)")
  }

  @Test(arguments: 1...TestForm.size(30, full: 150))
  func `an AASA file and the one generated from its policy open the same links`(seed: Int) throws {
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
  func `assetlinks of a policy open the same links as the source`(seed: Int) throws {
    var generated = GeneratedAssociationFiles(seed: UInt64(seed))
    let text = generated.android().json.text(.pretty)
    guard text.contains("package_name") else { return }
    let result = Importing.run([("assetlinks.json", text)])
    // Patterns that a policy can't express must have been reported.
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
  func `files generated from an import are imported to the same policy`(seed: Int) throws {
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
