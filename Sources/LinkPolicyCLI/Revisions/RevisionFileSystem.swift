package import LinkPolicy
import PolicyText

/// The files of a git revision, read once. Read-only.
///
/// Only possible input is read: files at the given paths, and files in these directories with a name that
/// linkpolicy reads. Symbolic links are followed only to files that were read.
package struct RevisionFileSystem: FileSystem {
  private enum Node {
    case file([UInt8])
    /// A symbolic link with its target.
    case link(String)
  }

  private var nodes: [ExactString: Node] = [:]
  private var directories: [ExactString: Set<ExactString>] = [:]
  /// The maximum length of a chain of symbolic links.
  private static let maximumLinks = 8

  /// Reads the files at and below paths.
  ///
  /// - Parameters:
  ///   - revision: a commit, branch or tag.
  ///   - paths: relative to the directory that the repository was found from, and within it.
  ///   - access: how many bytes are read.
  package init(
    revision: String, paths: [String], in repository: GitRepository,
    access: InputAccess = .standard
  ) throws(UsageError) {
    try self.init(
      commit: try repository.commit(RevisionName(revision)), paths: paths, in: repository,
      access: access)
  }

  init(
    commit: String, paths: [String], in repository: GitRepository, access: InputAccess
  ) throws(UsageError) {
    if let absolute = paths.first(where: { $0.hasPrefix("/") }) {
      throw UsageError(
        "paths of a revision are relative to the working directory: \(DisplayText.quoted(absolute))"
      )
    }
    let wanted = paths.map { Self.normalized($0) }
    let named = Set(wanted)
    let files = try repository.files(commit, wanted.map { $0.isEmpty ? "." : $0.string })
      .filter { InputKind(path: $0.path) != nil || named.contains(Self.normalized($0.path)) }
    for file in files where file.size > access.fileBytes {
      throw UsageError(
        "\(DisplayText.visible(file.path)) has more than \(access.fileBytes) bytes in the revision")
    }
    // Each size is at most that of one file.
    if let limit = access.totalBytes, files.reduce(0, { $0 + $1.size }) > limit {
      throw UsageError("the files of the revision have more than \(limit) bytes")
    }
    let contents = try repository.contents(files)
    for (file, bytes) in zip(files, contents) {
      let path = Self.normalized(file.path)
      nodes[path] =
        file.isSymbolicLink ? .link(String(decoding: bytes, as: UTF8.self)) : .file(bytes)
      addDirectories(above: path)
    }
  }

  private mutating func addDirectories(above path: ExactString) {
    var path = path
    while true {
      let (parent, name) = Self.split(path)
      guard directories[parent, default: []].insert(name).inserted, !parent.isEmpty else { return }
      path = parent
    }
  }

  // MARK: paths

  /// A path without empty components and `.`; `..` stays only at the start.
  private static func normalized(_ path: String) -> ExactString {
    var components: [Substring.UTF8View] = []
    for component in path.utf8.split(separator: UInt8(ascii: "/")) {
      if component.elementsEqual(".".utf8) { continue }
      if component.elementsEqual("..".utf8), let last = components.last,
        !last.elementsEqual("..".utf8)
      {
        components.removeLast()
      } else {
        components.append(component)
      }
    }
    return ExactString(decoding: Array(components.joined(separator: "/".utf8)))
  }

  /// The directory, empty for the working directory, and the name.
  private static func split(_ path: ExactString) -> (parent: ExactString, name: ExactString) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", path) }
    return (
      ExactString(decoding: path.utf8[..<slash]),
      ExactString(decoding: path.utf8[path.utf8.index(after: slash)...])
    )
  }

  /// The contents of a file, with symbolic links followed; nil if a link leads to a file that was not read.
  private func file(_ path: ExactString) -> (path: ExactString, bytes: [UInt8])? {
    var path = path
    for _ in 0..<Self.maximumLinks {
      switch nodes[path] {
      case .file(let bytes): return (path, bytes)
      case .link(let target):
        guard !target.hasPrefix("/") else { return nil }
        path = Self.normalized(Self.split(path).parent.string + "/" + target)
      case nil: return nil
      }
    }
    return nil
  }

  // MARK: FileSystem

  package func kind(of path: String) -> FileKind? {
    let path = Self.normalized(path)
    if nodes[path] != nil { return .file }
    return directories[path] == nil ? nil : .directory
  }

  package func isSymbolicLink(_ path: String) -> Bool {
    if case .link = nodes[Self.normalized(path)] { true } else { false }
  }

  package func read(_ path: String) throws(FileSystemError) -> [UInt8] {
    if let file = file(Self.normalized(path)) { return file.bytes }
    throw FileSystemError(
      path: path,
      reason: isSymbolicLink(path)
        ? "the symbolic link leads out of the compared paths"
        : "no such file in the revision")
  }

  package func realPath(_ path: String) -> String? {
    let path = Self.normalized(path)
    if case .link? = nodes[path] { return file(path)?.path.string }
    return path.string
  }

  package func list(_ directory: String) throws(FileSystemError) -> [String] {
    guard let names = directories[Self.normalized(directory)] else {
      throw FileSystemError(path: directory, reason: "no such directory in the revision")
    }
    return names.sorted().map(\.string)
  }

  package func write(_ bytes: [UInt8], to path: String) throws(FileSystemError) {
    throw FileSystemError(path: path, reason: "a git revision is read-only")
  }

  package func remove(_ path: String, upTo root: String) throws(FileSystemError) {
    throw FileSystemError(path: path, reason: "a git revision is read-only")
  }
}
