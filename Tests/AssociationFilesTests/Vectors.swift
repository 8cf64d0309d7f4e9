import AssociationFiles
import Foundation
import PolicyDiagnostics
import PolicySourceTree
import PolicyText

/// Files of `Tests/Vectors`.
enum Vectors {
  static func text(_ name: String) throws -> String {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: folder.appending(path: "Vectors/\(name)"), encoding: .utf8)
  }

  /// The rows of a TSV file by column name, without the heading.
  static func rows(_ name: String) throws -> [[String: String]] {
    let lines = try text(name).split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    guard let names = lines.first else { return [] }
    return lines.dropFirst().map { fields in
      Dictionary(uniqueKeysWithValues: zip(names, fields))
    }
  }
}

/// A tree of a JSON text.
func read(_ json: String) -> ReadResult {
  JSONReader.read(SourceFile(name: "test.json", bytes: Array(json.utf8)), file: FileID(0))
}

/// An association file.
func aasa(_ json: String) -> AppleAppSiteAssociation {
  AppleAppSiteAssociation(reading: read(json).tree)
}
