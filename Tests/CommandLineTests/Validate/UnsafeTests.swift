import Foundation
import LinkPolicyCLI
import PolicyTestSupport
import ProjectTestSupport
import Testing

/// `validate` reports every unsafe policy and file in `Tests/Fixtures/Unsafe`.
///
/// A case is a YAML file, or a directory in which `validate` runs without arguments. The first line
/// of the YAML file, or of `unsafe.txt` in the directory, says what is unsafe, and whether it is
/// only a warning. A YAML file marks each line that needs a finding with `# unsafe`; `unsafe.txt`
/// lists them as `file:line`.
@Suite struct UnsafeTests {
  private static let folder = "Tests/Fixtures/Unsafe"

  private struct Case {
    var arguments: [String] = []
    var directory = folder
    var isWarning: Bool
    /// `file:line`.
    var lines: [String]

    init(_ name: String) throws {
      let isFile = name.hasSuffix(".yaml")
      let path = isFile ? "\(folder)/\(name)" : "\(folder)/\(name)/unsafe.txt"
      let text = try Fixtures.text(path).components(separatedBy: "\n")
      isWarning = text[0].hasPrefix("# unsafe, a warning: ")
      #expect(
        isWarning || text[0].hasPrefix("# unsafe: "),
        "\(name) must start with `# unsafe: ` and a reason")
      if isFile {
        arguments = [name]
        lines = text.enumerated().filter { $0.element.hasSuffix(" # unsafe") }
          .map { "\(name):\($0.offset + 1)" }
      } else {
        directory += "/\(name)"
        lines = text.dropFirst().filter { !$0.isEmpty }
      }
    }
  }

  static let names = (try? Fixtures.names(in: folder)) ?? []

  @Test func `there are enough cases`() { #expect(Self.names.count >= 60) }

  @Test(arguments: names) func `an unsafe policy or file has a finding`(name: String) throws {
    let unsafeCase = try Case(name)
    #expect(!unsafeCase.lines.isEmpty, "\(name) must mark a line")
    let run = CommandLineRun(
      ["validate"] + unsafeCase.arguments + ["--format", "oneline"]
        + (unsafeCase.isWarning ? ["--fail-on", "warning"] : []),
      files: DirectoryFileSystem(Fixtures.root.appending(path: unsafeCase.directory)))
    #expect(run.status == .findings, "\(name): \(run.errors)")
    let findings = run.output.components(separatedBy: "\n")
    for line in unsafeCase.lines {
      let severities = unsafeCase.isWarning ? ["warning", "error"] : ["error"]
      #expect(
        findings.contains { finding in
          finding.hasPrefix("\(line):")
            && severities.contains { finding.contains(": \($0)") }
        }, "\(name): no finding at \(line) in\n\(run.output)")
    }
  }
}
