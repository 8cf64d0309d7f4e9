import Foundation
import LinkPolicy
import LinkPolicyCLI
import PolicyTestSupport
import ProjectTestSupport
import Testing

/// An estate that is checked in parts gives the report of one run over everything.
struct PartsTests {
  private static func run(_ arguments: [String], _ files: [String: String]) -> CommandLineRun {
    CommandLineRun(["validate"] + arguments, files: MemoryFileSystem(files, hasRoot: true))
  }

  /// The summaries of parts, merged.
  private static func merged(
    _ parts: [[String]], _ files: [String: String], _ options: [String] = []
  ) -> CommandLineRun {
    var files = files
    var names: [String] = []
    for (index, part) in parts.enumerated() where !part.isEmpty {
      names.append("\(index).part")
      files["\(index).part"] = run(["--summary"] + part, files).output
    }
    return run(["merge"] + names + options, files)
  }

  @Test(arguments: 1...TestForm.size(12, full: 60))
  func `parts say together what one run says`(seed: Int) throws {
    var chance = SeededRandom(seed: UInt64(seed))
    let files = try RelatedFiles.estate(&chance)
    let paths = files.keys.sorted()
    var parts: [[String]] = [[], [], []]
    for path in paths { parts[Int.random(in: 0..<3, using: &chance)].append(path) }
    for options in [
      ["--format", "json"], ["--format", "json", "--verbose"], ["--ignore", "host-conflict"],
    ] {
      let whole = Self.run(paths + options, files)
      let merged = Self.merged(parts, files, options)
      #expect(merged.output == whole.output, "seed \(seed), \(options), \(parts)")
      #expect(merged.errors == whole.errors)
      #expect(merged.status == whole.status)
    }
  }

  /// For each kind of fact two files that are clean apart, and the rule that speaks when both are there.
  static let pairs: [(rule: String, first: (String, String), second: (String, String))] = [
    (
      "policy-name-duplicate", ("a.yaml", cleanPolicy),
      ("b.yaml", cleanPolicy.replacing("lumen-", with: "nova-"))
    ),
    (
      "client-id-duplicate", ("a.yaml", cleanPolicy),
      ("b.yaml", cleanPolicy.replacing("name: lumen", with: "name: nova"))
    ),
    (
      "host-conflict", ("a.yaml", policy("a", host: "h.example", environment: "prod")),
      ("b.yaml", policy("b", host: "h.example", environment: "sandbox"))
    ),
    (
      "unknown-reference", ("a.yaml", policy("a", host: "h.example", app: "b/droid")),
      ("b.yaml", policy("b", host: "g.example"))
    ),
    (
      "dynamic-rules-outside-manifest",
      ("h.example/.well-known/assetlinks.json", RelatedFiles.dynamicRules("com.b")),
      ("b.yaml", policy("b", host: "h.example"))
    ),
  ]

  private static func policy(
    _ name: String, host: String, environment: String = "prod", app: String = "droid"
  ) -> String {
    let print = Array(repeating: "AB", count: 32).joined(separator: ":")
    return """
      linkpolicy: 1
      name: \(name)
      apps:
        droid:
          platform: android
          package_name: com.\(name)
          sha256_cert_fingerprints: ["\(print)"]
      domains:
        \(host):
          environment: \(environment)
          links:
            - apps: [\(app)]
              rules: [{ path: /\(name)/* }]

      """
  }

  @Test(arguments: pairs.indices)
  func `what two files say only together is said by merged parts`(index: Int) {
    let (rule, first, second) = Self.pairs[index]
    let files = [first.0: first.1, second.0: second.1]
    let paths = [first.0, second.0]
    let whole = Self.run(paths + ["--format", "json"], files)
    let merged = Self.merged(paths.map { [$0] }, files, ["--format", "json"])
    #expect(merged.output == whole.output)
    let apart = paths.map { Self.run([$0, "--format", "json"], files).output.contains(rule) }
    // One of them speaks alone where the other is missing, or both are silent alone.
    #expect(apart.contains(true) != whole.output.contains(rule), "\(apart) \(whole.output)")
  }

  @Test func `only files with findings or relatives in other parts are read again`() throws {
    let files = [
      "a/1.yaml": cleanPolicy,
      "b/1.yaml": cleanPolicy.replacing("lumen", with: "nova"),
    ]
    var all = files
    all["1.part"] = Self.run(["--summary", "a"], files).output
    all["2.part"] = Self.run(["--summary", "b"], files).output
    // Both are clean and have nothing in common: they are not even there any more.
    all["a/1.yaml"] = nil
    all["b/1.yaml"] = nil
    let merged = Self.run(["merge", "1.part", "2.part", "--format", "json"], all)
    #expect(merged.status == .clean)
    #expect(merged.output.contains("\"files\": 2"))
  }

