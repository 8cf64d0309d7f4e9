import Foundation
import PolicyTestSupport

/// What every editor is asked to mend, and the text that it must leave.
enum EditorSession {
  static let faulty = """
    linkpolicy: 1
    name:   lumen # ümläut 😀
    apps:
      lumen-ios: { platform: ios, bundle_id: com.lumen.home, team_id: R7KM2QX94T }
    domains:
      lumen.example:
        links:
          - apps: [lumen-ios]
            rules: [{ path: /open/* }]
    clients:
      website:
        provider: generic
        type: wep
        client_id: { prod: lumen-web-prod, sandbox: lumen-web-sandbox }
        client_secret: { env: LUMEN_WEB_SECRET }
        redirect_urls:
          prod: ['https://lumen.example/oauth/callback'] # 😀
          sandbox: [https://sandbox.lumen.example/oauth/callback#x]

    """

  static let mended = """
    linkpolicy: 1
    name: lumen # ümläut 😀
    apps:
      iphone: { platform: ios, bundle_id: com.lumen.home, team_id: R7KM2QX94T }
    domains:
      lumen.example:
        links:
          - apps: [iphone]
            rules: [{ path: /open/* }]
    clients:
      website:
        provider: generic
        type: web
        client_id: { prod: lumen-web-prod, sandbox: lumen-web-sandbox }
        client_secret: { env: LUMEN_WEB_SECRET }
        redirect_uris:
          prod: [https://lumen.example/oauth/callback] # 😀
          sandbox: [https://sandbox.lumen.example/oauth/callback]

    """

  /// The fixes that lead from one to the other, as the log of a session has them.
  static let fixes = """
    fix: write `web` (may change the meaning)
    fix: rename it to `redirect_uris` (may change the meaning)
    fix: remove the fragment (may change the meaning)
    """

  /// Runs a shell script in a new workspace with the faulty policy; the built linkpolicy is in its PATH, and its
  /// home is the workspace.
  ///
  /// - Returns: what it printed, what it wrote to `session.log`, and the policy afterwards.
  static func run(_ script: String) throws -> (output: String, log: String, policy: String) {
    try Tool.withTemporaryDirectory { directory in
      let policies = directory.appending(path: "Policies")
      try FileManager.default.createDirectory(at: policies, withIntermediateDirectories: true)
      let file = policies.appending(path: "lumen.yaml")
      try Data(faulty.utf8).write(to: file)
      try Data(faulty.utf8).write(to: directory.appending(path: "faulty.yaml"))
      let folder = URL(filePath: BuiltTool.path).deletingLastPathComponent().path
      let run = try Tool.run(
        "/bin/sh",
        [
          "-c",
          """
          export PATH="\(folder):$PATH" HOME="$PWD" XDG_STATE_HOME="$PWD" XDG_DATA_HOME="$PWD"
          export XDG_CACHE_HOME="$PWD/cache"
          \(script)
          """,
        ], in: directory)
      let log = directory.appending(path: "session.log")
      let check = try Tool.run(BuiltTool.path, ["validate"], in: directory)
      return (
        run.output + (check.status == 0 ? "" : check.output),
        (try? String(contentsOf: log, encoding: .utf8)) ?? "",
        try String(contentsOf: file, encoding: .utf8)
      )
    }
  }
}
