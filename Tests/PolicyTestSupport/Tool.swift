package import Foundation

/// Runs programs for tests.
package enum Tool {
  /// The exit status and output of a program.
  package struct Result: Sendable {
    package var status: Int32
    package var output: String
  }

  /// Directories where Debian installs programs that most `PATH`s don't include.
  private static let otherDirectories: [String] = {
    let versions = "/usr/lib/postgresql"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: versions)) ?? []
    return ["/usr/sbin", "/usr/local/sbin"] + names.sorted().map { "\(versions)/\($0)/bin" }
  }()

  /// Returns the path of a program among the tools of `make test`, in `PATH`, or where Debian
  /// installs servers; nil if it isn't installed.
  package static func path(_ name: String) -> String? {
    let environment = ProcessInfo.processInfo.environment
    let tools =
      environment["LINKPOLICY_TOOLS"] ?? Fixtures.root.appending(path: ".build/tools").path
    let directories = (environment["PATH"] ?? "").split(separator: ":").map { String($0) }
    return (["\(tools)/bin"] + directories + otherDirectories).map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Arguments before a command that end it with SIGALRM after a minute. macOS doesn't have
  /// `timeout`.
  package static let oneMinute = ["perl", "-e", "alarm shift; exec @ARGV", "60"]

  /// Runs a program until it exits.
  ///
  /// - Parameter mergesErrors: whether the output includes standard error.
  package static func run(
    _ path: String, _ arguments: [String], in directory: URL? = nil, mergesErrors: Bool = true
  ) throws -> Result {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.currentDirectoryURL = directory
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = mergesErrors ? pipe : FileHandle.nullDevice
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Result(status: process.terminationStatus, output: String(decoding: data, as: UTF8.self))
  }

  /// Calls a function with a new directory, and removes the directory afterwards.
  package static func withTemporaryDirectory<T>(_ body: (URL) throws -> T) throws -> T {
    let url = FileManager.default.temporaryDirectory.appending(path: "lp-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: url) }
    return try body(url)
  }
}
