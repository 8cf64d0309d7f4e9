import Foundation
import LinkPolicy
import PolicyGenerators
import ProjectTestSupport
import Testing

/// How `generate` changes its output directory.
struct GenerationPlanTests {
  static let json = GeneratedFile(path: "allowlist.json", target: "json", text: "{}\n")
  static let prod = GeneratedFile(
    path: "prod/hosts/a.example/.well-known/assetlinks.json", target: "assetlinks",
    environment: .prod, text: "[]\n")
  static let sandbox = GeneratedFile(
    path: "sandbox/hosts/b.example/.well-known/assetlinks.json", target: "assetlinks",
    environment: .sandbox, text: "[]\n")
  static let all = [json, prod, sandbox]

  static func scope(
    policies: [String] = ["acme"], targets: [String] = ["json", "assetlinks"],
    environments: [Environment] = Environment.allCases, replace: Bool = false
  ) -> GenerationPlan.Scope {
    GenerationPlan.Scope(
      policies: policies, targets: targets, environments: environments, replace: replace)
  }

  /// Returns a directory after a run with all files.
  static func generated(_ more: [String: String] = [:]) throws -> MemoryFileSystem {
    let files = MemoryFileSystem(more)
    try GenerationPlan(all, scope: scope(), directory: "out", fileSystem: files).apply(to: files)
    return files
  }

  func plan(
    _ files: [GeneratedFile], _ scope: GenerationPlan.Scope, _ system: MemoryFileSystem
  ) throws -> GenerationPlan {
    try GenerationPlan(files, scope: scope, directory: "out", fileSystem: system)
  }

