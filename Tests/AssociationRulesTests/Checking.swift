import Foundation
import LinkPolicy
import PolicyRules
import PolicyTestSupport
import PolicyText
import Testing

/// Parses and checks association files like the command.
enum Checking {
  static func report(_ bytes: [UInt8], name: String) -> Report {
    Project([
      InputFile(
        source: SourceFile(name: name, bytes: bytes), kind: InputKind(path: name) ?? .assetLinks,
        isExplicit: true)
    ]).report
  }

  /// Checks several files in one run; `isVerbose` includes what only `--verbose` shows.
  static func project(_ files: [(name: String, text: String)], isVerbose: Bool = false) -> Project {
    var settings = CheckSettings()
    settings.includesMinor = isVerbose
    return Project(
      files.map {
        InputFile(
          source: SourceFile(name: $0.name, bytes: Array($0.text.utf8)),
          kind: InputKind(path: $0.name) ?? .assetLinks, isExplicit: true)
      }, settings: settings)
  }

  static func apple(_ text: String) -> [Diagnostic] {
    locations(report(Array(text.utf8), name: "apple-app-site-association").diagnostics)
  }

  static func android(_ text: String) -> [Diagnostic] {
    locations(report(Array(text.utf8), name: "assetlinks.json").diagnostics)
  }

  /// Splits grouped findings into one for each location.
  static func locations(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    diagnostics.flatMap { finding in
      [finding]
        + finding.notes.filter { $0.message.hasPrefix("the same: ") }.compactMap(\.location).map {
          place in
          var other = finding
          other.location = place
          other.notes = []
          other.fixes = []
          return other
        }
    }
  }

  /// Describes findings for failure messages, one per line.
  static func describe(_ diagnostics: [Diagnostic]) -> String {
    diagnostics.map {
      "\($0.severity) \($0.rule) \($0.location.span.start)..<\($0.location.span.end) \($0.message)"
    }.joined(separator: "\n")
  }
}

/// `Tests/Fixtures/association/{ok,err}`: files with quirks of real ones. Those in `err` have a
/// file `.expect` next to them, with a line `line rule-id` for each finding of any severity.
@Suite struct FixtureTests {
  static let folder = Fixtures.root.appending(path: "Tests/Fixtures/association")

  static func files(_ name: String) -> [String] {
    let all =
      (try? FileManager.default.contentsOfDirectory(
        atPath: folder.appending(path: name).path)) ?? []
    return all.filter { $0.hasSuffix(".json") }.sorted().map { "\(name)/\($0)" }
  }

  static func report(_ path: String) throws -> Report {
    let bytes = [UInt8](try Data(contentsOf: folder.appending(path: path)))
    let isApple = path.hasSuffix("-site-association.json")
    return Checking.report(
      bytes, name: isApple ? "apple-app-site-association" : "assetlinks.json")
  }

  @Test(arguments: files("ok"))
  func `a correct file has no findings`(path: String) throws {
    let found = try Self.report(path).diagnostics
    #expect(found.isEmpty, "\(Checking.describe(found))")
  }

  @Test(arguments: files("err"))
  func `each mistake is reported on its line, and nothing else is`(path: String) throws {
    let report = try Self.report(path)
    let expected = try String(
      contentsOf: Self.folder.appending(path: path + ".expect"), encoding: .utf8
    ).split(separator: "\n").map { String($0) }
    let found = Checking.locations(report.diagnostics).map {
      "\(report.sources[0].position(of: $0.location.span.start).line) \($0.rule)"
    }
    #expect(found.sorted() == expected.sorted(), "\(Checking.describe(report.diagnostics))")
  }

  @Test(arguments: files("err"))
  func `findings follow the writing style, and fixes stay within the file`(path: String) throws {
    let report = try Self.report(path)
    let size = report.sources[0].bytes.count
    for finding in report.diagnostics {
      #expect(RuleRegistry.info(for: finding.rule)?.id == finding.rule)
      #expect(finding.message.last != "." && finding.help?.last != ".", "\(finding.message)")
      #expect(Self.isLowercase(finding.message), "\(finding.message)")
      #expect(finding.location.span.end <= size)
      for edit in finding.fixes.flatMap(\.edits) { #expect(edit.location.span.end <= size) }
    }
  }

  /// Names and abbreviations may start with a capital letter.
  private static func isLowercase(_ message: String) -> Bool {
    let names = ["Android", "App", "Apple", "Firebase", "Google", "JSON", "SHA-1", "SHA-256"]
    return message.first?.isUppercase == false || names.contains { message.hasPrefix($0 + " ") }
  }
}
