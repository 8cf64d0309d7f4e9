import ProjectTestSupport
import Testing

/// Untrusted strings in the log of a CI job. The runner searches each line for commands.
@Suite struct CICommandTests {
  private static let commands = [
    "::error::x", "::stop-commands::x", "##[error]x", "##vso[task.setvariable variable=a]b",
    "  ::add-mask::x", "\t::error::x", "a ##[add-matcher]x", "a##vso[task.complete]",
    "\u{85}::error::x", "\u{A0}::error::x", "\u{3000}::error::x", "###[error]x", ":::error::x",
  ]

  /// Whether GitHub Actions or Azure Pipelines would run a command in the output.
  private static func hasCommand(_ output: String) -> Bool {
    output.unicodeScalars.split { $0 == "\n" || $0 == "\r" }.contains { line in
      let trimmed = String(String.UnicodeScalarView(line.drop { $0.properties.isWhitespace }))
      return trimmed.hasPrefix("::") || trimmed.contains("##[") || trimmed.contains("##vso[")
    }
  }

  /// Runs that print untrusted strings in names, messages, diffs and errors.
  private static func runs(_ command: String, _ variables: [String: String]) -> [CommandLineRun] {
    let name = "\(command).yaml"
    let policy = cleanPolicy.replacing(
      "scopes: [devices]",
      with: "scopes: [devices, devices]\n    # \(command)\n    description: |\n      \(command)\n")
    let tests = """
      linkpolicy: 1
      name: c
      tests:
        - name: "\(command)"
          request: { kind: authorize, client: x }
          expect: { decision: allow }

      """
    let files = MemoryFileSystem([
      name: cleanPolicy.replacing("name: lumen", with: "nmae: lumen"), "b.yaml": policy,
      "c.yaml": tests,
    ])
    var lines: [[String]] = [
      ["validate", command], ["validate", "--select", command], [command],
      ["validate", "b.yaml", "--diff", "--unsafe-fixes"], ["fmt", "b.yaml", "--diff"],
      ["fmt", name, "--check"], ["explain", command], ["generate", "b.yaml", "--target", command],
      ["who-allows", command, "--policy", "b.yaml"], ["diff", "b.yaml", name],
      ["simulate", "authorize", "--policy", "b.yaml", "--client", command],
      ["flow", "b.yaml", "--client", command], ["import", "b.yaml"],
      ["generate", "b.yaml", "--dry-run", "--output", command],
      ["generate", "b.yaml", "--diff", "--target", "report"],
    ]
    for format in ["text", "oneline", "xcode", "json", "sarif", "gitlab", "junit", "checkstyle"] {
      lines.append(["validate", name, "b.yaml", "c.yaml", "--format", format])
    }
    for format in ["text", "json", "junit"] {
      lines.append(["test", "b.yaml", "c.yaml", "--allow-invalid", "--format", format])
    }
    return lines.map { CommandLineRun($0, files: files, variables: variables) }
  }

  @Test(arguments: commands, [["GITHUB_ACTIONS": "true"], ["TF_BUILD": "True"]])
  func `no untrusted string becomes a command`(command: String, variables: [String: String]) {
    for run in Self.runs(command, variables) {
      #expect(!Self.hasCommand(run.output), "\(run.output)")
      #expect(!Self.hasCommand(run.errors), "\(run.errors)")
    }
  }

  @Test func `outside of CI, strings are printed unchanged`() {
    let outside = Self.commands.flatMap { Self.runs($0, [:]) }
    #expect(outside.contains { Self.hasCommand($0.output) || Self.hasCommand($0.errors) })
    let clean = Self.runs("plain", [:])
    let inside = Self.runs("plain", ["GITHUB_ACTIONS": "true"])
    #expect(clean.map(\.output) == inside.map(\.output))
    #expect(clean.map(\.errors) == inside.map(\.errors))
  }

  @Test func `JSON values are unchanged, and the github format has its own commands`() throws {
    let command = "##[error]x"
    let files = MemoryFileSystem([
      "\(command).yaml": cleanPolicy.replacing("name: lumen", with: "nmae: lumen")
    ])
    func run(_ format: String, _ variables: [String: String]) -> CommandLineRun {
      CommandLineRun(
        ["validate", "\(command).yaml", "--format", format], files: files, variables: variables)
    }
    let actions = ["GITHUB_ACTIONS": "true"]
    let json = run("json", actions).output
    #expect(json.contains(#"\u0023#[error]x.yaml"#))
    #expect(json.replacing(#"\u0023"#, with: "#") == run("json", [:]).output)
    let github = run("github", actions).output
    #expect(github.hasPrefix("::error ") && github == run("github", [:]).output)
  }
}
