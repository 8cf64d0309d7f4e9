import Foundation

/// The policies of a target: in `Policies` in the target or the package, or in the directories of a `linkpolicy.yaml` at
/// the root of the package.
struct PolicySource {
  /// Directories of policies; empty if the configuration names them.
  var paths: [URL] = []
  /// `linkpolicy.yaml` of the package.
  var configuration: URL?
  /// The files that the allowlist can depend on, sorted.
  var files: [URL] = []

  init(root: URL, target: URL) throws {
    let configuration = root.appending(path: "linkpolicy.yaml")
    let directory = [target, root].map { $0.appending(path: "Policies") }
      .first { Self.isDirectory($0) }
    if Self.isFile(configuration) { self.configuration = configuration }
    if let directory, self.configuration == nil || directory.path.hasPrefix(target.path + "/") {
      paths = [directory]
      files = Self.documents(in: directory)
    } else if self.configuration != nil {
      files = Self.documents(in: root)
    } else {
      throw PolicySourceMissing(root: root)
    }
    if let configuration = self.configuration, !files.contains(configuration) {
      files.append(configuration)
    }
    files.sort { $0.path < $1.path }
  }

  /// The YAML files in a directory, without hidden ones.
  private static func documents(in directory: URL) -> [URL] {
    let found = FileManager.default.enumerator(
      at: directory, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
    return (found?.compactMap { $0 as? URL } ?? []).filter {
      ["yaml", "yml"].contains($0.pathExtension) && isFile($0)
    }
  }

  private static func isDirectory(_ url: URL) -> Bool {
    var isDirectory: ObjCBool = false
    return FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory)
      && isDirectory.boolValue
  }

  private static func isFile(_ url: URL) -> Bool {
    var isDirectory: ObjCBool = false
    return FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory)
      && !isDirectory.boolValue
  }
}

struct PolicySourceMissing: Error, CustomStringConvertible {
  var root: URL
  var description: String {
    "found no directory `Policies` in the target or in \(root.path), and no `linkpolicy.yaml`"
  }
}
