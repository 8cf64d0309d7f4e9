import Foundation
import PolicyText
import PolicyGenerators
import PolicyTestSupport
import Testing

/// Compiles and runs generated Go code.
struct GoTargetTests {
  @Test(arguments: try ConformanceCase.all())
  func `the package is formatted and decides like the engine`(testCase: ConformanceCase) throws {
    let go = try #require(Tool.path("go"), "go is not installed")
    let gofmt = try #require(Tool.path("gofmt"), "gofmt is not installed")
    try Tool.withTemporaryDirectory { directory in
      try testCase.write(GoTarget.self, to: directory)
      try testCase.writeAllowlist(to: directory)
      try write(module, "go.mod", to: directory)
      let formatted = try Tool.run(gofmt, ["-l", "-d", "-s", "."], in: directory)
      #expect(formatted.status == 0 && formatted.output.isEmpty, "\(formatted.output)")
      for arguments in [["vet", "./..."], ["build", "-o", "run", "run.go"]] {
        let built = try Tool.run(go, arguments, in: directory)
        #expect(built.status == 0 && built.output.isEmpty, "\(built.output)")
      }
      let run = directory.appending(path: "run").path
      try testCase.check(in: directory) { try Tool.run(run, [$0], in: directory) }
      let loaded = try Tool.run(run, ["all.json", "--load", "allowlist.json"], in: directory)
      #expect(
        loaded.status == 0 && loaded.output == testCase.agreement, "\(loaded.output.prefix(4_000))")
    }
  }

  @Test func `package and module have the configured names`() throws {
    let go = try #require(Tool.path("go"), "go is not installed")
    try Tool.withTemporaryDirectory { directory in
      var input = try Inputs.decisions()
      input.options["go"] = {
        var options = CodeOptions()
        options.name = "signin"
        options.project = "example.com/acme/signin"
        options.environments = [.prod]
        return options
      }()
      try ConformanceCase(name: "", input: input, vectors: []).write(GoTarget.self, to: directory)
      try write(
        """
        package main

        import "example.com/acme/signin"

        func main() { println(len(signin.DecideAppFlip("x", signin.Prod).Reason())) }

        """, "program/main.go", to: directory)
      let run = try Tool.run(go, ["run", "./program"], in: directory)
      #expect(run.status == 0, "\(run.output)")
      let documentation = try Tool.run(go, ["doc"], in: directory)
      #expect(documentation.output.contains("Package signin decides"))
      #expect(!FileManager.default.fileExists(atPath: directory.appending(path: "sandbox.go").path))
      let agreed = try Tool.run(go, ["run", "run.go"], in: directory)
      #expect(agreed.output.contains(" vectors agree\n") && agreed.status == 0, "\(agreed.output)")
    }
    for (name, isName) in [
      ("signin", true), ("sign_in2", true), ("", false), ("main", false), ("func", false),
      ("SignIn", false), ("2x", false), ("a-b", false), ("\u{E9}", false),
    ] {
      #expect(GoTarget.isName(name) == isName, "\(name)")
    }
  }

  @Test func `a literal evaluates to the same bytes and is printable ASCII`() throws {
    let go = try #require(Tool.path("go"), "go is not installed")
    let lines = CodeTests.hostile.map { text -> Code<GoLanguage> in
      #"fmt.Println(strings.Trim(fmt.Sprint([]byte(\#(literal: text))), "[]"))"#
    }
    let program: Code<GoLanguage> = """
      package main

      import (
        "fmt"
        "strings"
      )

      func main() {
        \(lines: lines)
        fmt.Println(\(true), \(false))
      }

      """
    #expect(program.text.utf8.allSatisfy { $0 == UInt8(ascii: "\n") || (0x20...0x7E).contains($0) })
    let expected = CodeTests.hostile.map { $0.utf8.map { String($0) }.joined(separator: " ") }
    try Tool.withTemporaryDirectory { directory in
      try Data(program.text.utf8).write(to: directory.appending(path: "main.go"))
      let run = try Tool.run(go, ["run", "main.go"], in: directory)
      #expect(run.output == expected.joined(separator: "\n") + "\ntrue false\n")
    }
  }

  @Test(arguments: ["linkpolicy_prod_only", "linkpolicy_sandbox_only", nil])
  func `one environment can be left out of the binary`(tag: String?) throws {
    let go = try #require(Tool.path("go"), "go is not installed")
    try Tool.withTemporaryDirectory { directory in
      try program(
        """
        uri := "https://oauth-redirect.googleusercontent.com/" + os.Args[1]
        fmt.Println(allowlist.IsRedirectURIAllowed("google-client-1", "prod", uri))
        """, in: directory)
      let tags = tag.map { ["-tags", $0] } ?? []
      for arguments in [["vet"] + tags + ["./..."], ["build"] + tags + ["-o", "run", "./program"]] {
        let built = try Tool.run(go, arguments, in: directory)
        #expect(built.status == 0 && built.output.isEmpty, "\(built.output)")
      }
      let binary = try Data(contentsOf: directory.appending(path: "run"))
      let hasSandbox = binary.range(of: Data("oauth-redirect-sandbox".utf8)) != nil
      let hasProd = binary.range(of: Data("oauth-redirect.googleusercontent.com/r/".utf8)) != nil
      #expect(hasSandbox == (tag != "linkpolicy_prod_only"))
      #expect(hasProd == (tag != "linkpolicy_sandbox_only"))
      let run = try Tool.run(
        directory.appending(path: "run").path, ["r/my-project"], in: directory)
      #expect(run.output == (hasProd ? "true\n" : "false\n"))
    }
  }

  @Test func `unusual strings are not confused with others`() throws {
    let go = try #require(Tool.path("go"), "go is not installed")
    try Tool.withTemporaryDirectory { directory in
      let program = try Fixtures.program("odd_texts.go")
        .replacing("FINGERPRINT_OF_CALLER", with: Inputs.callerFingerprint(Inputs.decisions()))
      try write(program, beside: directory)
      let run = try Tool.run(go, ["run", "./program"], in: directory)
      #expect(run.status == 0 && run.output.isEmpty, "\(run.output)")
    }
  }

  private let module = "module linkpolicy.generated/allowlist\n\ngo 1.18\n"

  private func write(_ text: String, _ path: String, to directory: URL) throws {
    let url = directory.appending(path: path)
    try Data(text.utf8).write(withFolderTo: url)
  }

  /// Writes the package, and next to it a program that uses it.
  private func write(_ program: String, beside directory: URL) throws {
    try ConformanceCase(name: "", input: Inputs.decisions(), vectors: []).write(
      GoTarget.self, to: directory)
    try write(module, "go.mod", to: directory)
    try write(program, "program/main.go", to: directory)
  }

  private func program(_ body: String, in directory: URL) throws {
    try write(
      """
      package main

      import (
        "fmt"
        "os"
        "strings"

        "linkpolicy.generated/allowlist"
      )

      var _ = []interface{}{fmt.Println, os.Args, strings.ToLower}

      func main() {
      \(body)
      }
      """, beside: directory)
  }
}
