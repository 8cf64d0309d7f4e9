import Foundation
import PolicyTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs `generate` as a process in a real directory: killed, rejected, and without permissions.
@Suite(.serialized, .needs(BuiltTool.isAvailable, "the built linkpolicy is needed"))
struct InterruptionTests {
  /// A policy with many hosts, so writing takes a while.
  private static func policy(_ version: String, hosts: Range<Int>) -> String {
    var text = """
      linkpolicy: 1
      name: many
      apps:
        ios: { platform: ios, bundle_id: com.acme.home, team_id: A1B2C3D4E5 }
      domains:

      """
    for host in hosts {
      text += """
          h\(host).acme.example:
            links: [{ apps: [ios], rules: [{ path: /\(version)/\(host) }] }]

        """
    }
    return text
  }

  /// Returns the files below a directory.
  private static func tree(_ directory: URL) -> [String: Data] {
    let paths = FileManager.default.subpaths(atPath: directory.path) ?? []
    var files: [String: Data] = [:]
    for path in paths {
      // nil for directories.
      files[path] = FileManager.default.contents(atPath: directory.appending(path: path).path)
    }
    return files
  }

  private static func directories(_ directory: URL) -> Set<String> {
    let files = tree(directory)
    return Set(FileManager.default.subpaths(atPath: directory.path) ?? []).subtracting(files.keys)
  }

  private static func arguments(_ version: String) -> [String] {
    ["generate", "\(version).yaml", "--target", "aasa", "--output", "out", "--quiet"]
  }

