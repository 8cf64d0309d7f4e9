import Foundation
import PolicyTestSupport

/// The server of `Tests/Fixtures/verify/twin.py`, which plays every host of a run on the loopback address.
final class Twin {
  /// A file that a host serves.
  struct File: Encodable {
    var status = 200
    var type = "application/json"
    var body: String
    var headers: [String: String] = [:]
  }

  /// What the server was asked.
  struct Log: Decodable {
    struct Request: Decodable {
      var host: String
      var path: String
      var agent: String
      var cookie: String?
      var authorization: String?
    }
    var requests: [Request]
    /// Requests to where redirects lead.
    var sentinel: [String]
    /// Hosts that were asked twice at a time.
    var overlap: [String]
  }

  static let python = Tool.path("python3")
  static let curl = Tool.path("curl")
  /// Everything that a twin and its guests need.
  static let isThere = python != nil && curl != nil && Tool.path("openssl") != nil

  private struct Setting: Encodable {
    var files: [String: [String: File]]
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
  /// - Parameter registered: redirect URIs that its authorization endpoints know.
  init(
    _ files: [String: [String: File]], registered: [String] = [], in directory: URL
  ) throws {
    self.directory = directory.appending(path: "twin")
    hosts = files.keys.sorted()
    try FileManager.default.createDirectory(at: self.directory, withIntermediateDirectories: true)
    process.executableURL = URL(filePath: Self.python ?? "")
    process.arguments = [Fixtures.root.appending(path: "Tests/Fixtures/verify/twin.py").path]
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

  /// The options that lead the hosts of the server to it.
  var options: [String] {
    hosts.flatMap { ["--resolve", "\($0):443:127.0.0.1:\(ready.port)"] } + ["--cacert", ready.ca]
  }

  var port: Int { ready.port }
  var authority: String { ready.ca }

  /// Ends the server.
  func log() throws -> Log {
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    let data = try Data(contentsOf: directory.appending(path: "requests.json"))
    return try JSONDecoder().decode(Log.self, from: data)
  }
}
