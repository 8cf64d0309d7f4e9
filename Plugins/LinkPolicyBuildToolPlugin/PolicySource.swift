import Foundation

/// Where the policies of a target are: `Policies` in the target or in the package; with a
/// `linkpolicy.yaml` at the root of the package, where that says.
struct PolicySource {
  /// Directories of policies; empty where the configuration names them.
  var paths: [URL] = []
  /// `linkpolicy.yaml` of the package.
  var configuration: URL?
  /// Every file that the allowlist may depend on, sorted.
  var files: [URL] = []

  /// Looks for the policies.
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

  /// `name` and `output` in `generate.options.swift` of `linkpolicy.yaml`, read line by line: a plug-in can't use a YAML
  /// library. An option that is written in another way makes the build fail, since a file is missing.
  var options: [String: String] {
    guard let configuration, let text = try? String(contentsOf: configuration, encoding: .utf8)
    else { return [:] }
    let inline = text.firstMatch(of: #/\bswift: *\{([^}]*)\}/#)?.output.1
    let block = text.firstMatch(of: #/(?m)^( *)swift: *((?:\n\1 +.*|\n *)+)/#)?.output.2
    guard let section = inline ?? block else { return [:] }
    let options = section.matches(of: #/\b(name|output): *["']?([A-Za-z0-9_.\/-]+)/#)
    return Dictionary(
      options.map { (String($0.output.1), String($0.output.2)) }, uniquingKeysWith: { $1 })
  }

  /// The YAML below a directory; what is hidden or was built is left out.
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

/// There is nothing to generate from.
struct PolicySourceMissing: Error, CustomStringConvertible {
  var root: URL
  var description: String {
    "no directory `Policies` in the target or in \(root.path), and no `linkpolicy.yaml` that names one"
  }
}