  @Test func `a killed run leaves every file old or new, and the next run repairs all`() throws {
    try Tool.withTemporaryDirectory { directory in
      // Hosts are added and removed: 0..<80 and 40..<120.
      let versions = [("a", 0..<80), ("b", 40..<120)]
      var expected: [String: [String: Data]] = [:]
      var directories: [String: Set<String>] = [:]
      let out = directory.appending(path: "out")
      for (version, hosts) in versions {
        let text = Self.policy(version, hosts: hosts)
        try Data(text.utf8).write(to: directory.appending(path: "\(version).yaml"))
        try? FileManager.default.removeItem(at: out)
        let run = try Tool.run(BuiltTool.path, Self.arguments(version), in: directory)
        try #require(run.status == 0, "\(run.output)")
        expected[version] = Self.tree(out)
        directories[version] = Self.directories(out)
      }
      let whole = try versions.map { try #require(expected[$0.0]) }
      var random = SeededRandom(seed: 9)
      var cutOff = 0
      for round in 0..<TestForm.size(12, full: 60) {
        let version = round.isMultiple(of: 2) ? "a" : "b"
        let process = Process()
        process.executableURL = URL(filePath: BuiltTool.path)
        process.arguments = Self.arguments(version)
        process.currentDirectoryURL = directory
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        // Killed when any one of the files has this run's contents, or at the start.
        let files = (expected[version] ?? [:]).sorted { $0.key < $1.key }
        let last = random.once(in: 6) ? nil : random.one(of: files)
        try process.run()
        while let last, process.isRunning,
          FileManager.default.contents(atPath: out.appending(path: last.key).path) != last.value
        {}
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        let tree = Self.tree(out)
        for (path, content) in tree {
          let isTemporary = path.hasSuffix(".tmp") && path.contains(".linkpolicy-")
          let isKnown = whole.contains { $0[path] == content }
          #expect(
            isTemporary || isKnown || path == "manifest.json", "\(path) is neither old nor new")
        }
        let manifest = try JSONSerialization.jsonObject(with: try #require(tree["manifest.json"]))
        let entries = (manifest as? [String: Any])?["files"] as? [[String: Any]]
        let named = Set((entries ?? []).compactMap { $0["path"] as? String })
        for path in tree.keys where path.hasSuffix("association") {
          #expect(named.contains(path), "\(path) exists but is in no manifest")
        }
        if !whole.contains(tree) { cutOff += 1 }
        // Repairs the directory in every third round. Otherwise the next round starts from the
        // interrupted state.
        guard round.isMultiple(of: 3) else { continue }
        let other = version == "a" ? "b" : "a"
        let run = try Tool.run(BuiltTool.path, Self.arguments(other), in: directory)
        #expect(run.status == 0, "\(run.output)")
        #expect(Self.tree(out) == expected[other])
        #expect(Self.directories(out) == directories[other])
      }
      #expect(cutOff > 0, "no run was killed while it was writing")
    }
  }

  @Test func `a temporary file is removed unless a run is writing it`() throws {
    try Tool.withTemporaryDirectory { directory in
      let text = Self.policy("a", hosts: 0..<1)
      try Data(text.utf8).write(to: directory.appending(path: "a.yaml"))
      let out = directory.appending(path: "out")
      try FileManager.default.createDirectory(at: out, withIntermediateDirectories: true)
      let names = [
        ".linkpolicy-4711.tmp", ".linkpolicy-0123456789abcdef.tmp", ".linkpolicy-1.tmp",
        ".linkpolicy-.tmp", ".linkpolicy-x1.tmp", "linkpolicy-1.tmp",
        ".linkpolicy-99999999999999999999.tmp",
      ]
      for name in names { try Data("x".utf8).write(to: out.appending(path: name)) }
      // A run locks each file that it writes.
      let writer = unsafe open(out.appending(path: names[2]).path, O_RDONLY)
      try #require(flock(writer, LOCK_EX | LOCK_NB) == 0)
      defer { close(writer) }
      let run = try Tool.run(BuiltTool.path, Self.arguments("a"), in: directory)
      #expect(run.status == 0, "\(run.output)")
      let kept = names.filter { FileManager.default.fileExists(atPath: "\(out.path)/\($0)") }
      #expect(kept == Array(names.dropFirst(2)))
    }
  }

  @Test(arguments: ["out/prod", "out/prod/hosts/h0.acme.example", "out/manifest.json"])
  func `a link out of the directory is rejected and nothing is written`(link: String) throws {
    try Tool.withTemporaryDirectory { directory in
      let text = Self.policy("a", hosts: 0..<2)
      try Data(text.utf8).write(to: directory.appending(path: "a.yaml"))
      let outside = directory.appending(path: "outside")
      try FileManager.default.createDirectory(at: outside, withIntermediateDirectories: true)
      let place = directory.appending(path: link)
      try FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      let target = link.hasSuffix(".json") ? outside.appending(path: "x.json") : outside
      try FileManager.default.createSymbolicLink(at: place, withDestinationURL: target)
      let run = try Tool.run(BuiltTool.path, Self.arguments("a"), in: directory)
      #expect(run.status == 2)
      #expect(run.output.contains("`\(link)` is a symbolic link"), "\(run.output)")
      #expect(Self.tree(outside).isEmpty)
      #expect(Self.tree(directory.appending(path: "out")).isEmpty)
    }
  }

  @Test func `files that are up to date are not written`() throws {
    try Tool.withTemporaryDirectory { directory in
      let text = Self.policy("a", hosts: 0..<2)
      try Data(text.utf8).write(to: directory.appending(path: "a.yaml"))
      _ = try Tool.run(BuiltTool.path, Self.arguments("a"), in: directory)
      let out = directory.appending(path: "out")
      let past = Date(timeIntervalSince1970: 1_000_000_000)
      let changed = "prod/hosts/h1.acme.example/.well-known/apple-app-site-association"
      for path in Self.tree(out).keys {
        try FileManager.default.setAttributes(
          [.modificationDate: past], ofItemAtPath: out.appending(path: path).path)
      }
      try Data("x".utf8).write(to: out.appending(path: changed))
      let run = try Tool.run(BuiltTool.path, Self.arguments("a") + ["--replace"], in: directory)
      #expect(run.status == 0)
      for path in Self.tree(out).keys {
        let file = out.appending(path: path).path
        let date = try FileManager.default.attributesOfItem(atPath: file)[.modificationDate]
        // The manifest lists new files before they are written.
        let isWritten = path == changed || path == "manifest.json"
        #expect((date as? Date == past) == !isWritten, "\(path)")
      }
    }
  }

  @Test func `a full file system is an error and leaves no partial file`() throws {
    try Tool.withTemporaryDirectory { directory in
      let text = Self.policy("a", hosts: 0..<200)
      try Data(text.utf8).write(to: directory.appending(path: "a.yaml"))
      // With a limit of the file size, writing the manifest fails, because it is the largest file.
      // A full disk has the same effect.
      let command = "trap '' XFSZ; ulimit -f 4; exec \"$@\""
      let run = try Tool.run(
        "/bin/bash", ["-c", command, "sh", BuiltTool.path] + Self.arguments("a"), in: directory)
      #expect(run.status == 2)
      #expect(run.output.contains("out/manifest.json: file too large"), "\(run.output)")
      #expect(Self.tree(directory.appending(path: "out")).isEmpty)
    }
  }

  @Test(.needs(Unprivileged.isAvailable, "root can write everywhere, and setpriv is not installed"))
  func `a directory without write permission is an error`() throws {
    try Tool.withTemporaryDirectory { directory in
      let text = Self.policy("a", hosts: 0..<2)
      try Data(text.utf8).write(to: directory.appending(path: "a.yaml"))
      let out = directory.appending(path: "out")
      try FileManager.default.createDirectory(at: out, withIntermediateDirectories: true)
      try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: out.path)
      let copy = directory.appending(path: "linkpolicy")
      try FileManager.default.copyItem(at: URL(filePath: BuiltTool.path), to: copy)
      for path in [directory, copy] {
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path.path)
      }
      let run = try Unprivileged.run([copy.path] + Self.arguments("a"), in: directory)
      #expect(run.status == 2)
      #expect(run.output.contains("out/manifest.json: permission denied"), "\(run.output)")
      #expect(Self.tree(out).isEmpty)
    }
  }

  @Test func `an output that is a file, or empty, is rejected`() throws {
    try Tool.withTemporaryDirectory { directory in
      let text = Self.policy("a", hosts: 0..<1)
      try Data(text.utf8).write(to: directory.appending(path: "a.yaml"))
      try Data("mine".utf8).write(to: directory.appending(path: "out"))
      let run = try Tool.run(BuiltTool.path, Self.arguments("a"), in: directory)
      #expect(run.status == 2)
      #expect(run.output.contains("`out` is a file, but must be a directory"), "\(run.output)")
      #expect(try String(contentsOf: directory.appending(path: "out"), encoding: .utf8) == "mine")
      let empty = try Tool.run(
        BuiltTool.path, ["generate", "a.yaml", "--output", ""], in: directory)
      #expect(empty.status == 2 && empty.output.contains("`--output` must name a directory"))
    }
  }

  @Test func `the order of the files on the command line doesn't matter`() throws {
    try Tool.withTemporaryDirectory { directory in
      let one = Self.policy("a", hosts: 0..<3)
      let two = Self.policy("b", hosts: 3..<6).replacing("name: many", with: "name: more")
      try Data(one.utf8).write(to: directory.appending(path: "a.yaml"))
      try Data(two.utf8).write(to: directory.appending(path: "b.yaml"))
      let orders = [["a.yaml", "b.yaml"], ["b.yaml", "a.yaml"], ["."]]
      let trees = try orders.enumerated().map { index, files in
        let run = try Tool.run(
          BuiltTool.path, ["generate", "--output", "out\(index)"] + files, in: directory)
        try #require(run.status == 0, "\(run.output)")
        return Self.tree(directory.appending(path: "out\(index)"))
      }
      #expect(trees[0].count > 10 && trees[0] == trees[1])
      // The names of the files differ there: `./a.yaml`.
      #expect(trees[0] == trees[2])
    }
  }

  @Test func `diagnostics of a build have file, line and column`() throws {
    try Tool.withTemporaryDirectory { directory in
      let text = Self.policy("a", hosts: 0..<1).replacing("A1B2C3D4E5", with: "short")
      let file = directory.appending(path: "a.yaml")
      try Data(text.utf8).write(to: file)
      let run = try Tool.run(
        BuiltTool.path, ["generate", file.path, "--format", "xcode", "--output", "out"],
        in: directory)
      #expect(run.status == 1)
      #expect(run.output.contains("\(file.path):4:"), "\(run.output)")
      #expect(run.output.contains(#/:4:\d+: error: .* \[[a-z-]+\]/#))
      #expect(Self.tree(directory.appending(path: "out")).isEmpty)
    }
  }
}

/// Runs programs without root's permissions.
private enum Unprivileged {
  static var isAvailable: Bool { geteuid() != 0 || Tool.path("setpriv") != nil }

  static func run(_ command: [String], in directory: URL) throws -> Tool.Result {
    guard geteuid() == 0, let setpriv = Tool.path("setpriv") else {
      return try Tool.run(command[0], Array(command.dropFirst()), in: directory)
    }
    return try Tool.run(
      setpriv, ["--reuid=65534", "--regid=65534", "--clear-groups"] + command, in: directory)
  }
}
