import Foundation
import LinkPolicy
import LinkPolicyCLI
import PolicyTestSupport
import ProjectTestSupport
import Testing

/// Runs `verify` against servers on the loopback interface that respond correctly and incorrectly.
@Suite(.needs(LoopbackServer.isAvailable, "python3, curl and openssl are not all installed"))
struct LiveTests {
  /// Expected rules by the first label of a host, without notes.
  static let cases: [String: Set<String>] = [
    "fine": [], "http10": [], "charset": [], "later": [],
    "moved301": ["host-redirects"], "moved302": ["host-redirects"],
    "moved307": ["host-redirects"], "moved308": ["host-redirects"],
    "agents": ["http-status"], "nobody": ["http-status"], "auth401": ["http-status"],
    "missing": ["host-file-missing"], "gone": ["host-file-missing"],
    "spa": ["html-fallback"], "jsonpage": ["html-fallback"],
    "notype": ["content-type"], "plain": ["content-type"], "newlines": ["content-type"],
    "busy429": ["rate-limited"], "down": ["http-status"], "away": ["rate-limited"],
    "awaydate": ["rate-limited"], "only429": ["rate-limited"],
    "bomb": ["verify-unreachable"], "endless": ["association-file-too-large"],
    "chunked": ["association-file-too-large"],
    "long": ["association-file-too-large"],
    "slowheader": ["verify-unreachable"], "slowbody": ["verify-unreachable"],
    "reset": ["verify-unreachable"], "short": ["verify-unreachable"],
    "bighead": ["verify-unreachable"], "widehead": ["verify-unreachable"],
    "longhead": ["verify-unreachable"], "controlhead": [], "manyheads": [],
    "before": ["http-status"], "never": ["rate-limited"], "nan": ["http-status"], "wildclock": [],
    "expired": ["tls-invalid"], "wrongname": ["tls-invalid"], "selfsigned": ["tls-invalid"],
    "nochain": ["tls-invalid"], "soon": ["tls-expires-soon"],
    "stale": ["deployed-differs"], "extra": ["deployed-extra"],
    "certificate": ["deployed-differs", "deployed-extra"],
    "onlyroot": ["host-file-missing"],
  ]

  static func policy(_ hosts: [String]) -> String {
    """
    linkpolicy: 1
    name: acme
    apps:
      acme-ios: { platform: ios, bundle_id: com.acme.app, team_id: A1B2C3D4E5 }
      acme-android:
        platform: android
        package_name: com.acme.app
        sha256_cert_fingerprints:
          prod:
            - "9C:41:07:E2:5B:D8:33:6A:F0:1E:84:C7:29:5D:B6:12:4F:A8:E3:70:9B:06:D1:3C:58:EE:27:94:BA:65:F2:0D"
    domains:

    """
      + hosts.map {
        "  \($0): { links: [{ apps: [acme-ios, acme-android], rules: [{ path: /orders/* }] }], "
          + "credentials: [acme-ios, acme-android] }\n"
      }.joined()
  }

  static let apple = "/.well-known/apple-app-site-association"
  static let android = "/.well-known/assetlinks.json"

  /// Generated files by host and path.
  static func files(_ policy: String) throws -> [String: [String: ServedFile]] {
    let project = Project([InputFile(name: "acme.yaml", text: policy)])
    var files: [String: [String: ServedFile]] = [:]
    for file in try project.generatedFiles(targets: ["aasa", "assetlinks"], environment: .prod) {
      let parts = file.path.split(separator: "/").dropFirst(2)
      let host = String(parts.first ?? "")
      let path = "/" + parts.dropFirst().joined(separator: "/")
      files[host, default: [:]][path] = ServedFile(
        body: String(decoding: file.bytes, as: UTF8.self))
    }
    return files
  }

