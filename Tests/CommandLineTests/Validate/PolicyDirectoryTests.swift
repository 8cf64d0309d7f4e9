import Foundation
import LinkPolicy
import LinkPolicyCLI
import PolicyTestSupport
import ProjectTestSupport
import Testing

/// Every YAML file in a directory of policies is a policy, a test file, a configuration or an
/// error. The summary counts all of them.
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
  func `the help has the missing line`(text: String, message: String, line: String) {
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
  func `in other directories, other keys are no markers`(text: String) {
    let run = validate(["tree"], ["tree/a.yaml": cleanPolicy, "tree/b.yaml": text])
    #expect(run.status == .clean, "\(run.output)")
  }

  @Test func `directories of the configuration are checked, except for its excludes`() {
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

  @Test func `the summary counts files by type`() {
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

/// Many files are checked in parallel. The order of the findings doesn't depend on it.
struct ManyFilesTests {
  @Test(arguments: [1, 2, 31, 33, 600])
  func `each file is checked once, and findings follow the order of the files`(count: Int) {
    let files = (0..<count).map { number in
      InputFile(
        name: "\(1_000 + number).yaml",
        text: cleanPolicy.replacing("lumen", with: "n\(number)-").replacing(
          "clients:", with: "unknown: 1\nclients:"))
    }
    let report = Project(files).report
    #expect(report.checkedFiles == count)
    let found = report.diagnostics.filter { $0.rule == "unknown-key" }.map(\.location.file.index)
    #expect(found == Array(0..<count))
    #expect(Project(files).report.rendered(as: .json) == report.rendered(as: .json))
  }

  @Test func `an unreadable path ends the run without a report`() {
    var files: [String: String] = [:]
    for number in 0..<200 { files["p/\(number).yaml"] = cleanPolicy }
    let run = CommandLineRun(
      ["validate", "p", "nowhere"], files: MemoryFileSystem(files, hasRoot: true))
    #expect(run.status == .usage)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("nowhere: no such file or directory"))
  }

  /// The rules that the guide assigns to one run on all files.
  private static func rulesAcrossFiles() throws -> String {
    let page = try Fixtures.text("docs/guides/ci.md")
    let line = page.split(separator: "\n").first { $0.hasPrefix("across=") }
    return String(try #require(line).dropFirst("across=".utf8.count))
  }

  @Test(arguments: 1...TestForm.size(12, full: 60))
  func `runs on each folder and one across files report every finding`(seed: Int) throws {
    var chance = SeededRandom(seed: UInt64(seed))
    var files: [String: String] = [:]
    for index in 0..<Int.random(in: 2...9, using: &chance) {
      files["p/\(index)/policy.yaml"] = Self.policy(&chance)
    }
    func lines(_ arguments: [String]) -> Set<Substring> {
      let run = CommandLineRun(
        ["validate", "--format", "oneline"] + arguments,
        files: MemoryFileSystem(files, hasRoot: true))
      #expect(run.status != .usage, "\(run.errors)")
      return Set(run.output.split(separator: "\n"))
    }
    let across = try Self.rulesAcrossFiles()
    var found = lines(["p", "--select", across])
    for path in files.keys { found.formUnion(lines([path, "--ignore", across])) }
    #expect(lines(["p"]).isSubset(of: found))
  }

  /// A random policy. Policies share names, hosts, client IDs and packages.
  private static func policy(_ chance: inout SeededRandom) -> String {
    func number(_ count: Int) -> Int { Int.random(in: 1...count, using: &chance) }
    let print = Array(repeating: "AB", count: 32).joined(separator: ":")
    return """
      linkpolicy: 1
      name: n\(number(8))
      apps:
        droid:
          platform: android
          package_name: com.p\(number(4))
          sha256_cert_fingerprints: ["\(print)"]
      domains:
        h\(number(6)).example:
          environment: \(chance.one(of: ["prod", "sandbox", "both"]))
          links:
            - apps: [droid]
              rules: [{ path: \(chance.one(of: ["/x/*", "/x", "\"*\"", "/y/?"])) }]
      clients:
        c:
          provider: generic
          type: web
          client_id: { prod: c\(number(9)), sandbox: c\(number(9))-s }
          client_secret: { env: C_SECRET }
          redirect_uris:
            prod: ["https://h\(number(9)).example/cb"]
            sandbox: ["https://h\(number(9)).sandbox.example/cb"]

      """
  }
}
