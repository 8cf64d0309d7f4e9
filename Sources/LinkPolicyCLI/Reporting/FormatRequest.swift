import LinkPolicy
import PolicyText

/// `--format NAME[=FILE]`.
struct FormatRequest: Sendable, Equatable {
  var format: ReportFormat
  /// Nil for standard output.
  var file: String?

  init(_ format: ReportFormat, file: String? = nil) {
    self.format = format
    self.file = file
  }

  init(_ text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.isEmpty ? "" : String(parts[0])
    file = parts.count > 1 ? String(parts[1]) : nil
    if file?.isEmpty == true {
      throw UsageError("\(DisplayText.quoted("--format \(text)")) needs a file name after `=`")
    }
    if file == "-" { file = nil }
    guard let format = ReportFormat(rawValue: name) else {
      throw UsageError(
        "unknown format \(DisplayText.quoted(name)); write one of "
          + ReportFormat.names.map { "`\($0)`" }.joined(separator: ", "))
    }
    self.format = format
  }

  /// Parses the values of a repeated option.
  static func list(_ texts: [String]) throws -> [FormatRequest] {
    let formats = try texts.map { try FormatRequest($0) }
    try check(formats)
    return formats
  }

  /// Checks that no two formats share a file or standard output.
  static func check(_ formats: [FormatRequest]) throws {
    var seen: Set<ExactString> = []
    for format in formats where !seen.insert(ExactString(format.file ?? "-")).inserted {
      throw UsageError(
        "two formats can't share \(format.file.map { DisplayText.quoted($0) } ?? "standard output"); "
          + "write `--format \(format.format.rawValue)=FILE`")
    }
  }
}

extension TextStyle {
  /// Colors a unified diff.
  func painted(diff: String) -> String {
    guard hasColor else { return diff }
    var output = ""
    for line in diff.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
      let text = String(Substring(line))
      switch line.first {
      case UInt8(ascii: "+"): output += paint(text, Role.good)
      case UInt8(ascii: "-"): output += paint(text, Role.error)
      case UInt8(ascii: "@"): output += paint(text, Role.frame)
      default: output += text
      }
      output += "\n"
    }
    return output
  }
}