  @Test func `each host's mistake is reported, and nothing else is`() throws {
    let hosts = Self.cases.keys.sorted().map { "\($0).acme.example" }
    let policy = Self.policy(hosts)
    var files = try Self.files(policy)
    func edit(_ label: String, _ path: String, _ change: (String) -> String) {
      let host = "\(label).acme.example"
      let changed = change(files[host]?[path]?.body ?? "")
      files[host]?[path]?.body = changed
    }
    edit("stale", Self.apple) { $0.replacing("orders", with: "old") }
    edit("extra", Self.apple) {
      $0.replacing(
        "\"A1B2C3D4E5.com.acme.app\"", with: "\"A1B2C3D4E5.com.acme.app\", \"Z9Y8X7W6V5.com.evil\"")
    }
    edit("certificate", Self.android) { $0.replacing("9C:41", with: "AA:AA") }
    let root = files["onlyroot.acme.example"]?.removeValue(forKey: Self.apple)
    files["onlyroot.acme.example"]?["/apple-app-site-association"] = root
    try Tool.withTemporaryDirectory { directory in
      let server = try LoopbackServer(files, in: directory)
      let run = VerifyRun(
        ["--format", "json", "--timeout", "2", "--record", "\(directory.path)/records"]
          + server.options
          + ["\(directory.path)/acme.yaml"],
        files: try Self.write(policy, in: directory))
      try #require(run.status == .findings, "\(run.errors)")
      let found = try run.rules()
      for (label, rules) in Self.cases {
        #expect(found["\(label).acme.example"] ?? [] == rules, "\(label)")
      }
      // Responses that exceed the limit are findings and have their status.
      for check in try run.checks() where check.kind == "apple-app-site-association" {
        guard ["endless", "chunked", "long"].contains(check.url.dropFirst(8).prefix { $0 != "." })
        else { continue }
        #expect(check.outcome == "finding" && check.status == 200, "\(check.url)")
      }
      // Terminal escapes of servers are never printed.
      #expect(!run.output.utf8.contains(0x1B) && !run.output.utf8.contains(0x07))
      #expect(!run.output.contains(String(repeating: "x", count: 300)))
      let log = try server.log()
      #expect(log.sentinel == [], "a redirect was followed")
      // These servers keep sending after the client has disconnected, so their requests may
      // overlap.
      let lasting: Set<Substring> = [
        "slowheader", "slowbody", "endless", "bomb", "chunked", "bighead", "widehead", "longhead",
      ]
      let overlap = log.overlap.filter { !lasting.contains($0.prefix { $0 != "." }) }
      #expect(overlap == [], "a host received two requests at the same time")
      #expect(log.requests.allSatisfy { $0.cookie == nil && $0.authorization == nil })
      #expect(
        Set(log.requests.map { String($0.agent.prefix { $0 != "/" }) }) == ["linkpolicy", "curl"])
      // Replaying the records gives the same output without servers and programs.
      let replay = VerifyRun(
        [
          "--format", "json", "--replay", "\(directory.path)/records",
          "\(directory.path)/acme.yaml",
        ],
        files: LocalFileSystem(), processes: NoProcesses())
      #expect(replay.output == run.output)
      let records = try FileManager.default.contentsOfDirectory(
        atPath: "\(directory.path)/records")
      for record in records {
        let text = try String(
          contentsOfFile: "\(directory.path)/records/\(record)", encoding: .utf8)
        #expect(!text.lowercased().contains("set-cookie"))
      }
    }
  }

  @Test func `after a deployment, a run waits until the files are served`() throws {
    let policy = Self.policy(["eventually.acme.example"])
    try Tool.withTemporaryDirectory { directory in
      let server = try LoopbackServer(try Self.files(policy), in: directory)
      let files = try Self.write(policy, in: directory)
      let options = server.options + ["\(directory.path)/acme.yaml"]
      #expect(VerifyRun(options, files: files).status == .findings)
      let run = VerifyRun(options + ["--wait", "10m"], files: files)
      #expect(run.status == .clean && run.pauses == [15], "\(run.output)")
      #expect(try server.log().requests.count { $0.path == Self.apple } == 3)
    }
  }

  @Test func `a Markdown summary escapes what servers send`() throws {
    let policy = Self.policy(["newlines.acme.example"])
    try Tool.withTemporaryDirectory { directory in
      let server = try LoopbackServer(try Self.files(policy), in: directory)
      let run = VerifyRun(
        server.options + ["--format", "markdown", "\(directory.path)/acme.yaml"],
        files: try Self.write(policy, in: directory))
      #expect(run.output.hasPrefix("## Deployment\n\n3 checks: "))
      #expect(run.output.contains("content-type") && !run.output.contains("<b>"))
      #expect(run.output.contains("<details>"))
    }
  }

  @Test func `options that exclude each other are reported`() throws {
    for (options, words) in [
      (["--deployed", "a", "--replay", "b"], "can't combine `--deployed` with `--replay`"),
      (["--offline"], "--deployed DIR"),
      (["--only", "apple-cdn"], "--third-party"), (["--only", "authorize"], "--probe-authorize"),
      (["--only", "everything"], "unknown target `everything`"),
      (["--replay", "a", "--record", "b"], "--record"),
      (["--deployed", "a", "--only", "oauth"], "can check only `files`"),
      (["--wait", "soon"], "duration"),
      (["--resolve", "x:80:1.1.1.1"], "443"), (["--resolve", "x"], "`--resolve` must be"),
      (["--format", "pdf"], "unknown format `pdf`"), (["--jobs", "0"], "--jobs"),
      (["--third-party-base", "x"], "NAME=URL"), (["--replay", "nowhere"], "no such directory"),
      (["--host", "other.example", "--replay", "Policies"], "nothing to verify"),
    ] {
      let files = MemoryFileSystem(["Policies/a.yaml": Self.policy(["www.acme.example"])])
      let run = VerifyRun(options, files: files, processes: NoProcesses())
      #expect(run.status == .usage && run.errors.contains(words), "\(options): \(run.errors)")
    }
    let files = MemoryFileSystem(["Policies/a.yaml": Self.policy(["www.acme.example"])])
    let run = VerifyRun([], files: files, processes: NoProcesses())
    #expect(run.status == .usage && run.errors.contains("install the package `curl`"))
  }

  @Test func `entitlements are read from an XML property list`() throws {
    let policy = Self.policy(["www.acme.example", "two.acme.example"])
    var files = ["Policies/a.yaml": policy]
    for file in try Project([InputFile(name: "a", text: policy)]).generatedFiles() {
      files["generated/\(file.path)"] = String(decoding: file.bytes, as: UTF8.self)
    }
    let own = try #require(files.keys.first { $0.hasSuffix(".entitlements") })
    func run(_ text: String) -> VerifyRun {
      var files = files
      files["a.entitlements"] = text
      return VerifyRun(
        ["--deployed", "generated", "--entitlements", "a.entitlements", "--format", "json"],
        files: MemoryFileSystem(files), processes: NoProcesses())
    }
    #expect(try run(files[own] ?? "").findings().isEmpty)
    let some = try run("<string>applinks:*.acme.example?mode=developer</string>").findings()
    #expect(some.isEmpty)
    let none = try run("<string>applinks:WWW.acme.example</string>").findings()
    #expect(none.map(\.rule) == ["entitlement-missing-host"])
    #expect(run("bplist00").status == .usage)
  }

  @Test(
    .needs(
      Tool.path("strace") != nil && BuiltTool.isAvailable,
      "strace and the built linkpolicy are needed")
  )
  func `runs on records and directories open no socket`() throws {
    try Tool.withTemporaryDirectory { directory in
      let policy = Self.policy(["fine.acme.example"])
      try FileManager.default.createDirectory(
        at: directory.appending(path: "Policies"), withIntermediateDirectories: true)
      try Data(policy.utf8).write(to: directory.appending(path: "Policies/acme.yaml"))
      let made = try Tool.run(BuiltTool.path, ["generate"], in: directory)
      try #require(made.status == 0, "\(made.output)")
      try FileManager.default.createDirectory(
        at: directory.appending(path: "records"), withIntermediateDirectories: true)
      let forms: [([String], Int32)] = [
        (["--deployed", "generated"], 0), (["--deployed", "generated", "--offline"], 0),
        (["--replay", "records"], 2), (["--replay", "records", "--offline", "--third-party"], 2),
        (["--offline"], 2),
      ]
      for (options, status) in forms {
        let run = try Tool.run(
          try #require(Tool.path("strace")),
          ["-f", "-e", "trace=socket,connect,execve", "-o", "trace", BuiltTool.path, "verify"]
            + options,
          in: directory)
        #expect(run.status == status, "\(run.output)")
        let trace = try String(contentsOf: directory.appending(path: "trace"), encoding: .utf8)
        #expect(!trace.contains("socket(") && !trace.contains("connect("))
        #expect(trace.split(separator: "execve(").count == 2, "\(trace)")
      }
    }
  }

  @Test(.needs("check-jsonschema"))
  func `the report conforms to its schema`() throws {
    try Tool.withTemporaryDirectory { directory in
      let files = try Self.write(Self.policy(["gone.acme.example"]), in: directory)
      let path = "\(directory.path)/report.json"
      _ = VerifyRun(
        [
          "--resolve", "gone.acme.example:443:127.0.0.1:9", "--retries", "0", "--format",
          "json=\(path)", "\(directory.path)/acme.yaml",
        ], files: files)
      let schema = Fixtures.root.appending(path: "Schemas/verify.schema.json").path
      let result = try Tool.run(
        try #require(Tool.path("check-jsonschema")), ["--schemafile", schema, path])
      #expect(result.status == 0, "\(result.output)")
    }
  }

  static func write(_ policy: String, in directory: URL) throws -> LocalFileSystem {
    try Data(policy.utf8).write(to: directory.appending(path: "acme.yaml"))
    return LocalFileSystem()
  }

  @Test func `the number of jobs doesn't change the output`() throws {
    let hosts = ["fine", "missing", "stale", "plain", "spa", "moved301"].flatMap { label in
      ["one", "two", "three"].map { "\(label).\($0).example" }
    }
    let policy = Self.policy(hosts)
    var files = try Self.files(policy)
    for host in hosts where host.hasPrefix("stale") {
      files[host]?[Self.apple]?.body.replace("orders", with: "old")
    }
    try Tool.withTemporaryDirectory { directory in
      let server = try LoopbackServer(files, in: directory)
      let local = try Self.write(policy, in: directory)
      let texts = ["1", "3", "8", "64"].map { jobs in
        VerifyRun(
          ["--jobs", jobs, "--format", "text"] + server.options + ["\(directory.path)/acme.yaml"],
          files: local
        ).output
      }
      #expect(Set(texts).count == 1 && texts[0].contains("host-redirects"))
    }
  }

  @Test func `findings in the baseline are not reported again`() throws {
    let policy = Self.policy(["gone.acme.example", "moved301.acme.example"])
    try Tool.withTemporaryDirectory { directory in
      let server = try LoopbackServer(try Self.files(policy), in: directory)
      var known: [String: String] = [:]
      func run(_ settings: String) -> VerifyRun {
        let files = ["Policies/a.yaml": policy, "linkpolicy.yaml": settings]
        return VerifyRun(
          ["--format", "json"] + server.options,
          files: MemoryFileSystem(files.merging(known) { first, _ in first }))
      }
      let all = try run("linkpolicy_config: 1\n").findings().filter { $0.severity == "error" }
      let one = try #require(all.first { $0.rule == "host-file-missing" })
      // A baseline entry and the report match, except for the marked text.
      let line = try #require(policy.split(separator: "\n").first { $0.contains("gone.acme") })
      let entry = [
        "rule": one.rule, "file": "Policies/a.yaml", "path": one.path, "message": one.message,
        "value": line.trimmingCharacters(in: .whitespaces).prefix { $0 != ":" }.description,
      ]
      let data = try JSONSerialization.data(
        withJSONObject: ["schemaVersion": 1, "findings": [entry]])
      known["known.json"] = String(decoding: data, as: UTF8.self)
      let rest = run("linkpolicy_config: 1\nbaseline: known.json\n")
      #expect(
        try rest.findings().filter { $0.severity == "error" }.count == all.count - 1, "\(all)")
      #expect(try rest.checks().count { $0.outcome == "finding" } >= 4)
      let broken = run("linkpolicy_config: 1\nbaseline: nowhere.json\n")
      #expect(broken.status == .usage && broken.errors.contains("nowhere.json"))
    }
  }

  @Test func `a run without any response is not a success`() throws {
    let policy = Self.policy(["fine.acme.example"])
    try Tool.withTemporaryDirectory { directory in
      let files = try Self.write(policy, in: directory)
      let path = "\(directory.path)/acme.yaml"
      // The discard port, where no server listens.
      let closed = ["--resolve", "fine.acme.example:443:127.0.0.1:9"]
      let run = VerifyRun(closed + [path], files: files)
      #expect(run.status == .usage && run.output.contains("verify-unreachable"))
      #expect(run.errors.contains("0 ok") && run.pauses == [1])
      let server = try LoopbackServer(
        try Self.files(Self.policy(["fine.acme.example", "down.acme.example"])), in: directory)
      _ = try Self.write(Self.policy(["fine.acme.example", "gone.acme.example"]), in: directory)
      let options = server.options + ["--resolve", "gone.acme.example:443:127.0.0.1:9", path]
      #expect(VerifyRun(options, files: files).status == .clean)
      #expect(VerifyRun(options + ["--strict"], files: files).status == .findings)
    }
  }
}
