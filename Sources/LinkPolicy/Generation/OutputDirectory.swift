/// The directory that `generate` writes into; nothing beyond it is read or written.
struct OutputDirectory {
  let path: String
  let fileSystem: any FileSystem

  /// A path below a directory.
  static func join(_ directory: String, _ path: String) -> String {
    directory.utf8.last == UInt8(ascii: "/") ? directory + path : directory + "/" + path
  }

  /// The content of a file, nil where nothing is. The path is safe already.
  ///
  /// A symbolic link on the way could lead anywhere: it is refused, not followed.
  func read(_ relative: String) throws(GenerationRefusal) -> [UInt8]? {
    var current = path
    for component in relative.utf8.split(separator: UInt8(ascii: "/")) {
      // A file where a directory must be would stop the run halfway.
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
      return try fileSystem.read(current, within: .standard, isFound: true)
    } catch {
      throw GenerationRefusal(.unreadable(error.reason), current)
    }
  }
}
