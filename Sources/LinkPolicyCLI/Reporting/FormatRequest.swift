import PolicyText

/// `--format NAME[=FILE]`.
package struct FormatRequest: Sendable, Equatable {
  package var name: String
  /// nil writes to standard output.
  package var file: String?

  package init(name: String, file: String?) {
    self.name = name
    self.file = file
  }

  /// Reads the value of the option; the name is checked.
  package init(_ text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    name = parts.isEmpty ? "" : String(parts[0])
    file = parts.count > 1 ? String(parts[1]) : nil
    if file?.isEmpty == true {
      throw UsageError("\(UTF8Text.quoted("--format \(text)")) names no file")
    }
    if file == "-" { file = nil }
    guard ReporterRegistry.names.contains(name) else {
      throw UsageError(
        "\(UTF8Text.quoted(name)) is no format: one of "
          + ReporterRegistry.names.map { "`\($0)`" }.joined(separator: ", "))
    }
  }

  /// Refuses formats that would write over or into each other.
  static func check(_ formats: [FormatRequest]) throws {
    var seen: Set<ExactString> = []
    for format in formats where !seen.insert(ExactString(format.file ?? "-")).inserted {
      throw UsageError(
        "two formats cannot share \(format.file.map { UTF8Text.quoted($0) } ?? "standard output"): "
          + "write `--format \(format.name)=FILE`")
    }
  }
}
