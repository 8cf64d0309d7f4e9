import LinkPolicyCLI
import ProjectTestSupport
import Testing

/// `linkpolicy fmt`: what is written, shown and refused.
@Suite struct FmtCommandTests {
  private static let loose = "name:  'lumen'\nlinkpolicy: 1\n"
  private static let tight = "linkpolicy: 1\nname: lumen\n"

  @Test func `files get their form, and nothing else is written`() {
    let files = MemoryFileSystem([
      "Policies/a.yaml": Self.loose, "Policies/b.yaml": Self.tight,
      "Policies/other.yaml": "b:   1\n",
      "linkpolicy.yaml": "linkpolicy_config:   1\n",
    ])
    let run = CommandLineRun(["fmt"], files: files, workingDirectory: "/")
    #expect(run.status == .clean)
    #expect(
      files.files["Policies/a.yaml"] == Self.tight)
    #expect(
      files.files["linkpolicy.yaml"]
        == "linkpolicy_config: 1\n")
    #expect(Set(files.writes) == ["Policies/a.yaml", "linkpolicy.yaml"])
    #expect(run.errors == "formatted 2 files, 1 already formatted\n")
    #expect(
      CommandLineRun(["fmt"], files: files, workingDirectory: "/").errors
        == "3 files already formatted\n")
  }

  @Test func `--check names what is not in form`() {
    let files = MemoryFileSystem(["Policies/a.yaml": Self.loose, "Policies/b.yaml": Self.tight])
    let run = CommandLineRun(["fmt", "--check"], files: files)
    #expect(run.status == .findings)
    #expect(run.output == "Policies/a.yaml\n")
    #expect(files.writes.isEmpty)
    #expect(CommandLineRun(["fmt", "--check", "Policies/b.yaml"], files: files).status == .clean)
  }

  @Test func `--diff shows what would change`() {
    let files = MemoryFileSystem(["Policies/a.yaml": Self.loose])
    let run = CommandLineRun(["fmt", "--diff"], files: files)
    #expect(run.status == .findings)
    #expect(
      run.output == """
        --- a/Policies/a.yaml
        +++ b/Policies/a.yaml
        @@ -1,2 +1,2 @@
        -name:  'lumen'
         linkpolicy: 1
        +name: lumen

        """)
    #expect(files.writes.isEmpty)
  }

  @Test func `a filter writes the form, or nothing`() {
    let none = MemoryFileSystem([:])
    let run = CommandLineRun(["fmt", "-"], files: none, input: Self.loose)
    #expect(run.status == .clean)
    #expect(run.output == Self.tight)
    #expect(run.errors.isEmpty)
    #expect(CommandLineRun(["fmt", "-"], files: none, input: Self.tight).output == Self.tight)
    let broken = CommandLineRun(
      ["fmt", "-", "--stdin-filename", "Policies/a.yaml"], files: none, input: "linkpolicy: [\n")
    #expect(broken.status == .usage)
    #expect(broken.output.isEmpty)
    #expect(broken.errors.hasPrefix("error: Policies/a.yaml:2:1: "), "\(broken.errors)")
    #expect(
      CommandLineRun(["fmt", "-", "--check"], files: none, input: Self.loose).status == .findings)
  }

  @Test func `a file that cannot be read stays, and the others get their form`() {
    let files = MemoryFileSystem([
      "Policies/a.yaml": "linkpolicy: 1\nname: {\n", "Policies/b.yaml": Self.loose,
    ])
    let run = CommandLineRun(["fmt"], files: files)
    #expect(run.status == .usage)
    #expect(files.writes == ["Policies/b.yaml"])
    #expect(run.errors.contains("Policies/a.yaml:"))
    #expect(run.errors.contains("; left the file unchanged\n"))
  }

  @Test(arguments: [
    (["fmt", "a.yaml"], "b: 1\n", "contains none of the keys"),
    (["fmt", "missing.yaml"], "", "no such file"),
    (["fmt", "-", "a.yaml"], "", "can't combine `-`"),
    (["fmt", "--check", "--diff"], "", "can't combine `--check`"),
    (["fmt"], "b: 1\n", "no policy, test file or configuration"),
    (
      ["fmt", "a.yaml"], "linkpolicy: 1\n# a\u{2028}name: x\n",
      "a line break that editors do not show"
    ),
  ])
  func `what cannot be formatted is a usage error`(
    _ arguments: [String], _ text: String, _ message: String
  ) {
    let files = MemoryFileSystem(["a.yaml": text, "Policies/a.yaml": text])
    let run = CommandLineRun(arguments, files: files)
    #expect(run.status == .usage)
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(files.writes.isEmpty)
  }
}
