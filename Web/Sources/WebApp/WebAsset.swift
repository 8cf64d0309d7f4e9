/// A static file.
public struct WebAsset: Sendable {
  /// The path of its URL, such as `/app.js`.
  public var path: String
  /// The contents, in UTF-8.
  public var text: String

  /// The files of the pages, the style of pictures, and the example policies.
  public static let all = EmbeddedPages.files.map { file in
    WebAsset(
      path: "\(file.path)".replacing("Web/Assets/", with: "/")
        .replacing("Policies/", with: "/examples/")
        .replacing("Runtimes/report/style/", with: "/"),
      text: "\(file.text)")
  }

  /// Creates a file from its path and contents.
  public init(path: String, text: String) {
    self.path = path
    self.text = text
  }

  /// The media type, by file extension.
  var type: String {
    let types = [
      ".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8",
      ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml",
      ".yaml": "text/plain; charset=utf-8",
    ]
    return types.first { path.utf8.count > $0.key.utf8.count && path.hasSuffix($0.key) }?.value
      ?? "application/octet-stream"
  }
}
