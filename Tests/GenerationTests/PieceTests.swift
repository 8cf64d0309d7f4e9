import Foundation
import LinkPolicy
import PolicyGenerators
import PolicyTestSupport
import Testing

/// Files that are generated, compared and written in chunks.
struct PieceTests {
  private static let policy = """
    linkpolicy: 1
    name: pieces
    clients:
      a: { provider: generic, type: native, client_id: a, redirect_uris: ["a.b:/c"] }

    """

  private static func plan(in directory: URL) throws -> GenerationPlan {
    try Project([InputFile(name: "a.yaml", text: policy)]).generationPlan(
      targets: ["json", "go", "sql"], output: directory.appending(path: "out").path)
  }

  @Test func `files that are up to date are not written, but can be compared`() throws {
    try Tool.withTemporaryDirectory { directory in
      let first = try Self.plan(in: directory)
      #expect(first.steps.allSatisfy { $0.action == .create && $0.old == nil && $0.new != nil })
      try first.apply(to: LocalFileSystem())
      let second = try Self.plan(in: directory)
      #expect(second.isFresh && second.steps.count == first.steps.count)
      for (before, after) in zip(first.steps, second.steps) {
        #expect(after.old == before.new && after.new == before.new && after.diff.isEmpty)
      }
    }
  }

  @Test(arguments: ["", "{}\n", "cut", "longer"])
  func `a changed file is found by comparing every byte`(_ change: String) throws {
    try Tool.withTemporaryDirectory { directory in
      try Self.plan(in: directory).apply(to: LocalFileSystem())
      let file = directory.appending(path: "out/allowlist.json")
      let whole = try Data(contentsOf: file)
      let changed =
        switch change {
        case "cut": whole.dropLast()
        case "longer": whole + [0x0A]
        default: Data(change.utf8)
        }
      try changed.write(to: file)
      let plan = try Self.plan(in: directory)
      let step = try #require(plan.changes.first)
      #expect(plan.changes.count == 1 && step.path == "allowlist.json" && step.action == .update)
      #expect(step.old == Array(changed) && step.new == Array(whole))
      #expect(plan.conflicts.map(\.cause) == [.edited])
    }
  }

  @Test func `a file in the output directory may exceed the limit of inputs`() throws {
    try Tool.withTemporaryDirectory { directory in
      try Self.plan(in: directory).apply(to: LocalFileSystem())
      let table = directory.appending(path: "out/sql/prod.sql")
      let whole = try Data(contentsOf: table)
      let file = try FileHandle(forWritingTo: table)
      try file.truncate(atOffset: UInt64(InputAccess.standard.fileBytes + 1))
      try file.close()
      let plan = try Self.plan(in: directory)
      #expect(plan.conflicts.map(\.path) == ["sql/prod.sql"])
      let step = try #require(plan.changes.first)
      #expect(step.action == .update && step.old == nil && step.new == Array(whole))
      #expect(step.diff == "Binary files a/sql/prod.sql and b/sql/prod.sql differ\n")
    }
  }

  @Test func `a manifest that exceeds the limit of inputs is rejected`() throws {
    try Tool.withTemporaryDirectory { directory in
      try Self.plan(in: directory).apply(to: LocalFileSystem())
      let file = try FileHandle(forWritingTo: directory.appending(path: "out/manifest.json"))
      try file.truncate(atOffset: UInt64(InputAccess.standard.fileBytes + 1))
      try file.close()
      #expect(throws: GenerationRefusal.self) { try Self.plan(in: directory) }
    }
  }

