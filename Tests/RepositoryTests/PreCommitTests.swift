import Foundation
import PolicyTestSupport
import Testing

/// Runs the hooks with pre-commit in a temporary repository.
@Suite(
  .serialized,
  .needs(PreCommit.isAvailable, "pre-commit and the built linkpolicy are needed"))
struct PreCommitTests {
  private static let policy = """
    linkpolicy: 1
    name: lumen
    clients:
      website:
        provider: generic
        type: web
        client_id: { prod: lumen-web-prod, sandbox: lumen-web-sandbox }
        client_secret: { env: LUMEN_WEB_SECRET }
        redirect_uris:
          prod: [https://lumen.example/oauth/callback]
          sandbox: [https://sandbox.lumen.example/oauth/callback]
    tests:
      - name: nobody else
        request: { kind: authorize, query: client_id=x }
        expect: { decision: deny }

    """

  /// Runs the hooks in a repository with a policy.
  private func run(_ hooks: [String], policy: String) throws -> Tool.Result {
    try Tool.withTemporaryDirectory { directory in
      let preCommit = try #require(PreCommit.program)
      let folder = URL(filePath: BuiltTool.path).deletingLastPathComponent().path
      let policies = directory.appending(path: "Policies")
      try FileManager.default.createDirectory(at: policies, withIntermediateDirectories: true)
      try Data(policy.utf8).write(to: policies.appending(path: "lumen.yaml"))
      let configuration = """
        repos:
          - repo: local
            hooks:
        \(try hooks.map(Self.hook).joined(separator: "\n"))

        """
      try Data(configuration.utf8).write(to: directory.appending(path: ".pre-commit-config.yaml"))
      let script = """
        export PATH="\(folder):$PATH" PRE_COMMIT_HOME="$PWD/../\(directory.lastPathComponent)-home"
        trap 'rm -rf "$PRE_COMMIT_HOME"' EXIT
        git init -q . && git add -A && '\(preCommit)' run --all-files
        """
      return try Tool.run("/bin/sh", ["-c", script], in: directory)
    }
  }

  /// Returns a hook of `.pre-commit-hooks.yaml`, indented for a local repository.
  private static func hook(_ id: String) throws -> String {
    let text = try String(
      contentsOf: Fixtures.root.appending(path: ".pre-commit-hooks.yaml"), encoding: .utf8)
    let blocks = text.components(separatedBy: "\n- ").dropFirst()
    let block = try #require(blocks.first { $0.hasPrefix("id: \(id)\n") }, "there is no hook \(id)")
    return "      - "
      + block.trimmingCharacters(in: .newlines).components(separatedBy: "\n").joined(
        separator: "\n      ")
  }

  @Test func `correct policies pass validation and their tests`() throws {
    let result = try run(
      ["linkpolicy-validate-system", "linkpolicy-test-system"], policy: Self.policy)
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.components(separatedBy: "Passed").count == 3)
  }

  @Test func `an error in a policy stops the commit and is reported with its location`() throws {
    let invalid = Self.policy.replacing("/oauth/callback]", with: "/oauth/callback#x]")
    let result = try run(["linkpolicy-validate-system"], policy: invalid)
    #expect(result.status != 0)
    #expect(result.output.contains("error[uri-fragment]"))
    #expect(result.output.contains("Policies/lumen.yaml:10:"))
  }

  @Test func `out-of-date generated files stop the commit`() throws {
    let result = try run(["linkpolicy-generate-check-system"], policy: Self.policy)
    #expect(result.status != 0)
    #expect(result.output.contains("out of date"))
  }

  @Test func `an unformatted policy stops the commit`() throws {
    let loose = Self.policy.replacing("name: lumen", with: "name:   lumen")
    let result = try run(["linkpolicy-fmt-system"], policy: loose)
    #expect(result.status != 0)
    #expect(result.output.contains("Policies/lumen.yaml\n"))
    #expect(try run(["linkpolicy-fmt-system"], policy: Self.policy).status == 0)
  }

  @Test func `every hook installs the wheel, uses the path, or builds from source`() throws {
    let text = try String(
      contentsOf: Fixtures.root.appending(path: ".pre-commit-hooks.yaml"), encoding: .utf8)
    let ids = text.matches(of: #/- id: ([a-z-]+)/#).map { String($0.output.1) }
    let installed = ids.filter { !$0.hasSuffix("-system") && !$0.hasSuffix("-source") }
    #expect(installed.count == 4)
    #expect(
      Set(ids)
        == Set(["", "-system", "-source"].flatMap { suffix in installed.map { $0 + suffix } }))
    for (suffix, language) in [("", "python"), ("-system", "system"), ("-source", "script")] {
      for id in installed {
        #expect(try Self.hook(id + suffix).contains("language: \(language)\n"), "\(id)\(suffix)")
      }
    }
  }

  @Test func `a hook from source builds once, in the directory of the build system`() throws {
    try Tool.withTemporaryDirectory { directory in
      for name in ["Makefile", "Packaging/from-source", ".ci/setup"] {
        let copy = directory.appending(path: "linkpolicy/\(name)")
        try FileManager.default.createDirectory(
          at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: Fixtures.root.appending(path: name), to: copy)
      }
      let swift = directory.appending(path: "swift")
      try Data(
        """
        #!/bin/sh
        case "$*" in
          *--show-bin-path*) echo "$BUILT/folder" ;;
          *) echo build >>"$BUILT/log"; mkdir -p "$BUILT/folder"; cp '\(BuiltTool.path)' "$BUILT/folder" ;;
        esac

        """.utf8
      ).write(to: swift)
      let script = """
        chmod 755 swift; export BUILT="$PWD" PATH="$PWD:$PATH"; unset LINKPOLICY_DEVELOPMENT
        for time in once again; do linkpolicy/Packaging/from-source --version; done 2>errors; cat log
        """
      let result = try Tool.run("/bin/sh", ["-c", script], in: directory)
      let lines = result.output.split(separator: "\n")
      #expect(lines.count == 3 && lines.last == "build", "\(result.output)")
      #expect(lines.prefix(2).allSatisfy { $0.hasPrefix("linkpolicy ") }, "\(result.output)")
    }
  }
}

/// pre-commit, one of the tools of `make test`, or in `PATH`.
private enum PreCommit {
  static let program = Tool.path("pre-commit")
  static let isAvailable = program != nil && BuiltTool.isAvailable
}
