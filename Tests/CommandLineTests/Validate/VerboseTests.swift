import ProjectTestSupport
import Testing

/// `--verbose`, and what `--diff` writes into a pipe.
@Suite struct VerboseTests {
  private static let file = "apple-app-site-association"

  private func run(_ text: String, _ options: String...) -> CommandLineRun {
    CommandLineRun(
      ["validate", Self.file] + options, files: MemoryFileSystem([Self.file: text]))
  }

  private static func rules(_ lines: [String]) -> String {
    """
    { "applinks": { "details": [ { "appIDs": ["R7KM2QX94T.com.birch.shop"], "components": [
    \(lines.joined(separator: ",\n"))
    ] } ] } }

    """
  }

  @Test func `places of one fault are listed on request`() {
    let text = Self.rules((0..<5).map { #"{ "/": "/p\#($0)x*" }"# })
    #expect(run(text).output.contains("4 more in lines 3 to 6"))
    #expect(!run(text).output.contains("the same: `/p4x*`"))
    #expect(run(text, "--verbose").output.contains("the same: `/p4x*`"))
    #expect(run(text, "--format", "json").output.contains("the same: `/p4x*`"))
    #expect(run(text, "--format", "sarif").output.contains("the same: `/p4x*`"))
  }

  @Test func `a diff in a pipe keeps the line ends of the file`() {
    let text = Self.rules([#"{ "/": "*" }"#, #"{ "/": "/login", "exclude": true }"#])
      .replacing("\n", with: "\r\n")
    let diff = run(text, "--fix", "--unsafe-fixes", "--diff").output
    #expect(diff.contains("+{ \"/\": \"/login\", \"exclude\": true },\r\n"))
    #expect(!diff.contains("u{D}"))
  }
}
