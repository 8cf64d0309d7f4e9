import Foundation
import PackagePlugin

/// Generates the allowlist from the policies of a package and compiles it into the target, in every
/// build after a change of the policies. A policy with errors fails the build and shows the line.
@main
struct LinkPolicyBuildToolPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard target is any SourceModuleTarget else { return [] }
    return [
      try command(
        root: context.package.directoryURL, target: target.directoryURL, name: target.name,
        output: context.pluginWorkDirectoryURL, tool: context.tool(named: "linkpolicy").url)
    ]
  }

  /// The files of `Runtimes/swift/allowlist` and the data file, without `LinkPolicyAllowlist` and `.swift`.
  private static let files = [
    "", "+Allowlist", "+AppFlip", "+Authorization", "+Client", "+Encoding", "+File", "+JSON",
    "+Load", "+Parameters", "+Reason", "+SHA256", "+Token", "Data",
  ]

  private func command(
    root: URL, target: URL, name: String, output: URL, tool: URL
  ) throws -> Command {
    let source = try PolicySource(root: root, target: target)
    // Without parts that only some policies need: SwiftPM asks for the files before anything reads the policy.
    let allowlist = Self.files.map {
      output.appending(path: "code/swift/LinkPolicyAllowlist\($0).swift")
    }
    var arguments = ["generate"] + source.paths.map(\.path)
    if let configuration = source.configuration {
      arguments += ["--config", configuration.path]
    }
    arguments += [
      "--target", "swift", "--output", output.path, "--format", "xcode", "--quiet",
      // SwiftPM must know the file names, even if the configuration sets others.
      "--default-paths",
      // Policies can be added, removed and renamed; only the plug-in uses the directory.
      "--replace",
    ]
    return .buildCommand(
      displayName: "Generating the allowlist of \(name)", executable: tool, arguments: arguments,
      inputFiles: source.files, outputFiles: allowlist)
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension LinkPolicyBuildToolPlugin: XcodeBuildToolPlugin {
    func createBuildCommands(
      context: XcodePluginContext, target: XcodeTarget
    ) throws -> [Command] {
      let root = context.xcodeProject.directoryURL
      return [
        try command(
          root: root, target: root.appending(path: target.displayName), name: target.displayName,
          output: context.pluginWorkDirectoryURL, tool: context.tool(named: "linkpolicy").url)
      ]
    }
  }
#endif
