public import PolicyText

/// The directory that `generate` writes to. Nothing outside of it is read or written.
struct OutputDirectory {
  let path: String
  let fileSystem: any FileSystem

  /// A path below a directory.
  static func join(_ directory: String, _ path: String) -> String {
    directory.utf8.last == UInt8(ascii: "/") ? directory + path : directory + "/" + path
  }

  /// The contents of a file; nil if it doesn't exist. The path must be safe.
  func read(_ relative: String) throws(GenerationRefusal) -> [UInt8]? {
    guard let file = try open(relative) else { return nil }
    do throws(FileSystemError) {
      var bytes: [UInt8] = []
      while true {
        let piece = try file.next(1 << 20)
        if piece.isEmpty { return bytes }
        bytes += piece
        guard bytes.count <= InputAccess.standard.fileBytes else {
          throw FileSystemError(
            path: relative, reason: "has more than \(InputAccess.standard.fileBytes) bytes")
        }
      }
    } catch {
      throw GenerationRefusal(.unreadable(error.reason), Self.join(path, relative))
    }
  }

  /// Opens a file; nil if it does not exist. The path must be safe.
  ///
  /// Throws if a component is a symbolic link.
  func open(_ relative: String) throws(GenerationRefusal) -> (any OpenFile)? {
    var current = path
    for component in relative.utf8.split(separator: UInt8(ascii: "/")) {
      // A file with the path of a directory would stop the run halfway.
      if fileSystem.kind(of: current) == .file { throw GenerationRefusal(.isFile, current) }
      current = Self.join(current, String(Substring(component)))
      if fileSystem.isSymbolicLink(current) { throw GenerationRefusal(.symbolicLink, current) }
    }
    switch fileSystem.kind(of: current) {
    case nil: return nil
    case .directory: throw GenerationRefusal(.isDirectory, current)
    case .file: break
    }
    do throws(FileSystemError) {
      return try fileSystem.open(found: current)
    } catch {
      throw GenerationRefusal(.unreadable(error.reason), current)
    }
  }
}

/// A generated file, in memory.
public struct OutputFile: Sendable, Equatable {
  /// The path below the output directory: components joined by `/`.
  public let path: String
  /// The target that generated the file.
  public let target: String
  /// nil for files with both environments.
  public let environment: Environment?
  /// The contents.
  public let bytes: [UInt8]

  /// The contents as a string.
  public var text: String { String(decoding: bytes, as: UTF8.self) }
}
