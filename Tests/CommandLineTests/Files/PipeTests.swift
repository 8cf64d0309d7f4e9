import Foundation
import PolicyTestSupport
import Testing

/// Pipes and devices instead of files. No option waits for a pipe or reads a device.
@Suite(.needs(BuiltTool.isAvailable, "the built linkpolicy is needed"))
struct PipeTests {
  /// Command lines that are complete except for a file `@`, which is read.
  private static let readers: [[String]] = [
    ["validate", "@"], ["validate", "a.yaml", "@"], ["validate", "@", "--type", "aasa"],
    ["validate", "a.yaml", "--config", "@"],
    ["validate", "a.yaml", "--show-config", "--config", "@"],
    ["validate", "merge", "@"], ["validate", "@", "--fix"],
    ["fmt", "@"], ["fmt", "@", "--check"],
    ["generate", "@", "--dry-run"], ["generate", "a.yaml", "--dry-run", "--config", "@"],
    ["test", "@"], ["diff", "a.yaml", "@"], ["diff", "@", "a.yaml"],
    ["simulate", "authorize", "--policy", "@", "--client", "website"],
    ["simulate", "apple-id-token", "--policy", "a.yaml", "--claims", "@@"],
    ["simulate", "apple-id-token", "--policy", "a.yaml", "--jwks", "@@"],
    ["simulate", "web-origin", "--policy", "a.yaml", "--input", "@@"],
    ["simulate", "--policy", "a.yaml", "--requests", "@"],
    ["who-allows", "https://lumen.example/", "--policy", "@"], ["flow", "@"],
    ["match", "--aasa", "@", "--domain", "a.example", "https://a.example/"],
    ["match", "--assetlinks", "@", "--domain", "a.example", "https://a.example/"],
    ["replay", "--policy", "a.yaml", "@"], ["replay", "--policy", "@", "log.ndjson"],
    ["replay", "--policy", "a.yaml", "--against", "@", "log.ndjson"], ["replay", "merge", "@"],
    ["import", "@"], ["import", "a.yaml", "--map-file", "@"],
    ["verify", "@", "--deployed", "."],
  ]

  @Test(arguments: readers)
  func `no command waits for a pipe or reads a device`(command: [String]) throws {
    try Sandbox.use { box in
      try box.write(cleanPolicy, to: "a.yaml")
      try box.write("{}\n", to: "log.ndjson")
      try box.shell("mkfifo pipe; ln -s pipe link; ln -s /dev/tty tty.gz; mkfifo pipe.gz")
      for place in ["pipe", "link", "/dev/zero", "pipe.gz"] {
        let arguments = command.map {
          $0 == "@@" ? "@\(place)" : $0 == "@" ? place : $0
        }
        let run = try box.run(script: "", arguments)
        #expect(run.status == 2, "\(arguments): \(run.output)")
        #expect(
          run.output.contains("is not a regular file") || run.output.contains("Usage:"),
          "\(arguments): \(run.output)")
      }
    }
  }

  @Test func `records that are pipes are ignored`() throws {
    try Sandbox.use { box in
      let policy = """
        linkpolicy: 1
        name: a
        apps:
          ios: { platform: ios, bundle_id: com.acme.home, team_id: A1B2C3D4E5 }
        domains:
          a.acme.example:
            links: [{ apps: [ios], rules: [{ path: /a }] }]

        """
      try box.write(policy, to: "a.yaml")
      try box.shell(
        """
        mkdir -p records; "\(BuiltTool.path)" verify a.yaml --record records --timeout 1 --retries 0 \
          --resolve a.acme.example:443:127.0.0.1 >/dev/null 2>&1 || true
        for file in records/*; do rm -f "$file"; mkfifo "$file"; done
        mkdir -p deployed/a.acme.example/.well-known
        mkfifo deployed/a.acme.example/.well-known/apple-app-site-association
        """)
      for source in ["--replay=records", "--deployed=deployed"] {
        let run = try box.run("verify", "a.yaml", source)
        #expect((1...2).contains(run.status), "\(run.status): \(run.output)")
      }
    }
  }

  @Test func `a report is not written into a pipe without a reader`() throws {
    try Sandbox.use { box in
      try box.write(cleanPolicy, to: "a.yaml")
      try box.shell("mkfifo pipe")
      let run = try box.run("validate", "a.yaml", "--format", "json=pipe")
      #expect(run.status == 2 && run.output.contains("pipe: is a pipe that no program reads"))
      let read = try box.run(
        script: "", ["validate", "a.yaml", "--format"], after: "json=>(cat > copy)")
      #expect(read.status == 0, "\(read.output)")
    }
  }
}
