import Foundation
import PackagePlugin

/// Compiles the source files in `Runtimes/` into a target as strings.
///
/// They are the files in the subfolders of `Runtimes/<language>/`, except `tests`. Other files in `Runtimes/<language>/`
/// are for `Runtimes/<language>/check`.
@main struct EmbedRuntimes: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let root = context.package.directoryURL.appending(path: "Runtimes")
    let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedRuntimes.swift")
    let paths = try files(below: root).sorted()
    return [
      .buildCommand(
        displayName: "Embed runtimes", executable: try context.tool(named: "embed-files").url,
        arguments: [output.path(), root.path()] + paths,
        inputFiles: paths.map { root.appending(path: $0) }, outputFiles: [output])
    ]
  }

  /// The embedded files, relative to the root.
  private func files(below root: URL) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: root.path()).filter { path in
      let parts = path.split(separator: "/")
      var isFolder: ObjCBool = false
      return parts.count > 2 && parts[1] != "tests" && !parts.contains { $0.hasPrefix(".") }
        && FileManager.default.fileExists(
          atPath: root.appending(path: path).path(), isDirectory: &isFolder)
        && !isFolder.boolValue
    }
  }
}
