/// A file of the pages.
public struct WebAsset: Sendable {
  /// `/app.js`.
  public var path: String
  /// The content.
  public var text: String

  /// A file of the pages.
  public init(path: String, text: String) {
    self.path = path
    self.text = text
  }

  /// By the end of the path.
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
