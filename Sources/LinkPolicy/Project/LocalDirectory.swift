#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import PolicyText

/// An open directory.
@safe final class LocalDirectory: SearchedDirectory {
  #if canImport(Darwin)
    private typealias Stream = UnsafeMutablePointer<DIR>
  #else
    private typealias Stream = OpaquePointer
  #endif
  private let stream: Stream
  private let descriptor: CInt

  /// - Parameters:
  ///   - directory: the descriptor that the name is relative to.
  ///   - isLink: whether the name may be a link.
  init(
    _ name: String, in directory: CInt, isLink: Bool, named path: String
  ) throws(FileSystemError) {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (isLink ? 0 : O_NOFOLLOW)
    descriptor = unsafe openat(directory, name, flags)
    guard descriptor >= 0 else {
      throw !isLink && errno == ELOOP ? .link(path) : SystemCall.failure(path)
    }
    guard let stream = unsafe fdopendir(descriptor) else {
      let error = SystemCall.failure(path)
      close(descriptor)
      throw error
    }
    unsafe self.stream = unsafe stream
  }

  deinit { unsafe closedir(stream) }

  func open(_ name: String, path: String) throws(FileSystemError) -> any SearchedDirectory {
    try LocalDirectory(name, in: descriptor, isLink: false, named: path)
  }

  func read(_ name: String, upTo count: Int, path: String) throws(FileSystemError) -> [UInt8] {
    try FileReading.read(name, in: descriptor, upTo: count, isFound: true, named: path)
  }

  func entries() -> [DirectoryEntry] {
    unsafe rewinddir(stream)
    var entries: [(key: ExactString, entry: DirectoryEntry)] = []
    while let next = unsafe readdir(stream) {
      // On some systems, the field is longer than declared: read up to the terminator.
      let entry = unsafe withUnsafePointer(to: &next.pointee.d_name) { field in
        unsafe field.withMemoryRebound(to: CChar.self, capacity: 1) { name in
          unsafe self.entry(name, Int(next.pointee.d_type))
        }
      }
      if let entry { entries.append((ExactString(entry.name), entry)) }
    }
    return entries.sorted { $0.key < $1.key }.map(\.entry)
  }

  /// nil for `.` and `..`.
  private func entry(_ name: UnsafePointer<CChar>, _ type: Int) -> DirectoryEntry? {
    let text = unsafe String(validatingCString: name)
    guard text != ".", text != ".." else { return nil }
    let kind: DirectoryEntry.Kind =
      switch type {
      case Int(DT_REG): .file
      case Int(DT_DIR): .directory
      case Int(DT_LNK): .symbolicLink
      case Int(DT_UNKNOWN): unsafe fileKind(name)
      default: .special
      }
    return unsafe DirectoryEntry(
      name: text ?? Self.written(name), kind: kind, isText: text != nil)
  }

  /// Determines the type of an entry on file systems that don't return it with the name.
  private func fileKind(_ name: UnsafePointer<CChar>) -> DirectoryEntry.Kind {
    var status = stat()
    guard unsafe fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      return .unknown(SystemCall.words(errno))
    }
    return switch status.st_mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .directory
    case S_IFLNK: .symbolicLink
    default: .special
    }
  }

  /// The name, with `\xFF` for each byte that isn't valid UTF-8.
  private static func written(_ name: UnsafePointer<CChar>) -> String {
    var text = ""
    let count = unsafe strlen(name)
    for index in 0..<count {
      let byte = UInt8(bitPattern: unsafe name[index])
      if byte < 0x80 {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "\\x" + String(byte, radix: 16, uppercase: true)
      }
    }
    return text
  }
}
