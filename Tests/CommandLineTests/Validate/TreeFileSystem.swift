import LinkPolicy
import ProjectTestSupport

/// Files in memory by absolute path, relative to a working directory. It supports `..`.
struct TreeFileSystem: FileSystem {
  let files: MemoryFileSystem
  let workingDirectory: String

  init(_ content: [String: String], in workingDirectory: String) {
    files = MemoryFileSystem(content)
    self.workingDirectory = workingDirectory
  }

  private func absolute(_ path: String) -> String {
    let start = path.hasPrefix("/") ? path : "\(workingDirectory)/\(path)"
    return "/" + WorkingDirectory.components(start).joined(separator: "/")
  }

  func kind(of path: String) -> FileKind? { files.kind(of: absolute(path)) }
  func isSymbolicLink(_ path: String) -> Bool { files.isSymbolicLink(absolute(path)) }
  func read(_ path: String) throws(FileSystemError) -> [UInt8] {
    do throws(FileSystemError) {
      return try files.read(absolute(path))
    } catch {
      throw FileSystemError(path: path, reason: error.reason)
    }
  }
  func list(_ directory: String) throws(FileSystemError) -> [String] {
    try files.list(absolute(directory))
  }
  func write(_ bytes: [UInt8], to path: String) throws(FileSystemError) {
    try files.write(bytes, to: absolute(path))
  }
  func remove(_ path: String, upTo root: String) throws(FileSystemError) {
    try files.remove(absolute(path), upTo: absolute(root))
  }

  /// Runs a command line in the working directory.
  func run(_ arguments: [String], variables: [String: String] = [:], isTerminal: Bool = false)
    -> CommandLineRun
  {
    CommandLineRun(
      arguments, files: self, variables: variables, isTerminal: isTerminal,
      workingDirectory: workingDirectory)
  }
}

/// A policy with a redirect URI in each environment and one finding (`uri-http`).
func invalidPolicy(comment: String = "", above: String = "") -> String {
  let start = """
    linkpolicy: 1
    name: lumen
    clients:
      website:
        provider: generic
        type: web
        client_id: { prod: lumen-web-prod, sandbox: lumen-web-sandbox }
        client_secret: { env: LUMEN_WEB_SECRET }
        redirect_uris:
          sandbox: [https://sandbox.lumen.example/oauth/callback]
          prod:

    """
  let uri = "        - http://lumen.example/oauth/callback\(comment.isEmpty ? "" : " " + comment)\n"
  return start + (above.isEmpty ? "" : "        \(above)\n") + uri + "    scopes: [devices]\n"
}
