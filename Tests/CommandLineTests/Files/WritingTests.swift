import Foundation
import PolicyTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Writing files: in parallel runs, over files of other programs, and with their mode, owner and
/// hard links.
@Suite(.serialized, .needs(BuiltTool.isAvailable, "the built linkpolicy is needed"))
struct WritingTests {
  private static func policy(_ path: String, hosts: Range<Int>) -> String {
    "linkpolicy: 1\nname: many\napps:\n"
      + "  ios: { platform: ios, bundle_id: com.acme.home, team_id: A1B2C3D4E5 }\ndomains:\n"
      + hosts.map {
        "  h\($0).acme.example:\n    links: [{ apps: [ios], rules: [{ path: /\(path) }] }]\n"
      }.joined()
  }

  private static let generate = ["generate", "--target", "aasa", "--output", "out", "--quiet"]

  private static func tree(_ box: Sandbox) -> [String: String] {
    let out = box.directory.appending(path: "out").path
    var files: [String: String] = [:]
    for path in FileManager.default.subpaths(atPath: out) ?? [] {
      files[path] = box.read("out/\(path)")
    }
    return files
  }

  // MARK: parallel runs

  @Test func `of many parallel runs, each finds a complete directory and leaves one`() throws {
    try Sandbox.use { box in
      let versions = [("a", 0..<20), ("b", 10..<30), ("c", 5..<15)]
      var whole: [[String: String]] = []
      for (name, hosts) in versions {
        try box.write(Self.policy(name, hosts: hosts), to: "\(name).yaml")
        try box.shell("rm -rf out")
        try #require(try box.run(script: "", Self.generate + ["\(name).yaml"]).status == 0)
        whole.append(Self.tree(box))
      }
      try box.shell("rm -rf out")
      let count = TestForm.size(24, full: 120)
      // With a process namespace for each run, as in containers, if the system allows it.
      try box.shell(
        """
        own=""; unshare -pf --mount-proc true 2>/dev/null && own="unshare -pf"
        for i in $(seq \(count)); do
          p=$(printf 'abc' | cut -c$((i % 3 + 1)))
          ( $own '\(BuiltTool.path)' \(Self.generate.joined(separator: " ")) $p.yaml \
            >/dev/null 2>errors.$i; echo $? >status.$i ) &
        done; wait
        """)
      for index in 1...count {
        #expect(box.read("status.\(index)") == "0\n", "\(box.read("errors.\(index)") ?? "")")
      }
      let left = Self.tree(box)
      #expect(whole.contains(left), "\(left.keys.sorted())")
      #expect(!left.keys.contains { $0.hasSuffix(".tmp") })
    }
  }

  @Test func `a second run reports that it waits, and continues after the first`() throws {
    try Sandbox.use { box in
      try box.write(Self.policy("a", hosts: 0..<2), to: "a.yaml")
      try box.shell("mkdir out")
      let descriptor = unsafe open(box.directory.appending(path: "out").path, O_RDONLY)
      try #require(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
      let process = Process()
      let errors = Pipe()
      process.executableURL = URL(filePath: BuiltTool.path)
      process.arguments = Self.generate + ["a.yaml"]
      process.currentDirectoryURL = box.directory
      process.standardError = errors
      try process.run()
      let said = String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
      #expect(said == "waiting for another run that writes to `out`\n")
      #expect(process.isRunning && Self.tree(box).isEmpty)
      // Reading doesn't need the lock.
      #expect(try box.run("generate", "a.yaml", "--output", "out", "--dry-run").status == 0)
      #expect(try box.run("generate", "a.yaml", "--output", "out", "--check").status == 1)
      close(descriptor)
      process.waitUntilExit()
      #expect(process.terminationStatus == 0 && Self.tree(box)["manifest.json"] != nil)
    }
  }

  @Test func `a failed run leaves no directory behind`() throws {
    try Sandbox.use { box in
      let policy = Self.policy("a", hosts: 0..<1).replacing(
        "team_id: A1B2C3D4E5", with: "team_id: x")
      try box.write(policy, to: "a.yaml")
      #expect(try box.run("generate", "a.yaml", "--output", "out").status == 1)
      #expect(!FileManager.default.fileExists(atPath: box.directory.appending(path: "out").path))
    }
  }

  // MARK: files of other programs

