package import Foundation
import PolicyTestSupport

/// A git repository on disk. Its first commit, `v1`, is the revision that commands must read. If
/// anything runs the sandbox's program, the program leaves a marker file.
package final class GitSandbox {
  /// The directory that contains everything.
  package let root: URL
  package let repository: URL
  /// The working directory of commands: `app` in the repository, unless a case changes it.
  package var directory: URL
  /// The program that no command may run.
  package let program: URL
  /// The original commit of the tag `v1`; nil if the repository doesn't have the tag.
  package private(set) var base: String?
  private let git: String

  /// A policy with one finding. The configuration at the base makes it an error.
  package static let policy = """
    linkpolicy: 1
    name: lumen
    clients:
      website:
        provider: generic
        type: web
        client_id: { prod: lumen-web-prod, sandbox: lumen-web-sandbox }
        client_secret: { env: LUMEN_WEB_SECRET }
        redirect_uris:
          prod: [https://lumen.example:443/oauth/callback]
          sandbox: [https://sandbox.lumen.example/oauth/callback]
        scopes: [devices]

    """
  /// The configuration at the base.
  package static let settings = "linkpolicy_config: 1\nseverities: { uri-default-port: error }\n"
  /// The policy of a pull request: it adds one scope.
  package static let changed = policy.replacing("[devices]", with: "[devices, rooms]")
  /// The configuration of a pull request: it turns the finding off.
  package static let silenced = "linkpolicy_config: 1\nseverities: { uri-default-port: off }\n"

  /// Creates the directories. Call `fill` to create the repository.
  package init(_ root: URL, git: String) throws {
    self.root = root.resolvingSymlinksInPath()
    self.git = git
    repository = self.root.appending(path: "repository")
    directory = repository.appending(path: "app")
    program = self.root.appending(path: "program")
    try write(
      "#!/bin/sh\ntouch '\(self.root.path)/ran'\ncat >/dev/null 2>&1\nexit 0\n", program)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
  }

  /// Creates the base commit, and the pull request's files in the working tree.
  package func fill(_ options: [String] = []) throws {
    try run(["init", "-q"] + options + [repository.path], in: root)
    try write(Self.policy, "app/Policies/lumen.yaml")
    try write(Self.settings, "app/linkpolicy.yaml")
    try commit("one")
    try run("tag", "v1")
    base = try output("rev-parse", "v1")
    try change()
  }

  /// Writes the pull request's files.
  package func change() throws {
    try write(Self.changed, directory.appending(path: "Policies/lumen.yaml"))
    try write(Self.silenced, directory.appending(path: "linkpolicy.yaml"))
  }

  /// Whether anything ran the program.
  package var hasRun: Bool { FileManager.default.fileExists(atPath: root.path + "/ran") }

  // MARK: steps of cases

  /// Runs git in the repository and ignores the user's configuration.
  package func run(_ arguments: String...) throws { try run(arguments, in: repository) }

  /// Makes the latest commit the base.
  package func moveBase() throws {
    try run("tag", "-f", "v1")
    base = try output("rev-parse", "v1")
  }

  package func run(_ arguments: [String], in directory: URL) throws {
    let names = ["user.name=a", "user.email=a@example.com", "protocol.file.allow=always"]
    let result = try Tool.run(git, names.flatMap { ["-c", $0] } + arguments, in: directory)
    guard result.status == 0 else { throw Failure(text: "\(arguments): \(result.output)") }
  }

  package func output(_ arguments: String...) throws -> String {
    try Tool.run(git, arguments, in: repository).output.filter { $0 != "\n" }
  }

  package func commit(_ message: String) throws {
    try run("add", "-A")
    try run("commit", "-q", "--allow-empty", "-m", message)
  }

  /// Appends to the repository's configuration. `PROGRAM` and `ROOT` are replaced by their paths.
  package func configure(_ text: String, _ file: String = ".git/config") throws {
    let url = repository.appending(path: file)
    let old = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
    try write(
      old + "\n"
        + text.replacing("PROGRAM", with: program.path).replacing("ROOT", with: root.path) + "\n",
      url)
  }

  package func write(_ text: String, _ path: String) throws {
    try write(text, repository.appending(path: path))
  }

  package func write(_ text: String, _ url: URL) throws {
    try Data(text.utf8).write(withFolderTo: url)
  }

  package func move(_ path: String, _ new: String) throws {
    try FileManager.default.moveItem(
      at: root.appending(path: path), to: root.appending(path: new))
  }

  package func link(_ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: root.appending(path: path).path, withDestinationPath: target)
  }

  package func remove(_ path: String) throws {
    try FileManager.default.removeItem(at: root.appending(path: path))
  }

  /// Adds a bare repository, as a pull request can contain one. It has another base, and a remote
  /// whose program runs when git reads the base.
  package func addBareRepository(at directory: URL) throws {
    let source = root.appending(path: "stranger")
    try run(["init", "-q", source.path], in: root)
    try write(Self.changed, source.appending(path: "Policies/lumen.yaml"))
    try write(Self.silenced, source.appending(path: "linkpolicy.yaml"))
    try run(["add", "-A"], in: source)
    try run(["commit", "-q", "-m", "stranger"], in: source)
    try run(["tag", "v1"], in: source)
    try write(
      "#!/bin/sh\n", source.appending(path: ".git/refs/.keep"))
    let git = source.appending(path: ".git")
    let config = git.appending(path: "config")
    try write(
      "[core]\nrepositoryformatversion = 1\nbare = true\n[extensions]\npartialclone = origin\n"
        + "[remote \"origin\"]\nurl = \(source.path)\npromisor = true\n"
        + "uploadpack = \"'\(program.path)'\"\n", config)
    for name in ["HEAD", "config", "objects", "refs"] {
      try FileManager.default.copyItem(
        at: git.appending(path: name), to: directory.appending(path: name))
    }
    // Objects of the base are missing, so reading it makes git fetch them.
    let objects = directory.appending(path: "objects")
    let blob = try Tool.run(self.git, ["rev-parse", "v1:linkpolicy.yaml"], in: source).output
      .filter { $0 != "\n" }
    try? FileManager.default.removeItem(
      at: objects.appending(path: "\(blob.prefix(2))/\(blob.dropFirst(2))"))
    try remove("stranger")
  }

  private struct Failure: Error, CustomStringConvertible {
    var text: String
    var description: String { text }
  }
}
