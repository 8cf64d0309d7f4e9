import PolicyText

/// The working directory and its repository, for converting paths.
package struct WorkingDirectory: Sendable {
  /// The components of the working directory; empty if it is unknown.
  package let components: [String]
  /// The number of directories from the repository's root to the working directory; nil outside of
  /// a repository.
  package let levelsToRepository: Int?

  /// The maximum depth of the search for `.git`.
  private static let maximumDepth = 64

  /// Finds the directory with `.git`, from the working directory upwards.
  package init(path: String?, in fileSystem: any FileSystem) {
    components = Self.components(path ?? "/")
    var found: Int?
    let limit = path == nil ? 0 : min(components.count, Self.maximumDepth)
    for level in 0...limit where fileSystem.kind(of: Self.up(level) + ".git") != nil {
      found = level
      break
    }
    levelsToRepository = found
  }

  /// `../`, repeated.
  package static func up(_ levels: Int) -> String { String(repeating: "../", count: levels) }

  /// The directory with `.git`, or the working directory outside of a repository.
  package var root: String {
    let path = Self.up(levelsToRepository ?? 0)
    return path.isEmpty ? "." : path
  }

  /// A path without empty components and `.`; what `..` leads to depends on links.
  package static func withoutDots(_ path: String) -> ExactString {
    let names = path.utf8.split(separator: UInt8(ascii: "/")).filter { !$0.elementsEqual(".".utf8) }
    let root = path.utf8.first == UInt8(ascii: "/") ? "/" : ""
    return ExactString(root + names.map { String(Substring($0)) }.joined(separator: "/"))
  }

  /// The components of a path after resolving `.` and `..`.
  package static func components(_ path: String) -> [String] { components(path, below: []) }

  private static func components(_ path: String, below base: [String]) -> [String] {
    var result = path.utf8.first == UInt8(ascii: "/") ? [] : base
    for part in path.utf8.split(separator: UInt8(ascii: "/")) {
      let name = String(Substring(part))
      switch ExactString(name) {
      case ".": continue
      case "..": if !result.isEmpty { result.removeLast() }
      default: result.append(name)
      }
    }
    return result
  }

  /// The components of a path from the root of the file system, if the working directory is known.
  package func absoluteComponents(_ path: String) -> [String] {
    Self.components(path, below: components)
  }

  /// The path of a file relative to the directory a number of levels above the working directory; nil for a
  /// file outside of it.
  package func components(of name: String, below levels: Int) -> [String]? {
    let root = components.dropLast(levels)
    let path = Self.components(name, below: components)
    guard path.count > root.count,
      zip(path, root).allSatisfy({ ExactString($0) == ExactString($1) })
    else { return nil }
    return Array(path.dropFirst(root.count))
  }

  /// A file's path in its repository, or else relative to the working directory; unchanged for a
  /// file outside of both.
  package func repositoryPath(_ name: String) -> String {
    components(of: name, below: levelsToRepository ?? 0)?.joined(separator: "/") ?? name
  }
}