  @Test func `a first run writes the manifest before the files that it lists`() throws {
    let system = try Self.generated(["out/notes.txt": "mine\n"])
    #expect(
      system.writes == [
        "out/manifest.json", "out/allowlist.json",
        "out/prod/hosts/a.example/.well-known/assetlinks.json",
        "out/sandbox/hosts/b.example/.well-known/assetlinks.json",
      ])
    #expect(system.files["out/notes.txt"] == "mine\n")
    #expect(
      system.files["out/manifest.json"] == """
        {
          "schemaVersion": 1,
          "version": "\(linkPolicyVersion)",
          "policies": [
            "acme"
          ],
          "files": [
            {
              "path": "allowlist.json",
              "target": "json",
              "environment": null,
              "sha256": "ca3d163bab055381827226140568f3bef7eaac187cebd76878e0b63e9e442356"
            },
            {
              "path": "prod/hosts/a.example/.well-known/assetlinks.json",
              "target": "assetlinks",
              "environment": "prod",
              "sha256": "37517e5f3dc66819f61f5a7bb8ace1921282415f10551d2defa5c3eb0985b570"
            },
            {
              "path": "sandbox/hosts/b.example/.well-known/assetlinks.json",
              "target": "assetlinks",
              "environment": "sandbox",
              "sha256": "37517e5f3dc66819f61f5a7bb8ace1921282415f10551d2defa5c3eb0985b570"
            }
          ]
        }

        """)
  }

  @Test func `during a run, the manifest lists old and new files`() throws {
    let system = try Self.generated()
    let new = GeneratedFile(path: "new.json", target: "json", text: "{}\n")
    let count = system.writes.count
    try plan([new], Self.scope(), system).apply(to: system)
    #expect(
      Array(system.writes.dropFirst(count))
        == ["out/manifest.json", "out/new.json", "out/manifest.json"])
    #expect(Set(system.files.keys) == ["out/new.json", "out/manifest.json"])
    #expect(system.files["out/manifest.json"]?.contains("allowlist.json") == false)
  }

  @Test(arguments: 1...6)
  func `a run with other files repairs one interrupted after any write`(limit: Int) throws {
    let system = try Self.generated()
    let new = (0..<3).map { GeneratedFile(path: "new/\($0).json", target: "json", text: "{}\n") }
    let cut = CutFileSystem(system, writes: limit)
    let run = try plan(new, Self.scope(), system)
    if limit < 5 {
      #expect(throws: FileSystemError.self) { try run.apply(to: cut) }
    } else {
      try run.apply(to: cut)
    }
    let last = GeneratedFile(path: "last.json", target: "json", text: "{}\n")
    try plan([last], Self.scope(), system).apply(to: system)
    #expect(Set(system.files.keys) == ["out/last.json", "out/manifest.json"])
  }

  @Test func `a second run writes nothing`() throws {
    let system = try Self.generated()
    let count = system.writes.count
    let plan = try plan(Self.all, Self.scope(), system)
    #expect(plan.isFresh && plan.diff.isEmpty && plan.count(.unchanged) == 3)
    try plan.apply(to: system)
    #expect(system.writes.count == count)
  }

  @Test func `a binary table is one line of a diff`() throws {
    let table = GeneratedFile(path: "data/prod.bin", target: "json") { [0x4C, 0, 1] }
    let system = try Self.generated(["out/data/prod.bin": "old"])
    let new = try plan([Self.json, Self.prod, table], Self.scope(replace: true), system)
    #expect(new.diff.contains("Binary files a/data/prod.bin and b/data/prod.bin differ\n"))
    let created = try plan([table], Self.scope(), MemoryFileSystem([:]))
    #expect(created.diff.hasPrefix("Binary files /dev/null and b/data/prod.bin differ\n---"))
  }

  @Test func `missing, changed and extra files are reported, each with its diff`() throws {
    let system = try Self.generated()
    try system.remove("out/allowlist.json", upTo: "out")
    try system.write(Array("[1]\n".utf8), to: "out/" + Self.prod.path)
    let plan = try plan([Self.json, Self.prod], Self.scope(), system)
    #expect(!plan.isFresh)
    #expect(plan.changes.map(\.action) == [.create, .update, .remove, .update])
    #expect(
      plan.changes.map(\.path) == [
        "allowlist.json", Self.prod.path, Self.sandbox.path, "manifest.json",
      ])
    #expect(plan.diff.hasPrefix("--- /dev/null\n+++ b/allowlist.json\n@@ -0,0 +1 @@\n+{}\n"))
    #expect(plan.diff.contains("@@ -1 +1 @@\n-[1]\n+[]\n"))
    #expect(plan.diff.contains("+++ /dev/null\n@@ -1 +0,0 @@\n-[]\n"))
    #expect(
      plan.listing == """
        create    allowlist.json
        update    prod/hosts/a.example/.well-known/assetlinks.json
        remove    sandbox/hosts/b.example/.well-known/assetlinks.json
        update    manifest.json

        """)
  }

  @Test func `a run lists all files of other programs and changes none`() throws {
    let system = try Self.generated()
    try system.write(Array("mine".utf8), to: "out/allowlist.json")
    try system.write(Array("mine".utf8), to: "out/" + Self.sandbox.path)
    try system.write(Array("mine".utf8), to: "out/new.json")
    let new = GeneratedFile(path: "new.json", target: "json", text: "{}\n")
    let files = [GeneratedFile(path: "allowlist.json", target: "json", text: "[]\n"), new]
    let before = system.files
    let plan = try plan(files, Self.scope(), system)
    #expect(plan.conflicts.map(\.path) == ["allowlist.json", "new.json", Self.sandbox.path])
    #expect(plan.conflicts.map(\.cause) == [.edited, .foreign, .leftOver])
    let error = #expect(throws: FileSystemError.self) { try plan.apply(to: system) }
    #expect(error?.path == "out/allowlist.json" && error?.others.count == 2)
    #expect(system.files == before)
    let replacing = try self.plan(files, Self.scope(replace: true), system)
    #expect(replacing.conflicts.isEmpty)
    try replacing.apply(to: system)
    #expect(system.files["out/new.json"] == "{}\n" && system.files["out/allowlist.json"] == "[]\n")
    // linkpolicy no longer manages the edited file.
    #expect(system.files["out/" + Self.sandbox.path] == "mine")
    #expect(system.files["out/manifest.json"]?.contains(Self.sandbox.path) == false)
    #expect(try self.plan(files, Self.scope(), system).isFresh)
  }

  @Test func `an existing file with the right contents is adopted`() throws {
    let system = MemoryFileSystem(["out/allowlist.json": "{}\n"])
    let plan = try plan([Self.json], Self.scope(), system)
    #expect(plan.conflicts.isEmpty && plan.count(.unchanged) == 1)
    try plan.apply(to: system)
    #expect(system.files["out/manifest.json"]?.contains("allowlist.json") == true)
  }

  @Test func `a file that changes after planning stops the run`() throws {
    let system = try Self.generated()
    let plan = try plan(
      [GeneratedFile(path: "allowlist.json", target: "json", text: "[]\n")], Self.scope(), system)
    try system.write(Array("mine".utf8), to: "out/allowlist.json")
    let before = system.files
    let error = #expect(throws: FileSystemError.self) { try plan.apply(to: system) }
    #expect(error?.reason == "has changed while linkpolicy was running")
    #expect(system.files == before)
  }

  @Test func `a run removes only files of the requested targets and environments`() throws {
    let system = try Self.generated()
    let narrow = Self.scope(targets: ["assetlinks"], environments: [.prod])
    try plan([], narrow, system).apply(to: system)
    #expect(system.files["out/" + Self.prod.path] == nil)
    #expect(system.files["out/" + Self.sandbox.path] != nil)
    #expect(system.files["out/allowlist.json"] != nil)
    let manifest = try #require(system.files["out/manifest.json"])
    #expect(manifest.contains(Self.sandbox.path) && manifest.contains("allowlist.json"))
    #expect(!manifest.contains(Self.prod.path))
  }

  @Test func `a run for one environment includes files for both`() throws {
    let system = try Self.generated()
    try plan([], Self.scope(targets: ["json"], environments: [.prod]), system).apply(to: system)
    #expect(system.files["out/allowlist.json"] == nil)
  }

  @Test func `a file that is not in the manifest is never removed`() throws {
    let system = try Self.generated(["out/prod/hosts/z.example/index.html": "mine"])
    try plan([], Self.scope(), system).apply(to: system)
    #expect(
      Set(system.files.keys) == ["out/prod/hosts/z.example/index.html", "out/manifest.json"])
  }

  @Test func `a run with other policies is rejected unless it replaces`() throws {
    let system = try Self.generated()
    let before = system.files
    let other = Self.scope(policies: ["doors"])
    let refusal = #expect(throws: GenerationRefusal.self) { try plan(Self.all, other, system) }
    #expect(refusal?.meansStale == true)
    #expect(
      refusal?.description
        == "`out` contains files of `acme`, not of `doors`; `--replace` overwrites them")
    #expect(system.files == before)
    var replacing = other
    replacing.replace = true
    try plan([Self.json], replacing, system).apply(to: system)
    #expect(Set(system.files.keys) == ["out/allowlist.json", "out/manifest.json"])
    #expect(system.files["out/manifest.json"]?.contains("\"doors\"") == true)
  }

  @Test(arguments: [
    "", "{", "[]", "{\"schemaVersion\":2,\"policies\":[],\"files\":[]}",
    "{\"schemaVersion\":1,\"policies\":[],\"files\":[{\"path\":\"../x\",\"target\":\"json\",\"environment\":null,\"sha256\":\"\"}]}",
    "{\"schemaVersion\":1,\"policies\":[],\"files\":[{\"path\":\"/etc/x\",\"target\":\"json\",\"environment\":null,\"sha256\":\"\"}]}",
    "{\"schemaVersion\":1,\"policies\":[],\"files\":[{\"path\":\"manifest.json\",\"target\":\"json\",\"environment\":null,\"sha256\":\"\"}]}",
    "{\"schemaVersion\":1,\"policies\":[],\"files\":[{\"path\":\"x\",\"target\":\"json\",\"environment\":\"test\",\"sha256\":\"\"}]}",
  ])
  func `a manifest of another program is rejected unless it is replaced`(text: String) throws {
    let system = MemoryFileSystem(["out/manifest.json": text, "x": "mine", "out/x": "mine"])
    let refusal = #expect(throws: GenerationRefusal.self) {
      try plan(Self.all, Self.scope(), system)
    }
    #expect(refusal?.reason == .unreadableManifest)
    try plan(Self.all, Self.scope(replace: true), system).apply(to: system)
    #expect(system.files["x"] == "mine" && system.files["out/x"] == "mine")
  }

  @Test(arguments: ["out/prod", "out/prod/hosts/a.example", "out/manifest.json"])
  func `a symbolic link inside the output directory is rejected`(link: String) throws {
    let system = MemoryFileSystem([:], links: [link])
    let refusal = #expect(throws: GenerationRefusal.self) {
      try plan(Self.all, Self.scope(), system)
    }
    #expect(refusal?.reason == .symbolicLink && refusal?.path == link)
    #expect(refusal?.meansStale == false && system.writes.isEmpty)
  }

  @Test func `the output directory itself may be a symbolic link`() throws {
    let system = MemoryFileSystem([:], links: ["out"])
    try plan(Self.all, Self.scope(), system).apply(to: system)
    #expect(system.writes.count == 4)
  }

  @Test func `a directory at the path of a file is rejected`() throws {
    let system = MemoryFileSystem(["out/allowlist.json/x": "mine"])
    let refusal = #expect(throws: GenerationRefusal.self) {
      try plan(Self.all, Self.scope(), system)
    }
    #expect(refusal?.reason == .isDirectory)
  }

  @Test(arguments: ["out", "out/prod", "out/prod/hosts/a.example"])
  func `a file instead of a directory is rejected before writing`(file: String) throws {
    let system = MemoryFileSystem([file: "mine"])
    let refusal = #expect(throws: GenerationRefusal.self) {
      try plan(Self.all, Self.scope(), system)
    }
    #expect(refusal?.reason == .isFile && refusal?.path == file && system.writes.isEmpty)
  }

  @Test(arguments: ["../x", "/etc/x", "a/../../x", "", "a//b", "a\0", "manifest.json"])
  func `a path outside of the output directory is rejected`(path: String) throws {
    let file = GeneratedFile(path: path, target: "json", text: "\n")
    let refusal = #expect(throws: GenerationRefusal.self) {
      try plan([file], Self.scope(), MemoryFileSystem())
    }
    #expect(refusal?.reason == .unsafePath)
  }
}

/// A file system that fails after a number of writes, as if the process had been killed.
private final class CutFileSystem: FileSystem, @unchecked Sendable {
  private let base: MemoryFileSystem
  private var left: Int

  init(_ base: MemoryFileSystem, writes: Int) {
    self.base = base
    left = writes
  }

  func kind(of path: String) -> FileKind? { base.kind(of: path) }
  func isSymbolicLink(_ path: String) -> Bool { base.isSymbolicLink(path) }
  func read(_ path: String) throws(FileSystemError) -> [UInt8] { try base.read(path) }
  func list(_ directory: String) throws(FileSystemError) -> [String] { try base.list(directory) }

  func write(_ bytes: [UInt8], to path: String) throws(FileSystemError) {
    guard left > 0 else { throw FileSystemError(path: path, reason: "cut off") }
    left -= 1
    try base.write(bytes, to: path)
  }

  func remove(_ path: String, upTo root: String) throws(FileSystemError) {
    try base.remove(path, upTo: root)
  }
}
