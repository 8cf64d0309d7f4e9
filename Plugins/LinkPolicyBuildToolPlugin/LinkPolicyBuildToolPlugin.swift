import Foundation
import PackagePlugin

/// Generates the allowlist from the policies of a package and compiles it into the target, at every build
/// in which a policy has changed. A policy with errors fails the build, at its line.
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

  /// The ends of the names of `Runtimes/swift/allowlist` and the data file.
  private static let files = [
    "", "+Allowlist", "+AppFlip", "+Authorization", "+Client", "+Encoding", "+File", "+JSON",
    "+Load", "+Parameters", "+Reason", "+SHA256", "+Token", "Data",
  ]

  private func command(
    root: URL, target: URL, name: String, output: URL, tool: URL
  ) throws -> Command {
    let source = try PolicySource(root: root, target: target)
    // Without the parts that not every policy has: their files must be known before the policy is read.
    let options = source.options
    let allowlist = Self.files.map { file in
      output.appending(path: options["output"] ?? "code/swift")
        .appending(path: (options["name"] ?? "LinkPolicyAllowlist") + file + ".swift")
    }
    var arguments = ["generate"] + source.paths.map(\.path)
    if let configuration = source.configuration {
      arguments += ["--config", configuration.path]
    }
    arguments += [
      "--target", "swift", "--output", output.path, "--format", "xcode", "--quiet",
      // The directory is the plug-in's own: a policy may come, go or be renamed.
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