  @Test func `summaries can be put together in any order, and twice`() throws {
    let files = ["a/1.yaml": cleanPolicy, "b/1.yaml": cleanPolicy]
    let whole = Self.run(["a", "b", "--format", "json"], files)
    #expect(whole.status == .findings)
    let lines = ["a", "b", "a"].flatMap {
      Self.run(["--summary", $0], files).output.split(separator: "\n")
    }
    var all = files
    all["all.part"] = lines.reversed().joined(separator: "\n")
    #expect(Self.run(["merge", "all.part", "--format", "json"], all).output == whole.output)
  }

  @Test func `nothing of a summary may be missing or old`() throws {
    let files = ["a/1.yaml": cleanPolicy, "b/1.yaml": cleanPolicy]
    let first = Self.run(["--summary", "a"], files).output
    let second = Self.run(["--summary", "b"], files).output
    func message(_ part: String, _ other: [String: String] = [:]) -> String {
      let all = files.merging(["1.part": first, "2.part": part]) { $1 }.merging(other) { $1 }
      let run = Self.run(["merge", "1.part", "2.part"], all)
      #expect(run.status == .usage)
      return run.errors
    }
    let lines = second.split(separator: "\n").map(String.init)
    #expect(message(lines[0]).contains("has 1 files, but lines of 0 are there"))
    #expect(message(lines[1]).contains("the first line of part"))
    #expect(message("{\"a\": 1}").contains("line 1: this is no line of `validate --summary`"))
    #expect(message("{\"part\": \"x\"}").contains("the file is not described whole"))
    #expect(message("{").contains("line 1: "))
    #expect(
      message(second.replacing("\"schemaVersion\":1", with: "\"schemaVersion\":9"))
        .contains("this linkpolicy merges version 1"))
    #expect(
      message(second, ["b/1.yaml": cleanPolicy + "# new\n"])
        .contains("b/1.yaml has changed since its part was checked"))
    #expect(Self.run(["merge"], files).errors.contains("name the summaries to merge"))
    #expect(Self.run(["merge", "none"], files).status == .usage)
  }

  @Test func `nothing to check is an error of a part, and of the whole`() {
    var files = ["a/readme.txt": "", "b/1.yaml": cleanPolicy]
    #expect(Self.run(["--summary", "a"], files).status == .usage)
    let empty = Self.run(["--summary", "a", "--allow-empty"], files)
    #expect(empty.status == .clean)
    files["1.part"] = empty.output
    let merged = Self.run(["merge", "1.part"], files)
    #expect(merged.status == .usage)
    #expect(merged.errors.contains("nothing to check in `1.part`"), "\(merged.errors)")
  }

  @Test func `a report does not take the place of a summary`() {
    var files = ["b/1.yaml": cleanPolicy]
    files["1.part"] = Self.run(["--summary", "b"], files).output
    let run = Self.run(["merge", "1.part", "--format", "json=1.part"], files)
    #expect(run.status == .usage)
    #expect(run.errors.contains("1.part is being read"), "\(run.errors)")
  }

  @Test(.needs("check-jsonschema"))
  func `lines of a summary are what their schema says`() throws {
    let files = [
      "a/1.yaml": cleanPolicy, "a/h.example/assetlinks.json": RelatedFiles.dynamicRules("com.b"),
    ]
    let lines = Self.run(["--summary", "a"], files).output.split(separator: "\n")
    #expect(lines.count == 3)
    try Tool.withTemporaryDirectory { directory in
      let names = try lines.enumerated().map { index, line in
        let file = directory.appending(path: "\(index).json")
        try Data(line.utf8).write(to: file)
        return file.path
      }
      let schema = Fixtures.root.appending(path: "Schemas/summary.schema.json").path
      let tool = try #require(Tool.path("check-jsonschema"))
      let result = try Tool.run(tool, ["--schemafile", schema] + names)
      #expect(result.status == 0, "\(result.output)")
    }
  }

  @Test(arguments: [
    ["--format", "json"], ["--fix"], ["--diff"], ["--write-baseline", "b.json"], ["-"],
  ])
  func `a part has no report`(options: [String]) {
    let run = Self.run(["--summary", "a"] + options, ["a/1.yaml": cleanPolicy])
    #expect(run.status == .usage)
    #expect(run.errors.contains("`--summary` does not go with"))
    #expect(run.output.isEmpty)
  }
}
