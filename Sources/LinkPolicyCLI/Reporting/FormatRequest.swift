package import LinkPolicy

/// `--format NAME[=FILE]`.
package struct FormatRequest: Sendable, Equatable {
  package var format: ReportFormat
  /// nil writes to standard output.
  package var file: String?

  package init(_ format: ReportFormat, file: String? = nil) {
    self.format = format
    self.file = file
  }

  /// Reads the value of the option; the name is checked.
  package init(_ text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.isEmpty ? "" : String(parts[0])
    file = parts.count > 1 ? String(parts[1]) : nil
    if file?.isEmpty == true {
      throw UsageError("\(UTF8Text.quoted("--format \(text)")) names no file")
    }
    if file == "-" { file = nil }
    guard let format = ReportFormat(rawValue: name) else {
      throw UsageError(
        "\(UTF8Text.quoted(name)) is no format: one of "
          + ReportFormat.names.map { "`\($0)`" }.joined(separator: ", "))
    }
    self.format = format
  }

  /// Refuses formats that would write over or into each other.
  static func check(_ formats: [FormatRequest]) throws {
    var seen: Set<ExactString> = []
    for format in formats where !seen.insert(ExactString(format.file ?? "-")).inserted {
      throw UsageError(
        "two formats cannot share \(format.file.map { UTF8Text.quoted($0) } ?? "standard output"): "
          + "write `--format \(format.format.rawValue)=FILE`")
    }
  }
}
