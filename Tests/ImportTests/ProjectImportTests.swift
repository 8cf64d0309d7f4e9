import Foundation
import LinkPolicy
import PolicyText
import PolicyTestSupport
import Testing

/// Complete projects in `Tests/Fixtures/import`: the policies they give, and that no value is lost.
@Suite struct ProjectImportTests {
  static let projects = ["android-app", "expo", "firebase", "ios-app", "keys", "xcodegen"]
  private static let folder = "Tests/Fixtures/import"

  /// The files of a project by relative path.
  private static func files(_ project: String) throws -> [SourceFile] {
    let prefix = "\(folder)/\(project)/"
    return try Fixtures.files(below: "\(folder)/\(project)").map { path in
      SourceFile(
        name: String(path.dropFirst(prefix.count)), bytes: try Fixtures.bytes(path))
    }
  }

  static func importing(
    _ files: [SourceFile], _ change: (inout ImportSettings) -> Void = { _ in }
  ) -> SourceImport {
    var settings = ImportSettings()
    change(&settings)
    let bytes = Dictionary(files.map { ($0.name, $0.bytes) }) { first, _ in first }
    return SourceImport(files, settings: settings, found: files.count, policyPath: "policy.yaml") {
      bytes[$0]
    }
  }

  private static func settings(of project: String) -> (inout ImportSettings) -> Void {
    { settings in if project != "firebase" { settings.host = "www.acme.example" } }
  }

  /// Describes findings, one per line, with the marked string.
  static func lines(_ report: Report) -> String {
    report.diagnostics.map { finding in
      let file = report.sources[finding.location.file.index]
      let place = file.position(of: finding.location.span.start)
      let isSecret = !Redactions(report.redactions).spans(
        in: finding.location.file, touching: finding.location.span
      ).isEmpty
      let text =
        isSecret
        ? "secret"
        : DisplayText.visible(DisplayText.shortened(file.text(finding.location.span), to: 60))
      return
        "\(file.name):\(place.line):\(place.column) \(finding.severity) \(finding.rule) [\(text)]\n    \(finding.message)\n"
    }.joined()
  }

  @Test(arguments: projects)
  func `a project gives the expected policy`(project: String) throws {
    let result = Self.importing(try Self.files(project), Self.settings(of: project))
    try Golden.check(Array(result.text.utf8), "import/\(project).yaml")
    try Golden.check(Array(Self.lines(result.report).utf8), "import/\(project).txt")
  }

  @Test(arguments: projects)
  func `each host, app, client and fingerprint is in the result`(project: String) throws {
    let files = try Self.files(project)
    let result = Self.importing(files, Self.settings(of: project))
    var said = result.text
    for finding in result.report.diagnostics {
      said +=
        "\n\(finding.message) "
        + result.report.sources[finding.location.file.index]
        .text(finding.location.span)
      for note in finding.notes {
        guard let place = note.location else { continue }
        said += "\n\(note.message) " + result.report.sources[place.file.index].text(place.span)
      }
    }
    let read = Set(result.files.map(\.path))
    for file in files where read.contains(file.name) {
      let text = String(decoding: file.bytes, as: UTF8.self)
      let things =
        text.matches(of: #/[a-z0-9*-]+(\.[a-z0-9-]+)*\.example/#).map { String($0.output.0) }
        + text.matches(of: #/[0-9]+-[a-z0-9]+\.apps\.googleusercontent\.com/#).map {
          String($0.output)
        }
        + text.matches(of: #/\b[0-9A-F]{2}(:[0-9A-F]{2}){19,31}\b/#).map { String($0.output.0) }
        + text.matches(of: #/\bcom\.acme\.[a-z.]+[a-z]/#).map { String($0.output) }
      for thing in things {
        // Words in comments, and names of Java packages.
        if ["com.acme.internal.name"].contains(thing) { continue }
        #expect(said.contains(thing), "\(thing) of \(file.name) is missing")
      }
    }
  }

  @Test(arguments: projects)
  func `no secret of a project occurs in the policy or the report`(project: String) throws {
    let result = Self.importing(try Self.files(project), Self.settings(of: project))
    #expect(!result.text.contains("SECRET-"))
    #expect(!Self.lines(result.report).contains("SECRET-"))
  }

  @Test(arguments: projects)
  func `neither the order of files nor line endings change the policy`(project: String) throws {
    let files = try Self.files(project)
    let policy = Self.importing(files, Self.settings(of: project)).text
    #expect(Self.importing(files.reversed(), Self.settings(of: project)).text == policy)
    let other = files.map { file in
      let text = String(decoding: file.bytes, as: UTF8.self)
      return SourceFile(
        name: file.name, bytes: Array(text.replacing("\n", with: "\r\n").utf8))
    }
    #expect(Self.importing(other, Self.settings(of: project)).text == policy)
  }
}
