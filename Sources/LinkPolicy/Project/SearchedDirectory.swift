public import PolicyText

/// A directory of a search. It stays open, so links can't replace what was listed.
public protocol SearchedDirectory: AnyObject {
  /// The entries without `.` and `..`, sorted by the bytes of their names.
  func entries() -> [DirectoryEntry]
  /// Opens a subdirectory, but not a link to one.
  ///
  /// - Parameter path: the path for errors.
  func open(_ name: String, path: String) throws(FileSystemError) -> any SearchedDirectory
  /// The first bytes of a regular file in the directory.
  ///
  /// - Parameter path: the path for errors.
  func read(_ name: String, upTo count: Int, path: String) throws(FileSystemError) -> [UInt8]
}

/// An entry of a directory.
public struct DirectoryEntry: Sendable {
  /// The type of an entry; links aren't followed.
  public enum Kind: Sendable, Equatable {
    /// A regular file.
    case file
    /// A directory.
    case directory
    /// A symbolic link.
    case symbolicLink
    /// A device, a pipe, a socket.
    case special
    /// The type can't be determined, for this reason.
    case unknown(String)
  }

  /// The name, with `\xFF` for each byte that isn't UTF-8.
  public var name: String
  /// The type.
  public var kind: Kind
  /// False if the name is not UTF-8.
  public var isText: Bool

  /// Creates an entry.
  public init(name: String, kind: Kind, isText: Bool = true) {
    self.name = name
    self.kind = kind
    self.isText = isText
  }
}

/// A directory that is read by paths, for file systems without descriptors.
final class ListedDirectory: SearchedDirectory {
  private let path: String
  private let fileSystem: any FileSystem
  private let names: [String]

  init(path: String, fileSystem: any FileSystem, names: [String]) {
    self.path = path
    self.fileSystem = fileSystem
    self.names = names
  }

  func entries() -> [DirectoryEntry] {
    names.map { name in
      let path = OutputDirectory.join(path, name)
      if fileSystem.isSymbolicLink(path) { return DirectoryEntry(name: name, kind: .symbolicLink) }
      return switch fileSystem.kind(of: path) {
      case .file?: DirectoryEntry(name: name, kind: .file)
      case .directory?: DirectoryEntry(name: name, kind: .directory)
      case nil: DirectoryEntry(name: name, kind: .unknown("no such file or directory"))
      }
    }
  }

  func open(_ name: String, path: String) throws(FileSystemError) -> any SearchedDirectory {
    let place = OutputDirectory.join(self.path, name)
    return ListedDirectory(path: place, fileSystem: fileSystem, names: try fileSystem.list(place))
  }

  func read(_ name: String, upTo count: Int, path: String) throws(FileSystemError) -> [UInt8] {
    try fileSystem.read(OutputDirectory.join(self.path, name), upTo: count, isFound: false)
  }
}
