public import PolicyText
import PolicyImport
import PolicyModel

extension ImportSettings {
  /// Takes values for variables from a file of keywords: the JSON object `AUTH0_KEYWORD_REPLACE_MAPPINGS` of
  /// an Auth0 deployment, or an object of names and texts. A file that is named after an environment
  /// (`config-prod.json`) says it, too, where nothing else does.
  ///
  /// - Throws: `ImportSettingsError` for a file that is none.
  public mutating func addKeywords(from file: SourceFile) throws(ImportSettingsError) {
    let tree = JSONReader.read(file, file: FileID(0)).tree
    guard tree.isComplete, let root = tree.root, tree.kind(root) == .mapping else {
      throw ImportSettingsError("\(UTF8Text.visible(file.name)) is no JSON object of keywords")
    }
    let values = tree.value(of: "AUTH0_KEYWORD_REPLACE_MAPPINGS", in: root) ?? root
    for (key, value) in tree.entries(values) where tree.kind(value) != .mapping {
      // A list stands for a whole list of a source, and is handed on as it is written.
      let span = tree.span(value)
      let text =
        tree.kind(value) == .scalar
        ? tree.text(value).string
        : String(decoding: file.bytes[span.start..<span.end], as: UTF8.self)
      definitions.append((tree.text(key).string, text))
    }
    let name = file.name.utf8.split(separator: UInt8(ascii: "/")).last ?? file.name.utf8[...]
    if environment == nil, let found = EnvironmentWords.find(in: name) {
      environment = found.environment == .prod ? .prod : .sandbox
    }
  }
}

/// What is wrong with the settings of an import.
public struct ImportSettingsError: Error, Sendable {
  /// One line, lower case, no period.
  public var message: String
  /// An error.
  public init(_ message: String) { self.message = message }
}
