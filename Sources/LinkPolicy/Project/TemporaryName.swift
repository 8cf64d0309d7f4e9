#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import PolicyText

/// Names of the files that hold what is being written, until they are renamed.
///
/// They tell which process writes them: what a killed process left can be told from what another is
/// writing.
enum TemporaryName {
  private static let prefix = ".linkpolicy-"
  private static let suffix = ".tmp"

  /// The file of a process beside another file.
  static func of(_ process: pid_t, beside path: String) -> String {
    "\(directory(of: path))\(prefix)\(process)\(suffix)"
  }

  /// The directory of a file with its slash; empty for the working directory.
  static func directory(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
  }

  /// True for the name of a file whose process has ended. (This process has ended its last file before it
  /// asks.)
  static func isLeftover(_ name: String) -> Bool {
    let text = ExactString(name)
    guard text.hasPrefix(prefix), text.hasSuffix(suffix) else { return false }
    let digits = text.utf8.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count)
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }),
      let process = pid_t(String(Substring(digits))), process > 0
    else { return false }
    return process == getpid() || (kill(process, 0) != 0 && errno == ESRCH)
  }
}
