public import PolicyDiagnostics
import PolicyText

/// A file of the run with how it was named.
public struct InputFile: Sendable {
  /// Name and bytes.
  public var source: SourceFile
  /// What it is read as.
  public var kind: InputKind
  /// Named by the user, not found in a directory: then it must be what it is taken for.
  public var isExplicit: Bool

  /// A file of the run.
  public init(source: SourceFile, kind: InputKind, isExplicit: Bool) {
    self.source = source
    self.kind = kind
    self.isExplicit = isExplicit
  }

  /// A file in memory.
  ///
  /// - Parameter kind: what it is read as; nil goes by its name, and other names are policies.
  public init(name: String, text: String, kind: InputKind? = nil) {
    self.init(
      source: SourceFile(name: name, bytes: Array(text.utf8)),
      kind: kind ?? InputKind(path: name) ?? .policy, isExplicit: true)
  }
}

/// Finds and reads the files that paths mean.
///
/// A file is taken as it is; a directory is searched recursively for policies and association files.
/// Directories whose name starts with a dot are skipped, but for `.well-known`.
public struct InputFiles: Sendable {
  /// In the order of the paths, then by name.
  public private(set) var files: [InputFile] = []
  /// How many of the given paths were left out by the filter.
  package private(set) var excluded = 0
  private let fileSystem: any FileSystem
  private let filter: FileFilter
  /// The files so far, where several paths may lead to one of them; a search alone meets none twice.
  private var seen: Set<ExactString>?
  /// Directories below each other; deeper ones are a loop of symbolic links.
  private static let maximumDepth = 64

  /// Reads all paths; the first that cannot be read ends it.
  ///
  /// - Parameter kind: what all files are read as; nil goes by their names.
  public init(
    _ paths: [String], in fileSystem: any FileSystem, kind: InputKind? = nil
  ) throws(FileSystemError) {
    try self.init(paths, in: fileSystem, kind: kind, filter: FileFilter())
  }

  /// Reads all paths but those that a filter leaves out, quietly, also where they are named: hooks
  /// name every file that changed.
  package init(
    _ paths: [String], in fileSystem: any FileSystem, kind: InputKind? = nil, filter: FileFilter
  ) throws(FileSystemError) {
    self.fileSystem = fileSystem
    self.filter = filter
    seen = paths.count > 1 ? [] : nil
    for path in paths {
      if filter.excludes(path), fileSystem.kind(of: path) != nil {
        excluded += 1
        continue
      }
      switch fileSystem.kind(of: path) {
      case .directory?: try search(path, depth: 0)
      case .file?: try add(path, kind ?? InputKind(path: path) ?? .policy, isExplicit: true)
      case nil: throw FileSystemError(path: path, reason: "no such file or directory")
      }
    }
  }

  private mutating func search(_ directory: String, depth: Int) throws(FileSystemError) {
    guard depth < Self.maximumDepth else { return }
    for name in try fileSystem.list(directory) {
      let path = directory.hasSuffix("/") ? directory + name : "\(directory)/\(name)"
      if filter.excludes(path) { continue }
      switch fileSystem.kind(of: path) {
      case .directory? where !name.hasPrefix(".") || name == ".well-known":
        // A link to a directory above would be walked for ever.
        if !fileSystem.isSymbolicLink(path) { try search(path, depth: depth + 1) }
      case .file?:
        if let kind = InputKind(path: path) { try add(path, kind, isExplicit: false) }
      default: break
      }
    }
  }

  private mutating func add(
    _ path: String, _ kind: InputKind, isExplicit: Bool
  ) throws(FileSystemError) {
    guard seen?.insert(ExactString(path)).inserted ?? true else { return }
    let bytes = try fileSystem.read(path)
    if !isExplicit, kind == .policy, !Self.mayBePolicy(bytes) { return }
    files.append(
      InputFile(source: SourceFile(name: path, bytes: bytes), kind: kind, isExplicit: isExplicit))
  }

  /// True when the marker key can be in the file: other YAML of a repository is not even parsed.
  private static func mayBePolicy(_ bytes: [UInt8]) -> Bool {
    let marker = Array("linkpolicy".utf8)
    var index = bytes.startIndex
    while let place = bytes[index...].firstIndex(of: marker[0]) {
      if bytes[place...].starts(with: marker) { return true }
      index = place + 1
    }
    // The marker may be cut by something that nobody sees.
    guard HiddenCharacter.occurs(in: bytes) else { return false }
    let visible = HiddenCharacter.visible(String(decoding: bytes, as: UTF8.self))
    return Array(visible.utf8).firstRange(of: marker, in: 0..<visible.utf8.count) != nil
  }
}
