import Foundation
import PackagePlugin

/// `swift package linkpolicy …`: runs linkpolicy in the directory of the package.
@main
struct LinkPolicyCommandPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    try run(
      context.tool(named: "linkpolicy").url, arguments, in: context.package.directoryURL)
  }

  private func run(_ tool: URL, _ arguments: [String], in directory: URL) throws {
    let process = Process()
    process.executableURL = tool
    process.arguments = arguments
    process.currentDirectoryURL = directory
    try process.run()
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      // linkpolicy has printed the reason.
      Diagnostics.error("linkpolicy ended with exit status \(process.terminationStatus)")
      return
    }
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension LinkPolicyCommandPlugin: XcodeCommandPlugin {
    func performCommand(context: XcodePluginContext, arguments: [String]) throws {
      try run(
        context.tool(named: "linkpolicy").url, arguments, in: context.xcodeProject.directoryURL)
    }
  }
#endif
