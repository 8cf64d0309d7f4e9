import LinkPolicyCLI
import ProjectTestSupport
import Testing

/// Every YAML file among policies is a policy, a test file, a configuration or an error, and the summary counts all.
@Suite struct PolicyDirectoryTests {
  private static let other = "services:\n  web: { image: acme }\n"
  private static let tests = "linkpolicy_tests: 1\ntests: []\n"

  private func validate(
    _ arguments: [String] = [], _ files: [String: String], isTerminal: Bool = false
  ) -> CommandLineRun {
    CommandLineRun(
      ["validate", "--format", "oneline"] + arguments,
      files: MemoryFileSystem(["Policies/a.yaml": cleanPolicy].merging(files) { $1 }),
      isTerminal: isTerminal)
  }

  @Test(arguments: [
    ("Policies/b.yaml", "add `linkpolicy: 1` as the first line"),
    ("Policies/deep/b.YML", "add `linkpolicy: 1` as the first line"),
  ])
  func `another YAML file among policies is an error`(name: String, help: String) {
    for paths in [[], ["Policies"], ["Policies/"], ["."]] {
      let run = CommandLineRun(
        ["validate"] + paths,
        files: MemoryFileSystem(
          ["Policies/a.yaml": cleanPolicy, name: Self.other], hasRoot: true))
      #expect(run.status == .findings, "\(paths)")
      #expect(run.output.contains("error[not-a-policy]"), "\(paths)")
      #expect(run.output.contains("\(name):1:1"), "\(paths)")
      #expect(run.output.contains(help), "\(paths)")
    }
  }

  @Test(arguments: [
    ("", "an empty file", "linkpolicy: 1"), ("# later\n", "an empty file", "linkpolicy: 1"),
    ("tests: []\n", "must have a marker", "linkpolicy_tests: 1"),
    ("exclude: [a]\n", "must have a marker", "linkpolicy_config: 1"),
    ("name: a\ntests: []\n", "must have a marker", "linkpolicy: 1"),
    ("- linkpolicy: 1\n", "must have a marker", "linkpolicy: 1"),
  ])
  func `the help has the line that is missing`(text: String, message: String, line: String) {
    let run = CommandLineRun(
      ["validate"],
      files: MemoryFileSystem(["Policies/a.yaml": cleanPolicy, "Policies/b.yaml": text]))
    #expect(run.status == .findings)
    #expect(run.output.contains("add `\(line)` as the first line"), "\(run.output)")
    #expect(message != "an empty file" || run.output.contains("must not be empty"))
  }

  @Test(arguments: ["linkpolcy", "link-policy", "LinkPolicy", "linkpolicies", "linkpolicy_test"])
  func `a misspelled marker is an error in every directory`(key: String) {
    let text = "# a policy\n\(key): 1 # one\nname: b\n"
    for (arguments, name) in [([], "Policies/b.yaml"), (["tree"], "tree/b.yaml")] {
      let run = validate(arguments, ["tree/a.yaml": cleanPolicy, name: text])
      #expect(run.status == .findings)
      #expect(run.output.contains("\(name):2:1: error[not-a-policy] `\(key)`"), "\(run.output)")
    }
  }

  @Test(arguments: ["version: 1\n", "linkpolcy: 2\n", " linkpolcy: 1\n", "policy: 1\n"])
  func `other keys elsewhere are no markers`(text: String) {
    let run = validate(["tree"], ["tree/a.yaml": cleanPolicy, "tree/b.yaml": text])
    #expect(run.status == .clean, "\(run.output)")
  }

  @Test func `a directory of the configuration counts, and what it excludes does not`() {
    let files = [
      "linkpolicy.yaml": "linkpolicy_config: 1\npolicies: [auth]\nexclude: [auth/charts]\n",
      "auth/a.yaml": cleanPolicy, "auth/b.yaml": Self.other, "auth/charts/c.yaml": Self.other,
    ]
    let run = CommandLineRun(
      ["validate", "--format", "oneline"], files: MemoryFileSystem(files))
    #expect(run.status == .findings)
    #expect(run.output.hasPrefix("auth/b.yaml:1:1: error[not-a-policy]"))
    #expect(!run.output.contains("charts"))
    let fixed = files.filter { $0.key != "auth/b.yaml" }
    #expect(CommandLineRun(["validate"], files: MemoryFileSystem(fixed)).status == .clean)
  }

  @Test func `the summary counts files by what they are`() {
    let run = validate(
      ["Policies", "tree"],
      [
        "Policies/b.yaml": cleanPolicy.replacing("lumen", with: "other"),
        "Policies/t.yaml": Self.tests,
        "tree/x.yaml": Self.other, "tree/y.yml": Self.other,
      ], isTerminal: true)
    #expect(
      run.errors.contains("in 3 files: 2 policies, 1 test file; 2 other YAML files skipped"),
      "\(run.errors)")
    let alone = validate(["tree"], ["tree/x.yaml": Self.other])
    #expect(alone.status == .usage)
  }
}
