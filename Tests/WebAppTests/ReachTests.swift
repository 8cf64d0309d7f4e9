import Foundation
import LinkPolicy
import PolicyTestSupport
import Testing
import WebApp

/// Which files on disk a page can open. The test uses a directory, because links can lead out of
/// it.
@Suite struct ReachTests {
  private static let policy = "linkpolicy: 1\nname: a\n"
  private static let secret = "linkpolicy: 1\nname: s3cret\nnmae: x\n"

  /// The real files. It records which of them were opened.
  private final class WatchedFiles: FileSystem, @unchecked Sendable {
    private let base = LocalFileSystem()
    private let directory: String
    private(set) var opened: [String] = []

    init(_ directory: String) { self.directory = directory }

    private func place(_ path: String) -> String {
      path.hasPrefix("/") ? path : "\(directory)/\(path)"
    }
    private func note(_ path: String) -> String {
      let place = place(path)
      opened.append(base.realPath(place) ?? place)
      return place
    }

    func kind(of path: String) -> FileKind? { base.kind(of: place(path)) }
    func isSymbolicLink(_ path: String) -> Bool { base.isSymbolicLink(place(path)) }
    func realPath(_ path: String) -> String? { base.realPath(place(path)) }
    func read(_ path: String) throws(FileSystemError) -> [UInt8] { try base.read(note(path)) }
    func read(_ path: String, upTo count: Int, isFound: Bool) throws(FileSystemError) -> [UInt8] {
      try base.read(note(path), upTo: count, isFound: isFound)
    }
    func list(_ directory: String) throws(FileSystemError) -> [String] {
      try base.list(note(directory))
    }
    func open(found path: String) throws(FileSystemError) -> any OpenFile {
      try base.open(found: note(path))
    }
    func open(directory path: String) throws(FileSystemError) -> any SearchedDirectory {
      try base.open(directory: note(path))
    }
    func write(_ bytes: [UInt8], to path: String) throws(FileSystemError) {
      try base.write(bytes, to: note(path))
    }
    func remove(_ path: String, upTo root: String) throws(FileSystemError) {
      try base.remove(note(path), upTo: note(root))
    }
  }

  /// Calls a function with a repository `work`, the served directory `work/served`, and other files
  /// outside of it.
  private func use(
    _ files: [String: String] = [:], _ body: (TestServer, WatchedFiles, URL) throws -> Void
  ) throws {
    try Tool.withTemporaryDirectory { base in
      let base = base.resolvingSymlinksInPath()
      let all = files.merging([
        "outside/secret.yaml": Self.secret, "outside/known.json": "{}",
        "work/.git/HEAD": "ref: refs/heads/main\n", "work/served/Policies/a.yaml": Self.policy,
      ]) { first, _ in first }
      for (path, text) in all {
        let url = base.appending(path: path)
        try Data(text.utf8).write(withFolderTo: url)
      }
      try FileManager.default.createSymbolicLink(
        atPath: base.appending(path: "work/served/link").path,
        withDestinationPath: "../../outside")
      let directory = base.appending(path: "work/served").path
      let watched = WatchedFiles(directory)
      try body(TestServer(watched, writes: true, workingDirectory: directory), watched, base)
    }
  }

  private static let lines = [
    "policies: [../../outside]", "policies: [../../outside/secret.yaml]", "policies: [link]",
    "policies: [link/secret.yaml]", "policies: [Policies, link/../../..]", "policies: [..]",
    "policies: [/]", "policies: [/etc/passwd]", "policies: [/dev/stdin]",
    "policies: [nowhere/../../../outside]", "baseline: ../../outside/known.json",
    "baseline: link/known.json", "baseline: /dev/zero", "generate: { output: ../../outside }",
    "generate: { output: link }",
  ]

