import LinkPolicy

/// Files from a page that replace those of a directory. Written files stay in memory, or are
/// rejected.
struct OverlayFileSystem: FileSystem {
  private let base: any FileSystem
  private let root: String
  /// By their absolute paths.
  private let texts: [ExactString: [UInt8]]
  private let names: [ExactString: [String]]
  private let drafts: Drafts?

  /// - Parameters:
  ///   - texts: contents by path in the workspace.
  ///   - root: the absolute path of the directory.
  ///   - drafts: receives written files; nil to reject them.
  init(
    _ texts: [(path: String, bytes: [UInt8])], over base: any FileSystem, root: String,
    drafts: Drafts? = nil
  ) {
    self.base = base
    self.drafts = drafts
    self.root = root
    var all: [ExactString: [UInt8]] = [:]
    var names: [ExactString: [String]] = [:]
    for text in texts {
      let parts = Self.components(text.path, below: root)
      all[Self.key(parts)] = text.bytes
      for depth in parts.indices {
        let parent = Self.key(Array(parts[..<depth]))
        if !names[parent, default: []].contains(parts[depth]) {
          names[parent, default: []].append(parts[depth])
        }
      }
    }
    self.texts = all
    self.names = names
  }

  private static func key(_ parts: [String]) -> ExactString {
    ExactString(parts.joined(separator: "/"))
  }

  private static func components(_ path: String, below root: String) -> [String] {
    WorkingDirectory.components(path.utf8.first == UInt8(ascii: "/") ? path : "\(root)/\(path)")
  }

  private func key(_ path: String) -> ExactString {
    Self.key(Self.components(path, below: root))
  }

  func reaches(_ path: String) -> Bool { base.reaches(path) }

  func kind(of path: String) -> FileKind? {
    let key = key(path)
    if texts[key] != nil { return .file }
    return names[key] == nil ? base.kind(of: path) : .directory
  }

  func isSymbolicLink(_ path: String) -> Bool {
    texts[key(path)] == nil && base.isSymbolicLink(path)
  }

  func read(_ path: String) throws(FileSystemError) -> [UInt8] {
    if let text = texts[key(path)] { return text }
    return try base.read(path)
  }

  func read(
    _ path: String, upTo count: Int, isFound: Bool
  ) throws(FileSystemError) -> [UInt8] {
    if let text = texts[key(path)] { return Array(text.prefix(count)) }
    return try base.read(path, upTo: count, isFound: isFound)
  }

  func list(_ directory: String) throws(FileSystemError) -> [String] {
    let own = names[key(directory)] ?? []
    guard base.kind(of: directory) == .directory else {
      if own.isEmpty { return try base.list(directory) }
      return own.sorted { ExactString($0) < ExactString($1) }
    }
    var seen: Set<ExactString> = []
    return (try base.list(directory) + own).filter { seen.insert(ExactString($0)).inserted }
      .sorted { ExactString($0) < ExactString($1) }
  }

  func realPath(_ path: String) -> String? {
    texts[key(path)] == nil ? base.realPath(path) : path
  }

  func write(_ bytes: [UInt8], to path: String) throws(FileSystemError) {
    if let drafts { return drafts.add(bytes, path) }
    throw FileSystemError(path: path, reason: "files from a page are read-only")
  }

  func remove(_ path: String, upTo root: String) throws(FileSystemError) {
    throw FileSystemError(path: path, reason: "files from a page are read-only")
  }
}

/// The files that a command writes, on one thread.
final class Drafts: @unchecked Sendable {
  private(set) var files: [(path: String, bytes: [UInt8])] = []

  func add(_ bytes: [UInt8], _ path: String) { files.append((path, bytes)) }
}

/// A file system without files, for requests with `"disk": false`.
struct NoFiles: FileSystem {
  func kind(of path: String) -> FileKind? { nil }
  func isSymbolicLink(_ path: String) -> Bool { false }
  func read(_ path: String) throws(FileSystemError) -> [UInt8] {
    throw FileSystemError(path: path, reason: "no such file or directory")
  }
  func list(_ directory: String) throws(FileSystemError) -> [String] {
    try read(directory).map { _ in "" }
  }
  func write(_ bytes: [UInt8], to path: String) throws(FileSystemError) { _ = try read(path) }
  func remove(_ path: String, upTo root: String) throws(FileSystemError) { _ = try read(path) }
}
