import Foundation
import LinkPolicy
import PolicyTestSupport
import Testing

/// Symbolic links within the searched directory are followed, links out of it are rejected.
@Suite(.needs(BuiltTool.isAvailable, "the built linkpolicy is needed"))
struct LinkTests {
  /// A policy whose finding would print a line of the file.
  private static let secret = "linkpolicy: 1\ntoken: s3cret-t0ken\n"

  @Test(arguments: [
    ("Policies/z.yaml", "../secret.yaml"), ("Policies/z.yaml", "/dev/zero"),
    ("Policies/z.yaml", "/dev/stdin"), ("Policies/z.yaml", "/etc/hosts"),
    ("Policies/z.yml", "a/../../secret.yaml"), ("Policies/sub", "../Other"),
    ("Policies/sub", "/"), ("Policies/sub", ".."),
    ("Policies/assetlinks.json", "../secret.yaml"),
    ("Policies/.well-known", "../Other"),
  ])
  func `a link out of the directory needs --follow-links`(link: String, target: String) throws {
    try Sandbox.use { box in
      try box.write(cleanPolicy, to: "Policies/a/a.yaml")
      try box.write(Self.secret, to: "secret.yaml")
      try box.write(Self.secret, to: "Other/other.yaml")
      try box.link(link, to: target)
      let run = try box.run("validate", "Policies")
      #expect(run.status == 2 && !run.output.contains("s3cret"), "\(run.output)")
      #expect(run.output.contains("\(link): is a symbolic link to a path outside of Policies"))
      guard !["/", "..", "/etc/hosts"].contains(target) else { return }
      let followed = try box.run("validate", "Policies", "--follow-links")
      if target.hasPrefix("/") {
        #expect(followed.status == 2 && followed.output.contains("is not a regular file"))
      } else {
        #expect(followed.status == 1 && followed.output.contains("\(link)"), "\(followed.output)")
      }
    }
  }

  @Test func `a link to a file that the search finds anyway adds nothing`() throws {
    try Sandbox.use { box in
      try box.write(cleanPolicy, to: "Policies/a.yaml")
      try box.write(renamedPolicy("moon"), to: "Policies/sub/b.yaml")
      for (link, target) in [
        ("c.yaml", "a.yaml"), ("d.yaml", "sub/b.yaml"), ("loop", "."), ("sub/up", ".."),
        ("again", "sub"), ("sub/e.yaml", "../c.yaml"),
      ] { try box.link("Policies/\(link)", to: target) }
      let run = try box.run("validate", "Policies", "--format", "json")
      #expect(run.status == 0 && run.output.contains("\"files\": 2"), "\(run.output)")
      let followed = try box.run("validate", "Policies", "--format", "json", "--follow-links")
      #expect(followed.output.contains("\"files\": 2"), "\(followed.output)")
    }
  }

  @Test func `a file that is named twice is read once`() throws {
    try Sandbox.use { box in
      try box.write(cleanPolicy, to: "Policies/a.yaml")
      for paths in [
        ["./Policies/a.yaml", "Policies/a.yaml"], ["Policies", "./Policies//a.yaml"],
        ["Policies/./a.yaml", "Policies"],
      ] {
        let run = try box.run(script: "", ["validate", "--format", "json"] + paths)
        #expect(run.status == 0 && run.output.contains("\"files\": 1"), "\(run.output)")
      }
    }
  }

  @Test func `a link to a file that the search excludes is read under its own name`() throws {
    try Sandbox.use { box in
      // The layout of a Kubernetes volume.
      try box.write(invalidPolicy(), to: "Policies/..2026/a.yaml")
      try box.link("Policies/..data", to: "..2026")
      try box.link("Policies/a.yaml", to: "..data/a.yaml")
      try box.write(renamedPolicy("moon"), to: "Policies/base.txt")
      try box.link("Policies/b.yaml", to: "base.txt")
      let run = try box.run("validate", "Policies", "--format", "oneline")
      #expect(run.status == 1 && run.output.contains("Policies/a.yaml:"), "\(run.output)")
      let count = try box.run("validate", "Policies", "--format", "json")
      #expect(count.output.contains("\"files\": 2"), "\(count.output)")
    }
  }

  @Test func `following links ends even if they form cycles`() throws {
    try Sandbox.use { box in
      try box.write(cleanPolicy, to: "Policies/a.yaml")
      try box.write(renamedPolicy("moon"), to: "Other/b.yaml")
      for name in ["x", "y", "z"] {
        try box.link("Policies/\(name)", to: "../Other")
        try box.link("Other/\(name)", to: "../Other")
        try box.link("Other/up\(name)", to: "../Policies")
      }
      let run = try box.run("validate", "Policies", "--format", "json", "--follow-links")
      #expect(run.status == 0 && run.output.contains("\"files\": 2"), "\(run.output)")
    }
  }

  @Test func `a configuration found by search can't link out of the repository`() throws {
    try Sandbox.use { box in
      try box.write(Self.secret, to: "secret.yaml")
      try box.write(cleanPolicy, to: "repo/Policies/a.yaml")
      try box.shell("mkdir repo/.git")
      func run(_ arguments: String...) throws -> Tool.Result {
        try box.run(script: "cd repo; exec", arguments)
      }
      for (target, words) in [
        ("../secret.yaml", "to a path outside of the repository"),
        ("/dev/zero", "to a path outside of the repository"),
        ("nowhere", "whose target is missing or not readable"),
      ] {
        try box.shell("ln -sfn \(target) repo/linkpolicy.yaml")
        let found = try run("validate")
        #expect(found.status == 2 && found.output.contains(words), "\(found.output)")
        #expect(!found.output.contains("s3cret"))
      }
      try box.shell("rm repo/linkpolicy.yaml; mkfifo repo/linkpolicy.yaml")
      let pipe = try run("validate")
      #expect(pipe.status == 2 && pipe.output.contains("linkpolicy.yaml: is not a regular file"))
      try box.shell("rm repo/linkpolicy.yaml; ln -s etc/config.yaml repo/linkpolicy.yaml")
      try box.write(
        "linkpolicy_config: 1\nseverities: { uri-http: off }\n", to: "repo/etc/config.yaml")
      #expect(try run("validate").status == 0)
    }
  }

