import Foundation
import LinkPolicy
import PolicyTestSupport
import ProjectTestSupport
import Testing

/// What `--fix --diff` prints is taken by `patch` and `git apply`, and gives the bytes of `--fix`.
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
  func `the patch of all fixes is taken`(command: [String]) throws {
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

  @Test func `line ends stay what they are`() {
    let fixes = Checking.project(Self.files).applyingFixes(includesUnsafe: true)
    for (file, before) in zip(fixes.files, Self.files) {
      let lines = { (bytes: [UInt8]) in (bytes.count { $0 == 0x0D }, bytes.count { $0 == 0x0A }) }
      let (carriage, feed) = lines(file.source.bytes)
      let (oldCarriage, oldFeed) = lines(Array(before.text.utf8))
      #expect(carriage == oldCarriage && feed == oldFeed, "\(before.name)")
    }
  }
}

/// Files that linkpolicy writes itself.
@Suite struct GeneratedFileTests {
  @Test(arguments: [["Policies"], ["Tests/Fixtures/policies/app60.yaml"]])
  func `what is generated has no finding at all`(paths: [String]) throws {
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
