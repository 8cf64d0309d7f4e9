import PolicyDiagnostics
import PolicyText

/// The formats of findings; one line each.
package enum ReporterRegistry {
  /// In the order of the documentation.
  private static let all: [(name: String, make: @Sendable (ReporterContext) -> any Reporter)] = [
    (TextReporter.name, { TextReporter(style: $0.style) }),
    (JSONReporter.name, { JSONReporter(version: $0.version) }),
    (SARIFReporter.name, { SARIFReporter($0) }),
    (GitHubReporter.name, { GitHubReporter($0) }),
    (GitLabReporter.name, { GitLabReporter($0) }),
    (JUnitReporter.name, { _ in JUnitReporter() }),
    (CheckstyleReporter.name, { _ in CheckstyleReporter() }),
    (OnelineReporter.name, { _ in OnelineReporter() }),
    (XcodeReporter.name, { _ in XcodeReporter() }),
  ]

  /// The names, in the order of the documentation.
  package static let names = all.map(\.name)

  /// The reporter with a name.
  static func reporter(named name: String, _ context: ReporterContext) throws -> any Reporter {
    guard let entry = all.first(where: { $0.name == name }) else {
      throw UsageError("\(UTF8Text.quoted(name)) is no format")
    }
    return entry.make(context)
  }
}
