/// Which files a run may open, and how many bytes it reads.
///
/// Only regular files are opened, and streams that the caller of the program opened (`/dev/stdin`,
/// `<(…)`). Files that the user names may be links. `links` applies to files that a search finds or
/// a configuration names.
public struct InputAccess: Sendable, Equatable {
  /// How symbolic links are handled.
  public enum Links: Sendable, Equatable {
    /// Links are an error, even if the user names one.
    case refused
    /// Links that a search finds may lead to regular files and directories within the searched
    /// directory.
    case withinRoot
    /// Links may lead anywhere.
    case followed
  }

  /// How symbolic links are handled.
  public var links = Links.withinRoot
  /// The maximum size of a file, or of standard input.
  public var fileBytes = 64 << 20
  /// The maximum size of a line, if each line is a request.
  public var lineBytes = 4 << 20
  /// The maximum size of all files of a run together; nil for no limit.
  public var totalBytes: Int?

  /// False if the limit exceeds that of the readers, and larger files must be rejected before. If
  /// true, the readers report files that are too large.
  package var leavesSizeToReaders: Bool { fileBytes >= Self.standard.fileBytes }

  /// The default limits.
  public init() {}

  /// The default limits.
  public static let standard = InputAccess()

  /// The limits for files from untrusted sources: no links, and little memory.
  public static let untrusted: InputAccess = {
    var access = InputAccess()
    access.links = .refused
    access.fileBytes = 4 << 20
    access.lineBytes = 1 << 20
    access.totalBytes = 32 << 20
    return access
  }()
}
