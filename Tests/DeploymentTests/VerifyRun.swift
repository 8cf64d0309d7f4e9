import Foundation
import LinkPolicy
import LinkPolicyCLI
import PolicyVerification

/// Runs `verify` in the process, over a directory, with the programs and threads of the system.
struct VerifyRun {
  var status: ExitStatus
  var output: String
  var errors: String
  /// Waiting costs nothing here; how long it would have been.
  var pauses: [Double]

  init(
    _ arguments: [String], files: any FileSystem,
    processes: any ProcessRunner = POSIXProcessRunner(), jobs: Int = 8
  ) {
    let streams = Streams()
    var console = Console(
      fileSystem: files, read: { _ in [] }, write: { streams.add(output: $0) },
      writeError: { streams.add(errors: $0) }, variable: { _ in nil }, isTerminal: false,
      isErrorTerminal: false, workingDirectory: nil, processes: processes)
    console.pause = { streams.add(pause: Double($0) / 1_000) }
    status = Program.run(["verify", "--jobs", "\(jobs)"] + arguments, on: console)
    (output, errors, pauses) = streams.values
  }

  private struct Document: Decodable {
    struct Finding: Decodable {
      var rule: String
      var severity: String
      var message: String
      var path: String
    }
    struct Check: Decodable {
      var target: String
      var url: String
      var kind: String
      var outcome: String
      var status: Int?
    }
    var diagnostics: [Finding]
    var checks: [Check]
  }

  /// The findings of a run with `--format json`: rule ids by the host that the line of the policy names.
  func rules() throws -> [String: Set<String>] {
    var rules: [String: Set<String>] = [:]
    for finding in try findings() where finding.severity != "note" {
      let host =
        finding.path.split(separator: "\"").dropFirst().first.map { String($0) } ?? finding.path
      rules[host, default: []].insert(finding.rule)
    }
    return rules
  }

  func findings() throws -> [(rule: String, severity: String, message: String, path: String)] {
    try JSONDecoder().decode(Document.self, from: Data(output.utf8)).diagnostics
      .map { ($0.rule, $0.severity, $0.message, $0.path) }
  }

  func checks() throws -> [(
    target: String, url: String, kind: String, outcome: String, status: Int?
  )] {
    try JSONDecoder().decode(Document.self, from: Data(output.utf8)).checks
      .map { ($0.target, $0.url, $0.kind, $0.outcome, $0.status) }
  }
}

/// What a run writes; threads of its workers may write too.
private final class Streams: @unchecked Sendable {
  private let lock = NSLock()
  private var output = ""
  private var errors = ""
  private var pauses: [Double] = []

  func add(output text: String) { lock.withLock { output += text } }
  func add(errors text: String) { lock.withLock { errors += text } }
  func add(pause seconds: Double) { lock.withLock { pauses.append(seconds) } }
  var values: (String, String, [Double]) { lock.withLock { (output, errors, pauses) } }
}
