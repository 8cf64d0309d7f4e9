import LinkPolicy
import PolicyTestSupport
import PolicyText
import Testing

/// Checks the findings and fixes of the cases in `Tests/Vectors/association`.
struct AssociationCaseTests {
  private static let cases = Result { try TestCase.all(in: "association") }

  @Test(arguments: try cases.get())
  func `files have the expected findings and fixes`(row: TestCase) throws {
    let files = try Self.files(row)
    let rule = try row["rule"]?.stringValue.map(RuleID.init(rawValue:))
    let except = try row["except"]?.stringValue.map(RuleID.init(rawValue:))
    func found(_ project: Project) -> [Diagnostic] {
      project.report.diagnostics
        .filter { (rule == nil || $0.rule == rule) && (except == nil || $0.rule != except) }
    }
    let project = Checking.project(files)
    let verbose = Checking.project(files, isVerbose: true)
    let findings = found(project)
    let bytes = Array(files[0].text.utf8)
    func list(_ values: [String]) -> JSONValue { .array(values.map(JSONValue.string)) }
    func fixed(_ project: Project, unsafe: Bool = false) -> JSONValue {
      let file = project.applyingFixes(includesUnsafe: unsafe).files[0]
      return .string(String(decoding: file.source.bytes, as: UTF8.self))
    }
    row.check(
      try row["expect"],
      of: [
        "found": list(findings.map(Self.name)),
        "places": list(Checking.locations(findings).map(Self.name)),
        "kinds": list(Set(Checking.locations(findings).map(Self.name)).sorted()),
        "verbose": list(found(verbose).map(Self.name)),
        "first": .string(findings.first.map { "\($0.rule): \($0.message)" } ?? ""),
        "messages": list(findings.map(\.message)), "helps": list(findings.map { $0.help ?? "" }),
        "marked": list(
          found(verbose).filter { $0.location.file == FileID(0) }.map {
            let span = $0.location.span
            return "\($0.rule) " + String(decoding: bytes[span.start..<span.end], as: UTF8.self)
          }),
        "fixes": list(findings.flatMap(\.fixes).map(\.title)),
        "fixed": fixed(project), "repaired": fixed(project, unsafe: true),
        "fixed-verbosely": fixed(verbose),
      ])
  }

  /// The files of a case. `apple` and `android` get the file names that devices request.
  private static func files(_ row: TestCase) throws -> [(name: String, text: String)] {
    var files: [(name: String, text: String)] = []
    if let text = try row["apple"]?.stringValue {
      files.append(("apple-app-site-association", text))
    }
    if let text = try row["android"]?.stringValue { files.append(("assetlinks.json", text)) }
    if case .object(let others) = try row.merged("files") {
      files += others.map { ($0.key, $0.value.stringValue ?? "") }
    }
    try #require(!files.isEmpty)
    return files
  }

  private static func name(_ finding: Diagnostic) -> String {
    "\(finding.severity) \(finding.rule)"
  }
}