  @Test func `if generating a file fails, the old one remains and nothing else`() throws {
    try Tool.withTemporaryDirectory { directory in
      let path = directory.appending(path: "file").path
      let system = LocalFileSystem()
      try system.write(Array("old".utf8), to: path)
      var pieces = 0
      #expect(throws: FileSystemError.self) {
        try system.write(to: path) { () throws(FileSystemError) in
          pieces += 1
          guard pieces < 3 else { throw FileSystemError(path: path, reason: "breaks off") }
          return [UInt8](repeating: 0x78, count: 100_000)
        }
      }
      #expect(try system.read(path) == Array("old".utf8))
      #expect(try system.list(directory.path) == ["file"])
      var rest: [[UInt8]] = [[1], [], [2, 3]]
      try system.write(to: path) { () throws(FileSystemError) in
        rest.isEmpty ? nil : rest.removeFirst()
      }
      #expect(try system.read(path) == [1, 2, 3])
    }
  }

  @Test func `only regular files can be opened, not links`() throws {
    try Tool.withTemporaryDirectory { directory in
      let system = LocalFileSystem()
      let path = directory.appending(path: "file").path
      try system.write([1, 2, 3, 4, 5], to: path)
      let file = try system.open(found: path)
      #expect(try file.next(2) == [1, 2] && file.goesOn(with: [3]) && !file.goesOn(with: [5, 4]))
      #expect(try file.next(2) == [] && file.goesOn(with: []) && !file.goesOn(with: [6]))
      let link = directory.appending(path: "link").path
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
      for wrong in [link, directory.path, directory.appending(path: "absent").path] {
        #expect(throws: FileSystemError.self) { try system.open(found: wrong) }
      }
    }
  }
}

/// Temporary storage on disk.
@Suite struct ScratchFileTests {
  @Test func `bytes written to a scratch file can be read`() throws {
    let file = try #require(LocalFileSystem().scratchFile())
    let long = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    try file.write(long, at: 0)
    try file.write([1, 2, 3], at: long.count)
    #expect(try file.read(0..<long.count) == long)
    #expect(try file.read(long.count..<(long.count + 3)) == [1, 2, 3])
    #expect(try file.read(5..<5) == [])
  }

  @Test func `reading past the end returns nothing`() throws {
    let file = try #require(LocalFileSystem().scratchFile())
    try file.write([1], at: 0)
    #expect(throws: FileSystemError.self) { try file.read(0..<2) }
  }
}

/// Relative links from a report to the policies.
struct RelativePathTests {
  @Test(arguments: [
    ("generated", "Policies/acme.yaml", "../Policies/acme.yaml"),
    ("generated/", "./Policies/acme.yaml", "../Policies/acme.yaml"),
    (".", "Policies/acme.yaml", "Policies/acme.yaml"),
    ("Policies", "Policies/acme.yaml", "acme.yaml"),
    ("Policies/acme.yaml", "Policies/acme.yaml", "../acme.yaml"),
    ("a/b/c", "a/d/acme.yaml", "../../d/acme.yaml"),
    ("a/../b", "c/../acme.yaml", "../acme.yaml"),
    ("out", "Policies/ä b:c#d.yaml", "../Policies/%C3%A4%20b%3Ac%23d.yaml"),
  ])
  func `a link leads from the report to the file`(output: String, file: String, url: String) {
    #expect(RelativePath(from: output)?.url(of: file)?.text.string == url)
  }

  @Test(arguments: [
    ("/srv/out", "Policies/acme.yaml"), ("../out", "Policies/acme.yaml"),
    ("out", "/home/x/acme.yaml"), ("out", "../acme.yaml"), ("out", "a/../../acme.yaml"),
  ])
  func `a path outside of the repository gets no link`(output: String, file: String) {
    #expect(RelativePath(from: output)?.url(of: file) == nil)
  }

  @Test(arguments: [
    ("Policies/acme.yaml", "Policies/acme.yaml"), ("./acme.yaml", "acme.yaml"),
    ("/home/x/acme.yaml", "acme.yaml"), ("../x/acme.yaml", "acme.yaml"),
  ])
  func `the name of a file contains no path of the machine`(file: String, shown: String) {
    #expect(RelativePath.shown(file).string == shown)
  }
}