  @Test(arguments: [false, true])
  func `default and configured directories can't link out of the repository`(isSet: Bool) throws {
    try Sandbox.use { box in
      try box.write(Self.secret, to: "Other/other.yaml")
      try box.shell("mkdir -p repo/.git; ln -s ../Other repo/Policies")
      if isSet {
        try box.write("linkpolicy_config: 1\npolicies: [Policies]\n", to: "repo/linkpolicy.yaml")
      }
      let run = try box.run(script: "cd repo; exec", ["validate"])
      #expect(run.status == 2 && !run.output.contains("s3cret"))
      #expect(
        run.output.contains("Policies: is a symbolic link to a path outside of the repository"))
      // A directory named on the command line may be anywhere.
      #expect(try box.run(script: "cd repo; exec", ["validate", "Policies"]).status == 1)
    }
  }

  @Test func `streams that the caller opened are read by their paths`() throws {
    try Sandbox.use { box in
      try box.write(cleanPolicy, to: "a.yaml")
      try box.link("b.yaml", to: "a.yaml")
      #expect(try box.run("validate", "b.yaml").status == 0)
      #expect(try box.run(script: "", ["validate", "/dev/stdin"], after: "<a.yaml").status == 0)
      #expect(try box.run(script: "", ["validate"], after: "<(cat a.yaml)").status == 0)
      let request = #"{"kind":"authorize","client":"website","query":"response_type=code"}"#
      try box.write(request + "\n", to: "requests.ndjson")
      let batch = try box.run(
        script: "", ["simulate", "--policy", "a.yaml"], after: "--requests <(cat requests.ndjson)")
      #expect(batch.status == 0 && batch.output.contains("\"decision\""), "\(batch.output)")
      try box.write("linkpolicy_config: 1\n", to: "config.yaml")
      let config = try box.run(
        script: "", ["validate", "a.yaml"], after: "--config <(cat config.yaml)")
      #expect(config.status == 0, "\(config.output)")
      let input = try box.run(
        script: "", ["simulate", "web-origin", "--policy", "a.yaml", "--input"],
        after: "@<(echo '{\"page_url\": \"https://lumen.example/\"}')")
      #expect(!input.output.contains("@"), "\(input.output)")
    }
  }

  @Test func `a listed file can't be replaced by a link before it is opened`() throws {
    try Sandbox.use { box in
      try box.write(Self.secret, to: "secret.yaml")
      try box.write(Self.secret, to: "Other/b.yaml")
      try box.write(cleanPolicy, to: "Policies/a.yaml")
      try box.write(cleanPolicy, to: "Policies/sub/b.yaml")
      let directory = try LocalFileSystem().open(
        directory: box.directory.appending(path: "Policies").path)
      #expect(directory.entries().map(\.name) == ["a.yaml", "sub"])
      try box.shell(
        """
        mv Policies/a.yaml x; ln -s ../secret.yaml Policies/a.yaml
        mv Policies/sub y; ln -s ../Other Policies/sub
        """)
      #expect(throws: FileSystemError.self) {
        try directory.read("a.yaml", upTo: 100, path: "Policies/a.yaml")
      }
      #expect(throws: FileSystemError.self) { try directory.open("sub", path: "Policies/sub") }
      try box.shell("rm Policies/a.yaml; mkfifo Policies/a.yaml")
      #expect(throws: FileSystemError.self) {
        try directory.read("a.yaml", upTo: 100, path: "Policies/a.yaml")
      }
      // If the directory itself is moved, its files are still read.
      try box.shell("rm Policies/a.yaml; mv x Policies/a.yaml; mv Policies Moved")
      #expect(
        try directory.read("a.yaml", upTo: 12, path: "Policies/a.yaml")
          == Array("linkpolicy: ".utf8))
    }
  }

  @Test func `an untrusted run rejects links everywhere`() throws {
    try Sandbox.use { box in
      try box.write(cleanPolicy, to: "Policies/a.yaml")
      try box.link("Policies/b.yaml", to: "a.yaml")
      try box.link("c.yaml", to: "Policies/a.yaml")
      try box.link("Sub", to: "Policies")
      let root = box.directory.path
      func read(_ path: String) throws -> InputFiles {
        try InputFiles(["\(root)/\(path)"], in: LocalFileSystem(), access: .untrusted)
      }
      for path in ["Policies", "c.yaml", "Sub/", "Sub"] {
        let error = #expect(throws: FileSystemError.self) { try read(path) }
        #expect(error?.reason == "is a symbolic link, which this run doesn't follow", "\(path)")
      }
      #expect(try read("Policies/a.yaml").files.count == 1)
      var small = InputAccess.untrusted
      small.totalBytes = cleanPolicy.utf8.count * 2
      try box.shell(
        "rm Policies/b.yaml; for i in 1 2; do cp Policies/a.yaml Policies/$i.yaml; done")
      let error = #expect(throws: FileSystemError.self) {
        try InputFiles(["\(root)/Policies"], in: LocalFileSystem(), access: small)
      }
      #expect(error?.reason.contains("the run reads more than") == true)
    }
  }
}
