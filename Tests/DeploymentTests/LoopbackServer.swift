import Foundation
import LinkPolicy
import LinkPolicyCLI
import PolicyTestSupport
import PolicyVerification

/// A file that a host serves.
struct ServedFile: Encodable {
  var status = 200
  var type = "application/json"
  var body: String
  var headers: [String: String] = [:]
}

/// The server in `Tests/Fixtures/verify/loopback_server.py`, which simulates every host of a run.
final class LoopbackServer {
  /// The requests that the server received.
  struct Log: Decodable {
    struct Request: Decodable {
      var host: String
      var path: String
      var agent: String
      var cookie: String?
      var authorization: String?
    }
    var requests: [Request]
    /// Requests to the targets of redirects.
    var sentinel: [String]
    /// Hosts that received two requests at the same time.
    var overlap: [String]
  }

  static let python = Tool.path("python3")
  static let curl = Tool.path("curl")
  /// Whether the programs that the server and its tests need are installed.
  static let isAvailable = python != nil && curl != nil && Tool.path("openssl") != nil

  private struct Setting: Encodable {
    var files: [String: [String: ServedFile]]
    var directory: String
    var registered: [String]
  }

  private struct Ready: Decodable {
    var port: Int
    var sentinel: Int
    var ca: String
  }

  private let process = Process()
  private let input = Pipe()
  private let directory: URL
  private let ready: Ready
  private let hosts: [String]

  /// Starts the server.
  ///
  /// - Parameter registered: redirect URIs that its authorization endpoints accept.
  init(
    _ files: [String: [String: ServedFile]], registered: [String] = [], in directory: URL
  ) throws {
    self.directory = directory.appending(path: "server")
    hosts = files.keys.sorted()
    try FileManager.default.createDirectory(at: self.directory, withIntermediateDirectories: true)
    process.executableURL = URL(filePath: Self.python ?? "")
    process.arguments = [
      Fixtures.root.appending(path: "Tests/Fixtures/verify/loopback_server.py").path
    ]
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let setting = Setting(files: files, directory: self.directory.path, registered: registered)
    input.fileHandleForWriting.write(try JSONEncoder().encode(setting) + Data("\n".utf8))
    var line = Data()
    while line.last != 0x0A {
      let next = output.fileHandleForReading.availableData
      if next.isEmpty { break }
      line += next
    }
    ready = try JSONDecoder().decode(Ready.self, from: line)
  }

  deinit {
    if process.isRunning {
      try? input.fileHandleForWriting.close()
      process.waitUntilExit()
    }
  }

  /// Options that make `verify` connect to the server for all hosts.
  var options: [String] {
    hosts.flatMap { ["--resolve", "\($0):443:127.0.0.1:\(ready.port)"] } + ["--cacert", ready.ca]
  }

  var port: Int { ready.port }
  var authority: String { ready.ca }

  /// Stops the server and returns its log.
  func log() throws -> Log {
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    let data = try Data(contentsOf: directory.appending(path: "requests.json"))
    return try JSONDecoder().decode(Log.self, from: data)
  }
}

/// Runs `verify` in the test's process, on a directory, with the system's programs and threads.
struct VerifyRun {
  var status: ExitStatus
  var output: String
  var errors: String
  /// The lengths of pauses. The test doesn't wait.
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

  /// The rule IDs of the findings with `--format json`, by the host that the line of the policy
  /// contains.
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

/// The output of a run. Worker threads may write it.
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
