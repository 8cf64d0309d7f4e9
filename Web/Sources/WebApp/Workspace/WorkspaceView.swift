import LinkPolicy

/// The files of a request: files on disk, replaced by contents from the page, or only the latter.
struct WorkspaceView {
  /// Contents by path, which replace files on disk.
  var texts: [(path: String, bytes: [UInt8])] = []
  /// Whether files on disk are read.
  var usesDisk = true

  /// The maximum number of files in a request.
  private static let maximumTexts = 200

  init() {}

  /// - Parameter body: an object with the members `files` (path to contents) and `disk`.
  init(_ body: JSONValue) throws(WebError) {
    switch body["disk"] {
    case nil, .bool(true)?: break
    case .bool(false)?: usesDisk = false
    default: throw WebError.unusable("`disk` must be true or false")
    }
    guard let files = body["files"] else { return }
    guard case .object(let entries) = files else {
      throw WebError.unusable("`files` must be an object of paths and strings")
    }
    guard entries.count <= Self.maximumTexts else {
      throw WebError.unusable("`files` must have at most \(Self.maximumTexts) entries")
    }
    for entry in entries {
      guard let text = entry.value.stringValue else {
        throw WebError.unusable("`files` must be an object of paths and strings")
      }
      texts.append((try Self.path(entry.key), Array(text.utf8)))
    }
  }

  /// Checks the path of a file from a page. No file is opened.
  private static func path(_ text: String) throws(WebError) -> String {
    let isPlain =
      (1...1_024).contains(text.utf8.count) && text.utf8.first != UInt8(ascii: "/")
      && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    guard isPlain else { throw WebError.unusable("`files` contains an invalid path") }
    return text
  }

  /// The file system for commands.
  func fileSystem(over disk: any FileSystem, root: String) -> any FileSystem {
    if texts.isEmpty, usesDisk { return disk }
    return OverlayFileSystem(texts, over: usesDisk ? disk : NoFiles(), root: root)
  }

  /// The paths for the command line; empty for those of the configuration.
  func paths(_ named: [String]) -> [String] {
    guard !usesDisk else { return named }
    return texts.map(\.path).filter { InputKind(path: $0) != nil }
      .sorted { ExactString($0) < ExactString($1) }
  }
}
