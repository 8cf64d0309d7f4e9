#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where other programs are.
package enum ProgramSearch {
  /// The path of a program in a directory of `PATH`; nil if there is none.
  ///
  /// Only absolute directories count: an empty or relative one depends on the working directory, which may hold a
  /// program of somebody else.
  package static func path(of name: String) -> String? {
    if name.utf8.contains(UInt8(ascii: "/")) { return name }
    let list = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? "/usr/bin:/bin"
    return list.utf8.split(separator: UInt8(ascii: ":"))
      .filter { $0.first == UInt8(ascii: "/") }
      .map { "\(Substring($0))/\(name)" }
      .first { isProgram($0) }
  }

  private static func isProgram(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && access(path, X_OK) == 0
  }
}
