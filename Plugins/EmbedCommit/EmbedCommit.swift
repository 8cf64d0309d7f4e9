import Foundation
import PackagePlugin

/// Compiles the commit of the checkout into the program, which `--version` prints.
@main struct EmbedCommit: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let output = context.pluginWorkDirectoryURL.appending(path: "Commit.swift")
    return [
      .buildCommand(
        displayName: "Embed the commit", executable: URL(filePath: "/bin/sh"),
        arguments: [
          "-c", #"printf 'let commit = "%s"\n' "$1" >"$2""#, "sh",
          commit(of: context.package.directoryURL), output.path(),
        ],
        outputFiles: [output])
    ]
  }
  /// Twelve hexadecimal digits; empty if this isn't a checkout, or git isn't installed.
  private func commit(of root: URL) -> String {
    let git = Process()
    git.executableURL = URL(filePath: "/usr/bin/env")
    git.arguments = ["git", "-C", root.path(), "rev-parse", "--short=12", "HEAD"]
    let pipe = Pipe()
    git.standardOutput = pipe
    git.standardError = FileHandle.nullDevice
    guard (try? git.run()) != nil else { return "" }
    let data = (try? pipe.fileHandleForReading.readToEnd()) ?? Data()
    return String(decoding: data, as: UTF8.self).filter { $0.isHexDigit }
  }
}
