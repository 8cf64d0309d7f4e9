import Foundation
import PackagePlugin

/// Compiles text files into a target as strings: the runtimes of generated code into the
/// generators, and the pages of `linkpolicy serve` into the web application.
///
/// These are the files in the subfolders of `Runtimes/<language>/`, except `tests`. Other files in
/// `Runtimes/<language>/` are for `Runtimes/<language>/check`.
@main struct EmbedRuntimes: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let package = context.package.directoryURL
    return target.name == "WebApp"
      ? [
        try command(
          "EmbeddedPages", below: package, context,
          paths: files(below: package.appending(path: "Web/Assets")) {
            ["html", "css", "js", "svg"].contains(URL(filePath: $0).pathExtension)
          }.map { "Web/Assets/\($0)" } + [
            "Policies/acme-cli.yaml", "Policies/nordic-lights.yaml",
            "Runtimes/report/style/drawing.css",
          ])
      ]
      : [
        try command(
          "EmbeddedRuntimes", below: package.appending(path: "Runtimes"), context,
          paths: files(below: package.appending(path: "Runtimes")) {
            let parts = $0.split(separator: "/")
            return parts.count > 2 && parts[1] != "tests" && !parts.contains { $0.hasPrefix(".") }
          })
      ]
  }

  private func command(
    _ name: String, below root: URL, _ context: PluginContext, paths: [String]
  ) throws -> Command {
    let output = context.pluginWorkDirectoryURL.appending(path: "\(name).swift")
    return .buildCommand(
      displayName: "Embed files", executable: try context.tool(named: "embed-files").url,
      arguments: [output.path(), name, root.path()] + paths,
      inputFiles: paths.map { root.appending(path: $0) }, outputFiles: [output])
  }

  /// The files below a folder that fit, relative to it, sorted.
  private func files(below root: URL, where fits: (String) -> Bool) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: root.path()).filter { path in
      var isFolder: ObjCBool = false
      return fits(path)
        && FileManager.default.fileExists(
          atPath: root.appending(path: path).path(), isDirectory: &isFolder)
        && !isFolder.boolValue
    }.sorted()
  }
}
