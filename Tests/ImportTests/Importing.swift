import Foundation
import LinkPolicy
import PolicyImport
import PolicyText

/// Imports of texts, for tests.
enum Importing {
  /// An import of files by name.
  static func run(
    _ files: [(name: String, text: String)], _ settings: ImportSettings = .prod
  ) -> SourceImport {
    let sources = files.map { SourceFile(name: $0.name, bytes: Array($0.text.utf8)) }
    return SourceImport(sources, settings: settings, neighbor: { _ in nil })
  }

  /// The findings of import, as `rule message`.
  static func findings(_ result: SourceImport, atLeast severity: Severity = .note) -> [String] {
    result.report.diagnostics.filter {
      $0.severity >= severity && $0.rule.rawValue.hasPrefix("import-")
    }
    .map { "\($0.rule) \($0.message)" }
  }

  /// Everything that a run prints, in every format.
  static func output(_ result: SourceImport) -> String {
    ReportFormat.allCases.map { result.report.rendered(as: $0, style: TextStyle(hasColor: false)) }
      .joined() + result.text
  }
}

extension ImportSettings {
  /// Everything goes to prod, and association files are those of one host.
  static var prod: ImportSettings {
    var settings = ImportSettings()
    settings.environment = .prod
    settings.host = "www.acme.example"
    return settings
  }
}

/// A text without the marks around a place, and that place.
func marked(_ text: String) -> (text: String, span: SourceSpan?) {
  let bytes = Array(text.utf8)
  guard let start = bytes.firstRange(of: Array("⟦".utf8)),
    let end = bytes.firstRange(of: Array("⟧".utf8))
  else { return (text, nil) }
  let plain =
    bytes[..<start.lowerBound] + bytes[start.upperBound..<end.lowerBound] + bytes[end.upperBound...]
  return (String(decoding: plain, as: UTF8.self), SourceSpan(start.lowerBound, end.lowerBound - 3))
}

/// The tree of a JSON text; nil where it is none.
func parsed(_ text: String) -> SourceTree? {
  let source = SourceFile(name: "file", bytes: Array(text.utf8))
  let read = JSONReader.read(source, file: FileID(0))
  return read.diagnostics.isEmpty ? read.tree : nil
}

/// The facts of one file of a kind.
func imported(
  _ text: String, _ kind: any ImportFormat.Type, named name: String = "file",
  options: ImportOptions = ImportOptions()
) -> (imported: ImportedValues, recognition: ImportRecognition) {
  let library = ImportLibrary(options: options)
  let source = library.add(SourceFile(name: name, bytes: Array(text.utf8)))
  var imported = ImportedValues()
  let recognition = kind.recognize(source)
  kind.read(source, into: &imported)
  return (imported, recognition)
}
