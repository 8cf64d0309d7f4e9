import Foundation
import LinkPolicy
import LinkPolicyCLI
import PolicyDecision

/// Runs a command line in the test's process, with files in memory or in the repository.
struct CommandLineRun {
  var status: ExitStatus
  var output: String
  var errors: String

  init(
    _ arguments: [String], files: any FileSystem, input: String = "",
    variables: [String: String] = [:], isTerminal: Bool = false,
    workingDirectory: String? = nil, processes: any ProcessRunner = NoProcesses(),
    logs: (any LogStore)? = nil, repository: GitLocation? = nil,
    access: (inout InputAccess) -> Void = { _ in }
  ) {
    let streams = Streams(input: Array(input.utf8))
    var console = Console(
      fileSystem: files, read: { streams.read($0) }, write: { streams.write($0) },
      writeError: { streams.writeError($0) }, variable: { variables[$0] }, isTerminal: isTerminal,
      isErrorTerminal: isTerminal, workingDirectory: workingDirectory, processes: processes,
      logs: logs)
    console.findRepository = { (directory) throws(UsageError) in
      guard let repository else { return try GitLocation.search(from: directory) }
      return repository
    }
    access(&console.access)
    status = Program.run(arguments, on: console)
    output = streams.output
    errors = streams.errors
  }
}

/// Streams in memory, for use on one thread.
private final class Streams: @unchecked Sendable {
  private var input: ArraySlice<UInt8>
  private(set) var output = ""
  private(set) var errors = ""

  init(input: [UInt8]) { self.input = input[...] }

  func read(_ limit: Int) -> [UInt8] {
    // Small chunks split lines.
    let chunk = Array(input.prefix(min(limit, 7)))
    input = input.dropFirst(chunk.count)
    return chunk
  }

  func write(_ text: String) { output += text }
  func writeError(_ text: String) { errors += text }
}

/// A small policy without findings.
let cleanPolicy = """
  linkpolicy: 1
  name: lumen
  clients:
    website:
      provider: generic
      type: web
      client_id: { prod: lumen-web-prod, sandbox: lumen-web-sandbox }
      client_secret: { env: LUMEN_WEB_SECRET }
      redirect_uris:
        prod: [https://lumen.example/oauth/callback]
        sandbox: [https://sandbox.lumen.example/oauth/callback]
      scopes: [devices]

  """

extension GitLocation {
  /// The location of a simulated repository.
  static let pretended = GitLocation(
    directory: "/w", workTree: "/w", gitDirectory: "/w/.git")
}

extension GitRepository {
  /// A repository that a simulated git provides.
  static func pretended(_ git: any ProcessRunner) throws -> GitRepository {
    try GitRepository(.pretended, processes: git)
  }
}

/// Returns the git command in the arguments.
func gitCommand(_ arguments: [String]) -> String? {
  arguments.first { ["config", "rev-parse", "ls-tree", "cat-file"].contains($0) }
}
