package import LinkPolicy

/// `--format` of `verify`: the formats of findings, and a summary for people.
package struct VerifyFormat: Sendable, Equatable {
  /// nil for Markdown.
  package var format: ReportFormat?
  /// nil writes to standard output.
  package var file: String?

  package init(_ format: ReportFormat?, file: String? = nil) {
    self.format = format
    self.file = file
  }

  /// Reads the value of the option.
  package init(_ text: String) throws {
    guard text == "markdown" || text.hasPrefix("markdown=") else {
      let request = try FormatRequest(text)
      self.init(request.format, file: request.file)
      return
    }
    let file = String(text.dropFirst("markdown=".count))
    if text != "markdown", file.isEmpty {
      throw UsageError("\(UTF8Text.quoted("--format \(text)")) names no file")
    }
    self.init(nil, file: file.isEmpty || file == "-" ? nil : file)
  }

  /// Refuses formats that would write over or into each other.
  static func check(_ formats: [VerifyFormat]) throws {
    try FormatRequest.check(formats.map { FormatRequest($0.format ?? .text, file: $0.file) })
  }
}
