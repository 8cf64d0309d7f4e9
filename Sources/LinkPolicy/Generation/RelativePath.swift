package import PolicyGenerators
package import PolicyText

/// The relative path from a directory to files in the same repository, so output doesn't depend on
/// the location of the checkout.
package struct RelativePath {
  private let directory: [String]

  /// Returns nil for a directory outside of the repository.
  package init?(from directory: String) {
    guard let components = Self.components(directory) else { return nil }
    self.directory = components
  }

  /// The relative URL of a file; nil for a file outside of the repository.
  package func url(of file: String) -> RelativeURL? {
    guard let file = Self.components(file), !file.isEmpty else { return nil }
    // The result always includes the file name.
    let common = zip(directory, file.dropLast()).prefix { ExactString($0) == ExactString($1) }.count
    return RelativeURL(up: directory.count - common, down: Array(file.dropFirst(common)))
  }

  /// A file's displayed name; only its last component if it is outside of the repository.
  package static func shown(_ file: String) -> ExactString {
    if let components = components(file), !components.isEmpty {
      return ExactString(components.joined(separator: "/"))
    }
    let last = file.utf8.split(separator: UInt8(ascii: "/")).last
    return ExactString(decoding: last.map { Array($0) } ?? [])
  }

  /// The components below the repository; nil for a path that leads out of it.
  private static func components(_ path: String) -> [String]? {
    guard path.utf8.first != UInt8(ascii: "/") else { return nil }
    var result: [String] = []
    for part in path.utf8.split(separator: UInt8(ascii: "/")) {
      let name = String(Substring(part))
      switch ExactString(name) {
      case ".": continue
      case "..":
        guard result.popLast() != nil else { return nil }
      default: result.append(name)
      }
    }
    return result
  }
}
