import Foundation
import PolicyTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A directory in which the built program runs, for files that can't exist in memory: links, pipes,
/// devices, arbitrary bytes in names, and permissions.
struct Sandbox {
  let directory: URL

  /// Calls a function with a new directory that all users can enter.
  static func use<Value>(_ body: (Sandbox) throws -> Value) throws -> Value {
    try Tool.withTemporaryDirectory { directory in
      let sandbox = Sandbox(directory: directory)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: directory.path)
      // Directories without permissions couldn't be removed.
      defer { try? sandbox.shell("chmod -R u+rwX .; rm -rf ./* ./.[!.]*") }
      return try body(sandbox)
    }
  }

  /// Whether the program is built and can run without root's permissions.
  static var canDropRights: Bool {
    BuiltTool.isAvailable && (geteuid() != 0 || Tool.path("setpriv") != nil)
  }

  /// Writes a file, and creates its parent directories.
  func write(_ text: String, to path: String) throws {
    let url = directory.appending(path: path)
    try Data(text.utf8).write(withFolderTo: url)
  }

  /// Returns the contents of a file; nil if it doesn't exist.
  func read(_ path: String) -> String? {
    FileManager.default.contents(atPath: directory.appending(path: path).path)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// Creates a symbolic link.
  func link(_ path: String, to target: String) throws {
    let url = directory.appending(path: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: url.path, withDestinationPath: target)
  }

  /// Runs a shell script.
  func shell(_ script: String) throws {
    let run = try Tool.run("/bin/bash", ["-c", script], in: directory)
    try #require(run.status == 0, "\(script): \(run.output)")
  }

  /// Runs the program without input.
  func run(_ arguments: String...) throws -> Tool.Result { try run(script: "", arguments) }

  /// Runs the program at the end of a shell script.
  ///
  /// - Parameter script: the script before `"$@"`; `after` has redirections.
  func run(script: String, _ arguments: [String], after: String = "</dev/null") throws
    -> Tool.Result
  {
    try Tool.run(
      "/bin/bash",
      ["-c", "\(script) \"$@\" \(after)", "bash"] + Tool.oneMinute + [BuiltTool.path] + arguments,
      in: directory)
  }

  /// Runs the program as a user without permissions.
  func runWithoutRights(_ arguments: String...) throws -> Tool.Result {
    let copy = directory.appending(path: ".bin/linkpolicy")
    if !FileManager.default.fileExists(atPath: copy.path) {
      // Copied by another process, because a program that this process writes can't run while
      // another test's child has it open.
      try shell("install -D -m 755 '\(BuiltTool.path)' .bin/linkpolicy && chmod 755 .bin")
    }
    guard geteuid() == 0, let setpriv = Tool.path("setpriv") else {
      return try Tool.run(copy.path, arguments, in: directory)
    }
    return try Tool.run(
      setpriv,
      ["--reuid=65534", "--regid=65534", "--clear-groups", copy.path] + arguments, in: directory)
  }
}

/// Returns the clean policy with another name, for a second file in one directory.
func renamedPolicy(_ name: String) -> String {
  cleanPolicy.replacing("name: lumen", with: "name: \(name)")
    .replacing("lumen-web", with: "\(name)-web").replacing("lumen.example", with: "\(name).example")
}