  @Test func `a file of another program stops the run, and each one is reported`() throws {
    try Sandbox.use { box in
      try box.write(Self.policy("a", hosts: 0..<3), to: "a.yaml")
      let paths = (0..<2).map {
        "out/prod/hosts/h\($0).acme.example/.well-known/apple-app-site-association"
      }
      for path in paths { try box.write("mine", to: path) }
      for mode in [[], ["--dry-run"]] {
        let run = try box.run(script: "", Self.generate + ["a.yaml"] + mode)
        #expect(run.status == 2)
        for path in paths {
          #expect(run.output.contains("\(path): was not generated; --replace overwrites it"))
        }
      }
      #expect(Self.tree(box).values.allSatisfy { $0 == "mine" }, "\(Self.tree(box).keys)")
      #expect(try box.run(script: "", Self.generate + ["a.yaml", "--check"]).status == 1)
      #expect(try box.run(script: "", Self.generate + ["a.yaml", "--replace"]).status == 0)
      #expect(box.read(paths[0])?.contains("applinks") == true)
    }
  }

  @Test func `a generated file that was edited is neither overwritten nor removed`() throws {
    try Sandbox.use { box in
      try box.write(Self.policy("a", hosts: 0..<3), to: "a.yaml")
      #expect(try box.run(script: "", Self.generate + ["a.yaml"]).status == 0)
      func path(_ host: Int) -> String {
        "out/prod/hosts/h\(host).acme.example/.well-known/apple-app-site-association"
      }
      try box.write("mine", to: path(0))
      try box.write("mine", to: path(2))
      let before = Self.tree(box)
      try box.write(Self.policy("b", hosts: 0..<2), to: "a.yaml")
      let run = try box.run(script: "", Self.generate + ["a.yaml"])
      #expect(run.status == 2)
      #expect(run.output.contains("\(path(0)): has been changed since it was generated"))
      #expect(run.output.contains("\(path(2)): is no longer generated, and has been changed"))
      #expect(Self.tree(box) == before)
      #expect(try box.run(script: "", Self.generate + ["a.yaml", "--replace"]).status == 0)
      #expect(box.read(path(0))?.contains("/b") == true && box.read(path(2)) == "mine")
      #expect(box.read("out/manifest.json")?.contains("h2.acme.example") == false)
      // linkpolicy no longer manages the file.
      #expect(try box.run(script: "", Self.generate + ["a.yaml", "--check"]).status == 0)
    }
  }

  @Test(arguments: ["mkfifo", "ln -s /dev/zero", "mkdir"])
  func `a pipe, link or directory at the path of a file is rejected`(making: String) throws {
    try Sandbox.use { box in
      try box.write(Self.policy("a", hosts: 0..<1), to: "a.yaml")
      try box.shell("mkdir out; \(making) out/manifest.json")
      let run = try box.run(script: "", Self.generate + ["a.yaml"])
      #expect(run.status == 2 && run.output.contains("out/manifest.json"), "\(run.output)")
    }
  }

  // MARK: fixes

  private static let untidy = cleanPolicy.replacing("name: lumen", with: "name:   no")

  @Test(arguments: ["600", "644", "664", "755", "640"])
  func `a fix keeps the mode`(mode: String) throws {
    try Sandbox.use { box in
      try box.write(Self.untidy, to: "a.yaml")
      try box.shell("chmod \(mode) a.yaml")
      #expect(try box.run("validate", "a.yaml", "--fix").status == 0)
      #expect(box.read("a.yaml")?.contains("\"no\"") == true)
      try box.shell("test \"$(stat -c %a a.yaml 2>/dev/null || stat -f %Lp a.yaml)\" = \(mode)")
    }
  }

  @Test func `a fix keeps the hard links of a file`() throws {
    try Sandbox.use { box in
      try box.write(Self.untidy, to: "a.yaml")
      try box.shell("ln a.yaml b.txt")
      #expect(try box.run("validate", "a.yaml", "--fix").status == 0)
      #expect(box.read("b.txt") == box.read("a.yaml") && box.read("b.txt") != Self.untidy)
      try box.shell("test a.yaml -ef b.txt")
    }
  }

  @Test(.enabled(if: geteuid() == 0, "only root can change owners"))
  func `a fix by root keeps the owner and the group`() throws {
    try Sandbox.use { box in
      try box.write(Self.untidy, to: "a.yaml")
      try box.shell("chown 1234:4321 a.yaml; chmod 640 a.yaml")
      #expect(try box.run("validate", "a.yaml", "--fix").status == 0)
      try box.shell(
        "test \"$(stat -c %u:%g:%a a.yaml 2>/dev/null || stat -f %u:%g:%Lp a.yaml)\" = 1234:4321:640"
      )
    }
  }