  @Test(arguments: lines, [true, false])
  func `a configuration can't open files outside of the workspace`(line: String, isSent: Bool)
    throws
  {
    let text = "linkpolicy_config: 1\n\(line)\n"
    try use(isSent ? [:] : ["work/served/linkpolicy.yaml": text]) { server, files, base in
      let texts: JSONValue = isSent ? ["linkpolicy.yaml": .string(text)] : [:]
      let body: JSONValue = ["files": texts]
      var answers = ["validate", "test", "flow", "generate", "addresses"].map {
        server.post($0, body)
      }
      answers.append(server.post("who-allows", ["files": texts, "uri": "https://a.example/"]))
      answers.append(server.post("simulate", ["files": texts, "kind": "authorize"]))
      answers.append(server.post("diff", ["old": body, "new": ["files": [:], "disk": false]]))
      if !isSent { answers.append(server.get("/api/files")) }
      for answer in answers {
        #expect(answer.status == 400)
        #expect(answer.text.contains("must name a path inside the workspace"), "\(answer.text)")
      }
      for name in ["hover", "completion", "actions"] {
        let texts: JSONValue = [
          "linkpolicy.yaml": .string(text), "Policies/a.yaml": .string(Self.policy),
        ]
        answers.append(
          server.post("editor/\(name)", ["file": "Policies/a.yaml", "files": texts]))
      }
      _ = server.service.watchedPaths
      for answer in answers { #expect(!answer.text.contains("s3cret")) }
      let inside = base.appending(path: "work/served").path
      #expect(files.opened.allSatisfy { $0 == inside || $0.hasPrefix(inside + "/") })
      #expect(!files.opened.contains { $0.contains("outside") }, "\(files.opened)")
    }
  }

  @Test func `a document of a page doesn't extend the workspace`() throws {
    try use { server, files, _ in
      let config = "linkpolicy_config: 1\npolicies: [../../outside]\n"
      for path in ["../.git", "../../.git", "../../.git/HEAD", "../linkpolicy.yaml"] {
        let texts: JSONValue = .object([
          (key: path, value: .string("x")),
          (key: "linkpolicy.yaml", value: .string(config)),
        ])
        let answer = server.post("validate", ["files": texts])
        #expect(answer.status == 400, "\(path)")
      }
      // A document with a path above the directory is not the one with the same name in it.
      let above = server.post(
        "validate", ["files": ["../Policies/a.yaml": "linkpolicy: 1\nnmae: a\n"]])
      #expect(above.status == 200 && above.text.contains(#""errors": 0"#), "\(above.text)")
      #expect(!files.opened.contains { $0.contains("outside") }, "\(files.opened)")
    }
  }

  @Test func `the repository's configuration above the directory applies with its paths`() throws {
    let config = "linkpolicy_config: 1\npolicies: [Policies]\nbaseline: known.json\n"
    try use([
      "work/linkpolicy.yaml": config, "work/Policies/b.yaml": "linkpolicy: 1\nname: b\nnmae: x\n",
      "work/known.json": #"{"version":1,"findings":[]}"#,
    ]) { server, _, _ in
      let listed = server.get("/api/files")
      #expect(listed.status == 200 && listed.text.contains("../Policies/b.yaml"), "\(listed.text)")
      let checked = server.post("validate", [:])
      #expect(checked.text.contains("unknown-key") || checked.status == 400, "\(checked.text)")
      let outside = server.post(
        "validate",
        ["files": ["linkpolicy.yaml": "linkpolicy_config: 1\npolicies: [../../outside]\n"]])
      #expect(outside.status == 400)
    }
  }

  @Test func `a configuration is saved only if it can be used`() throws {
    let config = "linkpolicy_config: 1\n"
    try use(["work/served/linkpolicy.yaml": config]) { server, _, base in
      let list = try JSONValue(parsing: server.get("/api/files").bytes ?? [])
      let file = try #require(
        list["files"]?.items?.first { $0["path"]?.stringValue == "linkpolicy.yaml" })
      let id = try #require(file["id"]?.stringValue)
      let digest = try #require(file["digest"]?.stringValue)
      func save(_ text: String) -> WebAnswer {
        let body: JSONValue = ["text": .string(text)]
        return server.send(
          server.head("PUT", "/api/files/\(id)", [("if-match", digest)]), Array(body.text().utf8))
      }
      for line in Self.lines { #expect(save("\(config)\(line)\n").status == 400, "\(line)") }
      #expect(save("linkpolicy_config: [").status == 400)
      let path = base.appending(path: "work/served/linkpolicy.yaml").path
      #expect(FileManager.default.contents(atPath: path) == Data(config.utf8))
      #expect(save(config + "policies: [Policies]\n").status == 200)
    }
  }

  @Test func `pipes and devices in the workspace are ignored`() throws {
    try use { server, _, base in
      let pipe = base.appending(path: "work/served/pipe.yaml").path
      try #require(try Tool.run("/bin/sh", ["-c", "mkfifo '\(pipe)'"]).status == 0)
      for line in ["policies: [pipe.yaml]", "baseline: pipe.yaml"] {
        let answer = server.post(
          "validate", ["files": ["linkpolicy.yaml": .string("linkpolicy_config: 1\n\(line)\n")]])
        #expect(answer.status == 400 && answer.text.contains("is not a regular file"))
      }
    }
  }
}
