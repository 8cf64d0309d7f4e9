import LinkPolicyCLI
import ProjectTestSupport
import Testing

@Suite struct ValidateOutputTests {
  @Test(arguments: ["text", "json", "sarif", "github", "gitlab", "junit", "checkstyle", "oneline"])
  func `no format prints a secret, in any spelling`(format: String) {
    let secret = "GOCSPX-hidden99"
    let line = "client_secret: { env: LUMEN_WEB_SECRET }"
    let policies = [
      cleanPolicy.replacing(line, with: "client_secret: *s")
        .replacing("name: lumen", with: "name: lumen\nx-s: &s \(secret)\nownr: a"),
      cleanPolicy.replacing(line, with: "client_secrt: \(secret)"),
      cleanPolicy.replacing(line, with: "client_secret: { value: \(secret) }"),
      cleanPolicy.replacing(line, with: "client_secret: [\(secret)]"),
      cleanPolicy.replacing(line, with: "client_secret: \(secret)\n    x: ["),
    ]
    for policy in policies {
      let files = MemoryFileSystem(["p.yaml": policy])
      let run = CommandLineRun(["validate", "p.yaml", "--format", format], files: files)
      #expect(run.status == .findings)
      #expect(!(run.output + run.errors).contains("hidden99"), "\(policy)\n\(run.output)")
      let diff = CommandLineRun(
        ["validate", "p.yaml", "--diff", "--unsafe-fixes"], files: files)
      #expect(!diff.output.contains("hidden99"), "\(diff.output)")
    }
  }
}

/// `--verbose`, and `--diff` to a pipe.
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

  @Test func `all locations of a grouped finding are listed with --verbose`() {
    let text = Self.rules((0..<5).map { #"{ "/": "/p\#($0)x*" }"# })
    #expect(run(text).output.contains("4 more in lines 3 to 6"))
    #expect(!run(text).output.contains("the same: `/p4x*`"))
    #expect(run(text, "--verbose").output.contains("the same: `/p4x*`"))
    #expect(run(text, "--format", "json").output.contains("the same: `/p4x*`"))
    #expect(run(text, "--format", "sarif").output.contains("the same: `/p4x*`"))
  }

  @Test func `a diff to a pipe keeps the file's line endings`() {
    let text = Self.rules([#"{ "/": "*" }"#, #"{ "/": "/login", "exclude": true }"#])
      .replacing("\n", with: "\r\n")
    let diff = run(text, "--fix", "--unsafe-fixes", "--diff").output
    #expect(diff.contains("+{ \"/\": \"/login\", \"exclude\": true },\r\n"))
    #expect(!diff.contains("u{D}"))
  }
}