  @Test(arguments: [
    ("chmod 444", "is read-only"), ("chmod 4755", "runs with the rights of its owner"),
    ("chmod 2755", "runs with the rights of its owner"), ("chmod 0", "is read-only"),
  ])
  func `a fix rejects read-only files and changes no others`(change: String, words: String) throws {
    try Sandbox.use { box in
      try box.write(Self.untidy, to: "a.yaml")
      try box.write(Self.untidy.replacing("lumen", with: "moon"), to: "b.yaml")
      try box.shell("\(change) b.yaml")
      // Without root's permissions, a file with mode 0 can't even be read.
      let run = try box.run("validate", "a.yaml", "b.yaml", "--fix")
      #expect(run.status == 2)
      #expect(run.output.contains("b.yaml: \(words)") || geteuid() != 0, "\(run.output)")
      #expect(box.read("a.yaml") == Self.untidy)
    }
  }

  @Test(.enabled(if: geteuid() == 0 && Sandbox.canDropRights, "needs root, and setpriv"))
  func `a fix rejects files of other users`() throws {
    try Sandbox.use { box in
      try box.write(Self.untidy, to: "a.yaml")
      try box.shell("chmod 666 a.yaml; chmod 777 .")
      let run = try box.runWithoutRights("validate", "a.yaml", "--fix")
      #expect(run.status == 2 && run.output.contains("a.yaml: belongs to another user"))
      #expect(box.read("a.yaml") == Self.untidy)
    }
  }

  // MARK: reports

  @Test(arguments: [
    ["--format", "json=a.yaml"], ["--format", "json=./a.yaml"], ["--format", "json=link.yaml"],
    ["--format", "json=hard.yaml"], ["--write-baseline", "a.yaml"],
    ["--format", "json=config.yaml", "--config", "config.yaml"],
    ["--write-baseline", "config.yaml", "--config", "config.yaml"],
    ["--format", "text", "--format", "sarif=../dir/a.yaml"],
  ])
  func `a report doesn't overwrite a checked file`(arguments: [String]) throws {
    try Sandbox.use { box in
      try box.write(cleanPolicy, to: "dir/a.yaml")
      try box.write("linkpolicy_config: 1\n", to: "dir/config.yaml")
      try box.shell("cd dir; ln -s a.yaml link.yaml; ln a.yaml hard.yaml")
      let run = try box.run(script: "cd dir; exec", ["validate", "a.yaml"] + arguments)
      #expect(run.status == 2 && run.output.contains("which is being checked"), "\(run.output)")
      #expect(box.read("dir/a.yaml") == cleanPolicy)
      #expect(box.read("dir/config.yaml") == "linkpolicy_config: 1\n")
    }
  }

  @Test func `a report about standard input doesn't overwrite it`() throws {
    try Sandbox.use { box in
      try box.write(cleanPolicy, to: "a.yaml")
      let run = try box.run(
        script: "", ["validate", "-", "--format", "json=a.yaml"], after: "<a.yaml")
      #expect(run.status == 2 && box.read("a.yaml") == cleanPolicy, "\(run.output)")
    }
  }

  @Test func `a report replaces no link and is written into pipes`() throws {
    try Sandbox.use { box in
      try box.write(cleanPolicy, to: "a.yaml")
      try box.write("old", to: "target.json")
      try box.shell("ln -s target.json report.json; ln -s nowhere gone.json")
      for name in ["report.json", "gone.json"] {
        let run = try box.run("validate", "a.yaml", "--format", "json=\(name)")
        #expect(run.status == 2 && run.output.contains("\(name): is a symbolic link"))
      }
      #expect(box.read("target.json") == "old" && box.read("nowhere") == nil)
      // Standard output as a file and as a pipe. `/dev/stdout` is a link and remains one.
      let file = try box.run(
        script: "", ["validate", "a.yaml", "--format", "json=/dev/stdout"], after: ">out.json")
      #expect(file.status == 0, "\(file.output)")
      #expect(box.read("out.json")?.contains("\"schemaVersion\"") == true)
      try box.shell("test -L /dev/stdout")
      let pipe = try box.run(
        script: "", ["validate", "a.yaml", "--format"], after: "json=/dev/stdout | cat")
      #expect(pipe.output.contains("\"schemaVersion\""), "\(pipe.output)")
    }
  }

  @Test func `a report keeps the mode of the existing file`() throws {
    try Sandbox.use { box in
      try box.write(cleanPolicy, to: "a.yaml")
      try box.shell("touch report.json; chmod 600 report.json")
      #expect(try box.run("validate", "a.yaml", "--format", "json=report.json").status == 0)
      try box.shell(
        "test \"$(stat -c %a report.json 2>/dev/null || stat -f %Lp report.json)\" = 600")
    }
  }
}
