import LinkPolicy

/// A file system with only the files of the workspace and of the command line.
///
/// All file access goes through it, so no request or saved configuration can open another file.
/// The workspace is the served directory, or a parent in the same repository whose `linkpolicy.yaml`
/// applies.
struct ConfinedFileSystem: FileSystem {
  private let base: any FileSystem
  private let directory: String
  /// Without symbolic links.
  private let roots: [String]

  /// - Parameters:
  ///   - directory: the absolute path of the working directory.
  ///   - paths: the paths of the command line.
  init(_ base: any FileSystem, directory: String, paths: [String]) {
    self.base = base
    self.directory = directory
    let levels = WorkingDirectory(path: directory, in: base).levelsToRepository ?? 0
    let level = (0...levels).last {
      base.kind(of: WorkingDirectory.up($0) + ConfigurationFile.fileName) == .file
    }
    let names = [level.map { WorkingDirectory.up($0) } ?? ""] + paths
    roots = names.map { Self.place(of: $0, below: directory, in: base) }
  }

  /// The absolute path without symbolic links, also for a file that doesn't exist.
  private static func place(
    of path: String, below directory: String, in base: any FileSystem
  ) -> String {
    let whole = path.utf8.first == UInt8(ascii: "/") ? path : "\(directory)/\(path)"
    var known = whole
    var rest = ""
    while !known.isEmpty {
      if let real = base.realPath(known) { return normalized(real + rest) }
      guard let slash = known.utf8.lastIndex(of: UInt8(ascii: "/")) else { break }
      rest = known[slash...] + rest
      known = String(known[..<slash])
    }
    return normalized(whole)
  }

  private static func normalized(_ path: String) -> String {
    "/" + WorkingDirectory.components(path).joined(separator: "/")
  }

  func reaches(_ path: String) -> Bool {
    let place = Self.place(of: path, below: directory, in: base)
    return roots.contains { place.below($0) != nil }
  }

  private func checked(_ path: String) throws(FileSystemError) -> any FileSystem {
    guard reaches(path) else {
      throw FileSystemError(path: path, reason: "is outside the workspace")
    }
    return base
  }

  // MARK: file information

  func kind(of path: String) -> FileKind? { base.kind(of: path) }
  func isSymbolicLink(_ path: String) -> Bool { base.isSymbolicLink(path) }
  func realPath(_ path: String) -> String? { base.realPath(path) }
  func isSame(_ path: String, as other: String) -> Bool { base.isSame(path, as: other) }

  // MARK: reading

  func read(_ path: String) throws(FileSystemError) -> [UInt8] { try checked(path).read(path) }
  func read(
    _ path: String, upTo count: Int, isFound: Bool
  ) throws(FileSystemError) -> [UInt8] {
    try checked(path).read(path, upTo: count, isFound: isFound)
  }
  func list(_ directory: String) throws(FileSystemError) -> [String] {
    try checked(directory).list(directory)
  }
  func open(found path: String) throws(FileSystemError) -> any OpenFile {
    try checked(path).open(found: path)
  }
  func open(directory path: String) throws(FileSystemError) -> any SearchedDirectory {
    try checked(path).open(directory: path)
  }

  // MARK: writing

  func write(_ bytes: [UInt8], to path: String) throws(FileSystemError) {
    try checked(path).write(bytes, to: path)
  }
  func write(
    to path: String, _ next: () throws(FileSystemError) -> [UInt8]?
  ) throws(FileSystemError) {
    try checked(path).write(to: path, next)
  }
  func remove(_ path: String, upTo root: String) throws(FileSystemError) {
    try checked(path).remove(path, upTo: root)
  }
  func checkRewriting(_ path: String) throws(FileSystemError) {
    try checked(path).checkRewriting(path)
  }
  func rewrite(
    _ path: String, from old: [UInt8], to new: [UInt8]
  ) throws(FileSystemError) {
    try checked(path).rewrite(path, from: old, to: new)
  }
}
