import Foundation
import PolicyTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A directory in which the built program runs, with files that tables in memory do not have: links,
/// pipes, devices, names of any bytes, rights.
struct Sandbox {
  let directory: URL

  /// Calls a function with a new directory that everybody may enter.
  static func use<Value>(_ body: (Sandbox) throws -> Value) throws -> Value {
    try Tool.withTemporaryDirectory { directory in
      let sandbox = Sandbox(directory: directory)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: directory.path)
      // Directories without rights could not be removed.
      defer { try? sandbox.shell("chmod -R u+rwX .; rm -rf ./* ./.[!.]*") }
      return try body(sandbox)
    }
  }

  /// The built program is there, and so is a way to run it without the rights of root.
  static var canDropRights: Bool {
    BuiltTool.isThere && (geteuid() != 0 || Tool.path("setpriv") != nil)
  }

  /// Writes a file, with the directories above it.
  func write(_ text: String, to path: String) throws {
    let url = directory.appending(path: path)
    try Data(text.utf8).write(withFolderTo: url)
  }

  /// The content of a file; nil where none is.
  func read(_ path: String) -> String? {
    FileManager.default.contents(atPath: directory.appending(path: path).path)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// Makes a link.
  func link(_ path: String, to target: String) throws {
    let url = directory.appending(path: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: url.path, withDestinationPath: target)
  }

  /// Runs a line of the shell.
  func shell(_ script: String) throws {
    let run = try Tool.run("/bin/bash", ["-c", script], in: directory)
    try #require(run.status == 0, "\(script): \(run.output)")
  }

  /// Runs the program; no input, and no patience with one that waits.
  func run(_ arguments: String...) throws -> Tool.Result { try run(script: "", arguments) }

  /// Runs the program as what a line of the shell ends in.
  ///
  /// - Parameter script: what comes before `"$@"`; redirections may follow in `after`.
  func run(script: String, _ arguments: [String], after: String = "</dev/null") throws
    -> Tool.Result
  {
    try Tool.run(
      "/bin/bash",
      ["-c", "\(script) \"$@\" \(after)", "bash"] + Tool.oneMinute + [BuiltTool.path] + arguments,
      in: directory)
  }

  /// Runs the program as somebody who owns nothing.
  func runWithoutRights(_ arguments: String...) throws -> Tool.Result {
    let copy = directory.appending(path: ".bin/linkpolicy")
    if !FileManager.default.fileExists(atPath: copy.path) {
      // Copied by another process: a program that this one writes can't run while another test's child has it open.
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

/// The clean policy under another name, so that both can stand in one directory.
func renamedPolicy(_ name: String) -> String {
  cleanPolicy.replacing("name: lumen", with: "name: \(name)")
    .replacing("lumen-web", with: "\(name)-web").replacing("lumen.example", with: "\(name).example")
}
