#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import LinkPolicy
import PolicyText

/// A page that redirects a browser to a secret URL. Other users of the machine can read the arguments of processes, which
/// contain only the path of this file.
///
/// The file (mode 0600) is in its own directory (mode 0700) with a random name. The server locks the directory, and the
/// next start removes unlocked ones.
final class RedirectFile: Sendable {
  private static let prefix = "linkpolicy-open-"
  private static let page = "open.html"
  /// The maximum number of attempts to find an unused name.
  private static let attempts = 16

  /// The absolute path of the page.
  let path: String
  private let directory: String
  private let descriptor: CInt
  private let lock = Lock()
  // Guarded by the lock.
  nonisolated(unsafe) private var isThere = true

  /// Creates a page in the user's directory for such files.
  ///
  /// - Parameters:
  ///   - url: must not contain characters that HTML escapes.
  ///   - variable: returns an environment variable.
  /// - Returns: nil if it can't be created; the URL is also on standard output.
  init?(to url: String, _ variable: (String) -> String?) {
    guard let parent = Self.parent(variable) else { return nil }
    Self.removeLeftovers(in: parent)
    for _ in 0..<Self.attempts {
      let digits = String(UInt64.random(in: .min ... .max), radix: 16)
      let name = Self.prefix + String(repeating: "0", count: 16 - digits.utf8.count) + digits
      let directory = "\(parent)/\(name)"
      guard unsafe mkdir(directory, 0o700) == 0 else {
        if errno == EEXIST { continue }
        return nil
      }
      // Another server may remove the directory as a leftover before it is locked.
      guard let descriptor = Self.locked(directory) else { continue }
      guard Self.write(url, in: descriptor) else {
        Self.remove(directory, descriptor)
        return nil
      }
      self.directory = directory
      self.descriptor = descriptor
      path = "\(directory)/\(Self.page)"
      return
    }
    return nil
  }

  /// Removes the page and its directory once.
  func remove() {
    lock.withLock {
      guard unsafe isThere else { return }
      unsafe isThere = false
      Self.remove(directory, descriptor)
    }
  }

  private static func text(_ url: String) -> String {
    """
    <!doctype html>
    <html lang="en">
    <meta charset="utf-8">
    <meta name="referrer" content="no-referrer">
    <meta http-equiv="refresh" content="0; url=\(url)">
    <title>linkpolicy</title>
    <p><a href="\(url)">Open linkpolicy</a></p>

    """
  }

  private static func write(_ url: String, in directory: CInt) -> Bool {
    let file = unsafe openat(
      directory, page, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { return false }
    let bytes = Array(text(url).utf8)
    let count = unsafe bytes.withUnsafeBytes { buffer in
      unsafe systemWrite(file, buffer.baseAddress, buffer.count)
    }
    return close(file) == 0 && count == bytes.count
  }

  // MARK: directories

  /// The first of `XDG_RUNTIME_DIR`, `TMPDIR` and `/tmp` where other users can't rename this user's files.
  private static func parent(_ variable: (String) -> String?) -> String? {
    let candidates = ["XDG_RUNTIME_DIR", "TMPDIR"].compactMap(variable) + ["/tmp"]
    return candidates.first { path in
      var status = stat()
      guard path.utf8.first == UInt8(ascii: "/"), unsafe stat(path, &status) == 0,
        status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid() || status.st_uid == 0
      else { return false }
      let isShared = status.st_mode & (S_IWGRP | S_IWOTH) != 0
      return unsafe (!isShared || status.st_mode & S_ISVTX != 0) && access(path, W_OK | X_OK) == 0
    }
  }

  // MARK: cleanup

  private static func isName(_ name: String) -> Bool {
    let digits = name.utf8.dropFirst(prefix.utf8.count)
    return name.utf8.starts(with: prefix.utf8) && digits.count == 16
      && digits.allSatisfy { $0.isDigit || (0x61...0x66).contains($0) }
  }

  /// Removes what killed servers of this user left.
  private static func removeLeftovers(in parent: String) {
    for name in (try? LocalFileSystem().list(parent)) ?? [] where isName(name) {
      let directory = "\(parent)/\(name)"
      if let descriptor = locked(directory) { remove(directory, descriptor) }
    }
  }

  /// Opens and locks the directory; nil if it belongs to another user, or if its server is still
  /// running.
  private static func locked(_ directory: String) -> CInt? {
    let descriptor = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_uid == geteuid(),
      status.st_mode & 0o777 == 0o700, flock(descriptor, LOCK_EX | LOCK_NB) == 0,
      // The directory was removed meanwhile.
      unsafe fstat(descriptor, &status) == 0, status.st_nlink > 0
    else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  /// Removes the page and the directory, unless it contains other files.
  private static func remove(_ directory: String, _ descriptor: CInt) {
    _ = unsafe unlinkat(descriptor, page, 0)
    _ = unsafe rmdir(directory)
    close(descriptor)
  }
}

/// `write(2)`, which the type's method hides.
private func systemWrite(
  _ descriptor: CInt, _ buffer: UnsafeRawPointer?, _ count: Int
) -> Int { unsafe write(descriptor, buffer, count) }
