public import PolicyText

/// Why a configuration cannot be used.
public struct ConfigurationError: Error, Sendable, CustomStringConvertible {
  /// The findings of a file that could be read; without diagnostics for other reasons.
  public var findings: Report
  /// One line, lower case, no period.
  public var message: String

  init(findings: Report = Report(sources: [], diagnostics: []), message: String) {
    self.findings = findings
    self.message = message
  }

  init(_ message: String) { self.init(message: message) }

  /// The message.
  public var description: String { message }
}
