import Foundation

/// The files of the web application's pages as Swift: the program is one file, and has them in itself.
enum WebAssets {
  static let folder = "Web/Assets"
  static let path = "Web/Sources/linkpolicy-web/Assets.swift"
  /// Bytes of all of them: they are read over a connection, and by people.
  static let budget = 150_000
  /// What a page opens where the workspace has nothing to show.
  static let examples = ["acme-cli.yaml", "nordic-lights.yaml"]

  struct TooLarge: Error, CustomStringConvertible {
    var bytes: Int
    var description: String { "the pages have \(bytes) bytes, more than \(WebAssets.budget)" }
  }

  static func files() throws -> [DevelopmentTool.Product] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
      .filter { ["html", "css", "js", "svg"].contains(URL(filePath: $0).pathExtension) }.sorted()
    var assets = try names.map { ("/\($0)", try text("\(folder)/\($0)")) }
    assets += try examples.map { ("/examples/\($0)", try text("Policies/\($0)")) }
    let bytes = assets.reduce(0) { $0 + $1.1.utf8.count }
    guard bytes <= budget else { throw TooLarge(bytes: bytes) }
    var output = """
      // Generated from \(folder) by linkpolicy-dev web; do not edit.
      // swift-format-ignore-file
      import WebApp

      /// The files of the pages.
      enum Assets {
        static let all: [WebAsset] = [

      """
    for (path, text) in assets {
      // The last line ends in the text, not in the literal.
      output += "WebAsset(path: \"\(path)\", text: ####\"\"\"\n\(text)\n\"\"\"####),\n"
    }
    return [DevelopmentTool.Product(path: path, text: output + "]\n}\n")]
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }
}
