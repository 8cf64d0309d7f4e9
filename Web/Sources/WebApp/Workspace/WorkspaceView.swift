import LinkPolicy

/// Which files a request is about: those on the disk, with the texts of the page over them, or the texts alone.
struct WorkspaceView {
  /// By path; a text takes the place of a file with that path.
  var texts: [(path: String, bytes: [UInt8])] = []
  /// False for texts that stand for themselves: no file of the disk is looked at.
  var usesDisk = true

  /// Texts of one request.
  private static let maximumTexts = 200

  init() {}

  /// - Parameter body: its members `files` (path to text) and `disk`.
  init(_ body: JSONValue) throws(WebError) {
    switch body["disk"] {
    case nil, .bool(true)?: break
    case .bool(false)?: usesDisk = false
    default: throw WebError.unusable("`disk` is true or false")
    }
    guard let files = body["files"] else { return }
    guard case .object(let entries) = files else {
      throw WebError.unusable("`files` is an object of paths and texts")
    }
    guard entries.count <= Self.maximumTexts else {
      throw WebError.unusable("`files` has more than \(Self.maximumTexts) texts")
    }
    for entry in entries {
      guard let text = entry.value.stringValue else {
        throw WebError.unusable("`files` is an object of paths and texts")
      }
      texts.append((try Self.path(entry.key), Array(text.utf8)))
    }
  }

  /// A path of a text: where it would be, read or not. Nothing is opened by it.
  private static func path(_ text: String) throws(WebError) -> String {
    let isPlain =
      (1...1_024).contains(text.utf8.count) && text.utf8.first != UInt8(ascii: "/")
      && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    guard isPlain else { throw WebError.unusable("`files` holds a text without a usable path") }
    return text
  }

  /// The files, as commands see them.
  func fileSystem(over disk: any FileSystem, root: String) -> any FileSystem {
    if texts.isEmpty, usesDisk { return disk }
    return OverlayFileSystem(texts, over: usesDisk ? disk : NoFiles(), root: root)
  }

  /// The paths of the command line that the view stands for; empty for those of the configuration.
  func paths(_ named: [String]) -> [String] {
    guard !usesDisk else { return named }
    return texts.map(\.path).filter { InputKind(path: $0) != nil }
      .sorted { ExactString($0) < ExactString($1) }
  }
}
