import AssociationFiles
import Foundation
import LinkPolicy
import PolicyRules
import PolicyTestSupport
import PolicyText
import ProjectTestSupport
import Testing

/// `patch` and `git apply` accept the output of `--fix --diff`, and give the bytes of `--fix`.
@Suite struct PatchTests {
  static let files: [(name: String, text: String)] = [
    (
      "site/.well-known/apple-app-site-association",
      "{\r\n\u{A0}\"webcredentials\": {\r\n  \"apps\": [\"R7KM2QX94T+com.birch.shop\"]\r\n}}\r\n"
    ),
    (
      "site/.well-known/assetlinks.json",
      "{ \"relation\": \"delegate_permission/common.handle_all_urls\",\n  \"target\": { \"namespace\": \"web\",\n"
        + "\"site\": \"https://www.birch.example/\" } }"
    ),
    (
      "other/apple-app-site-association",
      GroupTests.components([
        #"  { "/": "*" }"#, #"  { "/": "/api/*", "exclude": true }"#,
        #"  { "/": "/login", "exclude": true }"#,
      ])
    ),
  ]

  @Test(.needs("patch", "git"), arguments: [["patch", "-p1", "--binary"], ["git", "apply"]])
  func `patch programs accept the patch of all fixes`(command: [String]) throws {
    let fixes = Checking.project(Self.files).applyingFixes(includesUnsafe: true)
    #expect(fixes.changed.count == Self.files.count)
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "linkpolicy-patch-\(command[0])-\(ProcessInfo.processInfo.processIdentifier)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in Self.files {
      let file = folder.appending(path: name)
      try Data(text.utf8).write(withFolderTo: file)
    }
    let patch = folder.appending(path: "fixes.patch")
    try Data(fixes.patch.utf8).write(to: patch)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command + (command[0] == "patch" ? ["-i", "fixes.patch"] : ["fixes.patch"])
    process.currentDirectoryURL = folder
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    for file in fixes.files {
      let bytes = [UInt8](try Data(contentsOf: folder.appending(path: file.source.name)))
      #expect(bytes == file.source.bytes, "\(file.source.name)")
    }
  }

  @Test func `fixes keep line endings`() {
    let fixes = Checking.project(Self.files).applyingFixes(includesUnsafe: true)
    for (file, before) in zip(fixes.files, Self.files) {
      let lines = { (bytes: [UInt8]) in (bytes.count { $0 == 0x0D }, bytes.count { $0 == 0x0A }) }
      let (carriage, feed) = lines(file.source.bytes)
      let (oldCarriage, oldFeed) = lines(Array(before.text.utf8))
      #expect(carriage == oldCarriage && feed == oldFeed, "\(before.name)")
    }
  }
}

/// Files that linkpolicy generates.
@Suite struct GeneratedFileTests {
  @Test(arguments: [["Policies"], ["Tests/Fixtures/policies/app60.yaml"]])
  func `generated files have no findings`(paths: [String]) throws {
    let project = Project(try InputFiles(paths, in: DirectoryFileSystem(Fixtures.root)).files)
    let plan = try project.generationPlan(
      targets: ["aasa", "assetlinks"], environment: nil, output: "generated", replace: false,
      in: MemoryFileSystem())
    var checked = 0
    for step in plan.steps {
      guard let kind = InputKind(path: step.path), kind != .policy, let bytes = step.new else {
        continue
      }
      let name = step.path
      let found = Checking.report(bytes, name: name).diagnostics
      #expect(found.isEmpty, "\(name)\n\(Checking.describe(found))")
      checked += 1
    }
    #expect(checked > 1)
  }
}

/// A safe fix never changes what an association file matches.
@Suite struct SafeFixTests {
  @Test func `safe fixes keep the meaning of every association file`() throws {
    var fixed = 0
    for (name, bytes) in try Self.files() {
      let kind: InputKind =
        name.hasSuffix("assetlinks.json") ? .assetLinks : .appleAppSiteAssociation
      var settings = CheckSettings()
      settings.includesMinor = true
      let project = Project(
        [InputFile(source: SourceFile(name: name, bytes: bytes), kind: kind, isExplicit: true)],
        settings: settings)
      let fixes = project.applyingFixes()
      // Devices ignore a file that isn't valid JSON, so repairing it always changes their behavior.
      guard fixes.count > 0, let old = Self.meaning(bytes, kind) else { continue }
      fixed += 1
      #expect(old == Self.meaning(fixes.files[0].source.bytes, kind), "\(name): \(fixes.diff)")
    }
    #expect(fixed > 1)
  }

