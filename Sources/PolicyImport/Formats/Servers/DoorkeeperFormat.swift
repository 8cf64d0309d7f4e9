import PolicyText

/// Rows of Doorkeeper's `oauth_applications` table: a JSON list, or CSV with a header.
package enum DoorkeeperFormat: ImportFormat {
  package static let name = "doorkeeper"
  package static let summary = "rows of oauth_applications (Doorkeeper), JSON or CSV"
  package static let usualNames = ["*oauth_applications*", "*doorkeeper*"]

  private static let keys = ClientKeys(
    id: "uid", name: "name", secret: "secret", redirectURIs: "redirect_uri", scopes: "scopes",
    listsAreWords: true)

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard source.mentions("redirect_uri"), source.mentions("uid") else { return .no }
    if source.looksLikeJSON {
      let rows = source.json.tree.rootObject.map(rows) ?? []
      return rows.contains { $0.has("uid") && $0.has("redirect_uri") } ? .yes : .no
    }
    let header = CSVTable(source).header.map(\.value)
    return header.contains("uid") && header.contains("redirect_uri") ? .yes : .no
  }

  package static func read(_ source: ImportSource, into imported: inout ImportedValues) {
    guard source.looksLikeJSON else { return readTable(source, into: &imported) }
    guard let root = imported.root(of: source.json) else { return }
    for row in rows(root) {
      var client = SourceClient(row, keys)
      client.name = row.string("name")
      client.isPublic = row.flag("confidential") == false
      client.add(to: &imported)
    }
  }

  private static func rows(_ root: SourceObject) -> [SourceObject] {
    (root["oauth_applications"] ?? root).objects
  }

  private static func readTable(_ source: ImportSource, into imported: inout ImportedValues) {
    let table = CSVTable(source)
    for row in table.rows {
      func cell(_ name: ExactString) -> SourceString? {
        zip(table.header, row).first { $0.0.value == name }?.1
      }
      guard let first = row.first, let last = row.last else { continue }
      let span = SourceSpan(first.location.span.start, last.location.span.end)
      var client = SourceClient(at: source.location(span))
      client.id = cell("uid")
      client.name = cell("name")
      client.isPublic = ["f", "false", "0"].contains(cell("confidential")?.value)
      client.secret = cell("secret")?.location
      client.redirectURIs = cell("redirect_uri").map(CSVTable.words) ?? []
      client.scopes = cell("scopes").map(CSVTable.words) ?? []
      client.add(to: &imported)
    }
  }
}

/// A CSV table (RFC 4180) with the location of every cell.
struct CSVTable {
  private(set) var header: [SourceString] = []
  private(set) var rows: [[SourceString]] = []

  init(_ source: ImportSource) {
    let bytes = source.file.bytes
    var index = source.file.byteOrderMarkLength
    var records: [[SourceString]] = []
    while index < bytes.count {
      var record: [SourceString] = []
      var isOpen = true
      while isOpen {
        let (cell, end) = Self.cell(bytes, from: index, source)
        record.append(cell)
        index = end
        isOpen = index < bytes.count && bytes[index] == UInt8(ascii: ",")
        if isOpen { index += 1 }
      }
      while index < bytes.count, bytes[index] == 0x0A || bytes[index] == 0x0D { index += 1 }
      records.append(record)
    }
    header = records.first ?? []
    rows = Array(records.dropFirst())
  }

  /// The words of a cell, each with the location of the cell.
  static func words(_ cell: SourceString) -> [SourceString] {
    cell.value.utf8.split { $0 == 0x20 || (0x09...0x0D).contains($0) }.map {
      cell.replaced(by: ExactString(decoding: $0))
    }
  }

  private static func cell(
    _ bytes: [UInt8], from start: Int, _ source: ImportSource
  ) -> (SourceString, end: Int) {
    var index = start
    var text: [UInt8] = []
    if index < bytes.count, bytes[index] == UInt8(ascii: "\"") {
      index += 1
      while index < bytes.count {
        if bytes[index] == UInt8(ascii: "\"") {
          guard index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "\"") else {
            index += 1
            break
          }
          index += 1
        }
        text.append(bytes[index])
        index += 1
      }
    }
    while index < bytes.count, !",\r\n".utf8.contains(bytes[index]) {
      text.append(bytes[index])
      index += 1
    }
    let location = source.location(SourceSpan(start, index))
    return (SourceString(ExactString(decoding: text), at: location), index)
  }
}
