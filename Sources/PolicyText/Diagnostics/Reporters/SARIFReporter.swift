/// SARIF 2.1.0 (OASIS) as GitHub code scanning requires it: each result has a location, paths are
/// relative and percent-encoded, and fingerprints are those of the upload action.
package struct SARIFReporter: Reporter {
  private let context: ReporterContext
  /// GitHub rejects a run with more results.
  private static let maximumResults = 25_000

  package init(_ context: ReporterContext) { self.context = context }

  package func render(_ report: Report) -> String {
    let shown = limited(report)
    let ids = Set(shown.diagnostics.map(\.rule)).sorted()
    let places = Dictionary(
      ids.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let writer = SARIFResults(report: shown, context: context, rules: places)
    var invocation: [(key: String, value: JSONValue)] = [("executionSuccessful", true)]
    if shown.diagnostics.count < report.diagnostics.count {
      let text =
        "\(report.diagnostics.count - shown.diagnostics.count) findings are left out: "
        + "GitHub takes \(Self.maximumResults)"
      invocation.append(
        ("toolExecutionNotifications", [["level": "warning", "message": ["text": .string(text)]]]))
    }
    var driver: [(key: String, value: JSONValue)] = [
      ("name", "linkpolicy"), ("version", .string(context.version)),
      ("semanticVersion", .string(context.version)),
      ("rules", .array(ids.map { rule($0) })),
    ]
    if let documentation = context.documentation {
      driver.append(("informationUri", .string(documentation.url)))
    }
    let log: JSONValue = [
      "$schema":
        "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
      "version": "2.1.0",
      "runs": [
        [
          "tool": ["driver": .object(driver)], "automationDetails": ["id": .string(category)],
          "invocations": [.object(invocation)],
          "columnKind": "utf16CodeUnits", "results": .array(writer.results()),
        ]
      ],
    ]
    return log.text(.pretty) + "\n"
  }

  /// GitHub separates the alerts of different categories. The category is the part before the last
  /// slash.
  private var category: String {
    let paths = context.paths.map { DisplayText.visible($0) }.joined(separator: " ")
    return paths.isEmpty ? "linkpolicy/" : "linkpolicy/\(paths)/"
  }

  private func rule(_ id: RuleID) -> JSONValue {
    SARIFRule(id: id, info: context.rule(id), page: context.documentation?.page(of: id)).json
  }

  /// The report with as many findings as GitHub accepts, the most severe ones first.
  private func limited(_ report: Report) -> Report {
    guard report.diagnostics.count > Self.maximumResults else { return report }
    var kept: [Diagnostic] = []
    for severity in Severity.allCases.reversed() {
      let room = Self.maximumResults - kept.count
      kept += report.diagnostics.lazy.filter { $0.severity == severity }.prefix(room)
    }
    return Report(
      sources: report.sources, diagnostics: kept, files: report.files,
      redactions: report.redactions, suppressed: report.suppressed)
  }
}

/// The description of a rule in a SARIF log.
private struct SARIFRule {
  let id: RuleID
  let info: RuleInfo?
  /// The absolute URL of the rule's page.
  let page: String?

  var json: JSONValue {
    let summary = info?.summary ?? id.rawValue
    var entries: [(key: String, value: JSONValue)] = [
      ("id", .string(id.rawValue)), ("name", .string(id.rawValue)),
      ("shortDescription", ["text": .string(sentence(summary))]),
      ("fullDescription", ["text": .string(full(summary))]),
      ("help", ["text": .string(helpText), "markdown": .string(helpMarkdown)]),
    ]
    if let page { entries.append(("helpUri", .string(page))) }
    guard let info else { return .object(entries) }
    entries.append(("defaultConfiguration", ["level": .string(info.severity.rawValue)]))
    var properties: [(key: String, value: JSONValue)] = [
      ("tags", .array((isSecurity ? ["security"] : []) + [.string(info.category.rawValue)])),
      ("precision", "very-high"),
      (
        "problem.severity",
        .string(info.severity == .note ? "recommendation" : info.severity.rawValue)
      ),
    ]
    if isSecurity { properties.append(("security-severity", .string(securitySeverity))) }
    entries.append(("properties", .object(properties)))
    return .object(entries)
  }

  /// Whether GitHub shows the rule's alerts as security alerts. Syntax rules aren't about security.
  private var isSecurity: Bool {
    if id == "client-secret-in-policy" { return true }
    return switch info?.category {
    case nil, .syntax?, .structure?, .meta?: false
    default: true
    }
  }

  /// GitHub's scale: high from 7, medium from 4.
  private var securitySeverity: String {
    switch info?.severity {
    case .error?: "8.0"
    case .warning?: "5.5"
    default: "2.0"
    }
  }

  /// The description, cut to the 1,024 characters that GitHub accepts.
  private func full(_ summary: String) -> String {
    DisplayText.shortened(sentence(summary) + (info.map { " " + $0.why } ?? ""), to: 1_000)
  }

  private var helpText: String {
    guard let info else { return "linkpolicy explain \(id.rawValue)" }
    var text = "\(sentence(info.summary)) \(info.why)\n\n"
    text += "Wrong:\n\(plain(info.examples.bad))\n\nRight:\n\(plain(info.examples.good))\n\n"
    if !info.references.isEmpty {
      text += "References: \(info.references.joined(separator: "; "))\n\n"
    }
    return text + "linkpolicy explain \(id.rawValue)"
  }

  private var helpMarkdown: String {
    guard let info else { return "`linkpolicy explain \(id.rawValue)`" }
    var text = "**\(sentence(info.summary))** \(info.why)\n\n"
    text += "Wrong:\n\n\(fenced(info.examples.bad))\n\nRight:\n\n\(fenced(info.examples.good))\n\n"
    for reference in info.references { text += "* \(reference)\n" }
    return text + (info.references.isEmpty ? "" : "\n") + "`linkpolicy explain \(id.rawValue)`"
  }

  private func fenced(_ example: String) -> String {
    let language =
      switch info?.examples.kind {
      case .appleAppSiteAssociation?, .assetLinks?: "json"
      default: "yaml"
      }
    return "```\(language)\n\(plain(example))\n```"
  }

  /// The example without markers, with invisible characters escaped.
  private func plain(_ example: String) -> String {
    var lines = RuleInfo.unmarked(example)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { DisplayText.visible(String($0)) }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  /// Converts a string to a sentence.
  private func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
      + (text.utf8.last == UInt8(ascii: ".") ? "" : ".")
  }
}