  /// The parsed meaning of a file; nil if devices ignore it. iOS ignores a path's final slash.
  private static func meaning(_ bytes: [UInt8], _ kind: InputKind) -> String? {
    let read = JSONReader.read(SourceFile(name: "f", bytes: bytes), file: FileID(0))
    guard read.diagnostics.isEmpty else { return nil }
    if kind == .assetLinks {
      let links = AssetLinks(reading: read.tree)
      let statements = links.statements.map { statement in
        let rules = statement.dynamicRules?.rules.map { $0.json.text() } ?? []
        return "\(statement.relations) \(statement.target) \(rules)"
      }
      return "\(statements) \(links.includes.map(\.url))"
    }
    let file = AppleAppSiteAssociation(reading: read.tree)
    func component(_ component: AppleLinkComponent) -> String {
      var component = component
      component.path = component.path.map { ExactString(trimmed($0.string)) }
      return component.json.text()
    }
    let entries = (file.applinks?.details ?? []).map { entry in
      let rules =
        switch entry.rules {
        case .components(let components): components.map(component)
        case .paths(let paths): paths.map { trimmed($0.text.string) }
        }
      return "\(entry.appIDs) \(rules) \(entry.defaults.map(component) ?? "")"
    }
    let lists = [file.webcredentials, file.appclips, file.activitycontinuation].map { $0?.apps }
    return "\(entries) \(file.applinks?.substitutionVariables ?? []) \(lists)"
  }

  private static func trimmed(_ path: String) -> String {
    path.hasSuffix("/") && path.utf8.count > 1 ? String(path.dropLast()) : path
  }

  /// The bad examples of rules, and the fixtures.
  private static func files() throws -> [(name: String, bytes: [UInt8])] {
    var files: [(name: String, bytes: [UInt8])] = []
    for info in RuleRegistry.catalogue {
      let name: String? =
        switch info.examples.kind {
        case .appleAppSiteAssociation: "apple-app-site-association"
        case .assetLinks: "assetlinks.json"
        default: nil
        }
      guard let name else { continue }
      let plain = info.examples.bad.replacing("⟦", with: "").replacing("⟧", with: "")
      files.append((name, Array(plain.utf8)))
    }
    for folder in ["ok", "err"] {
      for path in try Fixtures.files(below: "Tests/Fixtures/association/\(folder)")
      where path.hasSuffix(".json") {
        files.append((path, try Fixtures.bytes(path)))
      }
    }
    return files
  }
}

/// Rules that are documented as fixable.
@Suite struct FixableRuleTests {
  @Test func `a rule is marked as fixable only if an example or fixture has a fix`() throws {
    var fixed: Set<RuleID> = []
    for (name, bytes) in try Self.files() {
      let kind = InputKind(path: name) ?? .policy
      var settings = CheckSettings()
      settings.includesMinor = true
      let project = Project(
        [InputFile(source: SourceFile(name: name, bytes: bytes), kind: kind, isExplicit: true)],
        settings: settings)
      for finding in project.report.diagnostics where !finding.fixes.isEmpty {
        fixed.insert(finding.rule)
      }
    }
    let fixable = RuleRegistry.catalogue.filter(\.isFixable).map(\.id)
    #expect(fixable.count > 50)
    let unproven = fixable.filter { !fixed.contains($0) }
    #expect(unproven.isEmpty, "these rules don't have a fix in any example or fixture")
    let silent = fixed.subtracting(fixable)
    #expect(silent.isEmpty, "these rules have fixes but aren't marked as fixable")
  }

  /// The bad examples, and the fixtures of policies and association files.
  private static func files() throws -> [(name: String, bytes: [UInt8])] {
    var files: [(name: String, bytes: [UInt8])] = []
    for info in RuleRegistry.catalogue {
      let name: String? =
        switch info.examples.kind {
        case .policy, .redirectURI: "policy.yaml"
        case .appleAppSiteAssociation: "apple-app-site-association"
        case .assetLinks: "assetlinks.json"
        default: nil
        }
      guard let name else { continue }
      for text in ExamplePolicy.policies(info.examples.bad, info.examples.kind) {
        let plain = text.replacing("⟦", with: "").replacing("⟧", with: "")
        files.append((name, Array(plain.utf8)))
      }
    }
    let folders = ["rules", "structure", "policies", "association/err"]
    for path in try folders.flatMap({ try Fixtures.files(below: "Tests/Fixtures/\($0)") }) {
      let name =
        path.hasSuffix("-site-association.json")
        ? "apple-app-site-association"
        : path.hasSuffix("-assetlinks.json") ? "assetlinks.json" : "policy.yaml"
      guard path.hasSuffix(".yaml") || path.hasSuffix(".json") else { continue }
      files.append((name, try Fixtures.bytes(path)))
    }
    return files
  }
}
