#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
public import PolicyText

extension LocalFileSystem {
  /// Writes a file completely or not at all; writes directly to pipes and devices.
  public func write(_ bytes: [UInt8], to path: String) throws(FileSystemError) {
    var piece: [UInt8]? = bytes
    try write(to: path) { () throws(FileSystemError) in piece.take() }
  }

  /// Writes a file piece by piece, completely or not at all; writes directly to pipes and devices.
  public func write(
    to path: String, _ next: () throws(FileSystemError) -> [UInt8]?
  ) throws(FileSystemError) {
    try makeDirectories(TemporaryFile.directory(of: path))
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else {
      return try temporaryFile(beside: path).replace(path, with: next)
    }
    let isLink = status.st_mode & S_IFMT == S_IFLNK
    if isLink { unsafe stat(path, &status) }
    switch status.st_mode & S_IFMT {
    case S_IFREG where isLink && Self.isStream(path): try writeThrough(next, to: path)
    case S_IFREG where !isLink:
      guard status.st_mode & Self.specialBits == 0 else {
        throw FileSystemError(path: path, reason: Self.hasSpecialBits)
      }
      let file = try temporaryFile(beside: path)
      // A replaced file keeps its mode and, for root, its owner.
      if geteuid() == 0 { _ = fchown(file.descriptor, status.st_uid, status.st_gid) }
      fchmod(file.descriptor, status.st_mode & 0o777)
      try file.replace(path, with: next)
    case S_IFDIR: throw FileSystemError(path: path, reason: SystemCall.words(EISDIR))
    case S_IFREG, S_IFLNK:
      throw FileSystemError(
        path: path, reason: "is a symbolic link: name the file that it leads to")
    default: try writeThrough(next, to: path)
    }
  }

  /// Creates a temporary file next to another, after removing those that killed runs left there.
  private func temporaryFile(beside path: String) throws(FileSystemError) -> TemporaryFile {
    let directory = TemporaryFile.directory(of: path)
    if swept.insert(directory) { removeLeftovers(in: directory) }
    return try TemporaryFile(beside: path)
  }

  /// `/dev/stdout` is a link to the file that the shell opened, and must stay.
  private static func isStream(_ path: String) -> Bool {
    ["/dev/", "/proc/"].contains { path.utf8.starts(with: $0.utf8) }
  }

  /// Writes to a device or pipe (`/dev/stdout`, `>(…)`) instead of replacing it.
  private func writeThrough(
    _ next: () throws(FileSystemError) -> [UInt8]?, to path: String
  ) throws(FileSystemError) {
    let descriptor = SystemCall.openFile(
      path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else {
      guard errno == ENXIO else { throw SystemCall.failure(path) }
      throw FileSystemError(path: path, reason: "is a pipe that no program reads")
    }
    defer { close(descriptor) }
    SystemCall.makeBlocking(descriptor)
    while let piece = try next() {
      guard SystemCall.writeAll(piece, to: descriptor) else { throw SystemCall.failure(path) }
    }
  }

  // MARK: files that linkpolicy didn't create

  /// Mode bits of files that linkpolicy doesn't write to.
  private static var specialBits: mode_t { S_ISUID | S_ISGID | S_ISVTX }
  private static let hasSpecialBits = "runs with the rights of its owner or group (setuid, setgid)"

  /// Throws if `rewrite` would throw.
  public func checkRewriting(_ path: String) throws(FileSystemError) {
    let (descriptor, _) = try openForRewriting(path)
    close(descriptor)
  }

  /// Opens a file for writing, without changing it, and returns its status.
  private func openForRewriting(_ path: String) throws(FileSystemError) -> (CInt, stat) {
    let descriptor = SystemCall.openFile(
      path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else {
      guard errno == ELOOP else { throw SystemCall.failure(path) }
      throw FileSystemError(
        path: path, reason: "is a symbolic link: name the file that it leads to")
    }
    var status = stat()
    var reason: String?
    if unsafe fstat(descriptor, &status) != 0 {
      reason = SystemCall.words(errno)
    } else if status.st_mode & S_IFMT != S_IFREG {
      reason = FileSystemError.notRegular
    } else if status.st_mode & Self.specialBits != 0 {
      reason = Self.hasSpecialBits
    } else if status.st_mode & (S_IWUSR | S_IWGRP | S_IWOTH) == 0 {
      // Root may write to it, but its owner made it read-only.
      reason = "is read-only"
    } else if status.st_uid != geteuid(), geteuid() != 0 {
      reason = "belongs to another user"
    }
    if let reason {
      close(descriptor)
      throw FileSystemError(path: path, reason: reason)
    }
    return (descriptor, status)
  }

  /// Replaces a file's contents; a file with several hard links is written in place.
  public func rewrite(
    _ path: String, from old: [UInt8], to new: [UInt8]
  ) throws(FileSystemError) {
    let (descriptor, status) = try openForRewriting(path)
    defer { close(descriptor) }
    guard Int(status.st_size) == old.count, SystemCall.content(descriptor, old.count) == old else {
      throw FileSystemError(path: path, reason: "has changed since it was read")
    }
    if status.st_nlink > 1 {
      guard lseek(descriptor, 0, SEEK_SET) == 0, SystemCall.writeAll(new, to: descriptor),
        ftruncate(descriptor, off_t(new.count)) == 0
      else { throw SystemCall.failure(path) }
      return
    }
    let file = try temporaryFile(beside: path)
    let isKept =
      (file.status.st_uid == status.st_uid && file.status.st_gid == status.st_gid)
      || fchown(file.descriptor, status.st_uid, status.st_gid) == 0
    guard isKept, fchmod(file.descriptor, status.st_mode & 0o777) == 0 else {
      file.discard()
      throw FileSystemError(path: path, reason: "its owner, group and mode cannot be kept")
    }
    var piece: [UInt8]? = new
    try file.replace(path) { () throws(FileSystemError) in piece.take() }
  }
}
