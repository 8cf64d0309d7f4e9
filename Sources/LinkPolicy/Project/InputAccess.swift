/// What a run may open, and how much of it it reads: one value for everything that reads.
///
/// Only regular files are opened, and streams that the caller of the program opened (`/dev/stdin`, `<(…)`).
/// Files that the user names may be links; `links` says what becomes of those that are found, by a search of
/// a directory or as configuration.
public struct InputAccess: Sendable, Equatable {
  /// What becomes of symbolic links.
  public enum Links: Sendable, Equatable {
    /// Links are an error, even if the user names one.
    case refused
    /// Those that are found may lead to regular files and directories within what is searched.
    case withinRoot
    /// They may lead anywhere.
    case followed
  }

  /// What becomes of symbolic links.
  public var links = Links.withinRoot
  /// Bytes of one file, or of standard input.
  public var fileBytes = 64 << 20
  /// Bytes of one line, where each line is a request or a question of its own.
  public var lineBytes = 4 << 20
  /// Bytes of all files of a run that are kept; nil for no other bound than that of each.
  public var totalBytes: Int?

  /// False if the limit exceeds that of the readers, so that reading must reject larger files. If true, a
  /// file that is too large is a finding of the readers.
  package var leavesSizeToReaders: Bool { fileBytes >= Self.standard.fileBytes }

  /// The default limits.
  public init() {}

  /// The default limits.
  public static let standard = InputAccess()

  /// For files that a stranger has sent: no links, and little memory.
  public static let untrusted: InputAccess = {
    var access = InputAccess()
    access.links = .refused
    access.fileBytes = 4 << 20
    access.lineBytes = 1 << 20
    access.totalBytes = 32 << 20
    return access
  }()
}
