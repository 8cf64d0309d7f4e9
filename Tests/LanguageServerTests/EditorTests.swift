import Foundation
import PolicyTestSupport
import Testing

/// Runs Neovim without a window, configured as in `Editors/neovim`.
@Suite(.needs(Neovim.isAvailable, "Neovim and the built linkpolicy are needed"))
struct NeovimTests {
  @Test func `Neovim opens, fixes, renames, formats and saves a policy`() throws {
    let neovim = try #require(Neovim.program)
    let root = Fixtures.root.path
    let (output, log, policy) = try EditorSession.run(
      """
      '\(neovim)' --headless -u NONE -i NONE -n \
        -c 'luafile \(root)/Editors/neovim/linkpolicy-0.7.lua' \
        -c 'luafile \(root)/Tests/Fixtures/editors/session.lua' </dev/null
      """)
    #expect(
      log == """
        file type yaml.linkpolicy
        line 13: unknown value `wep` for `clients.website.type`
        line 16: unknown key `redirect_urls` in `clients.website`
        \(EditorSession.fixes)
        hover: * `website` · redirect_uris · prod · exact
        proposed: provider, type
        lenses: match a URL, simulate, 0 of 2 entries tested
        symbols: lumen-web-prod
        explained: uri-fragment
        changed on disk: 1
        left 0

        """, "\(output)")
    #expect(policy == EditorSession.fixed)
  }
}

/// Neovim in `PATH`.
private enum Neovim {
  static let program = Tool.path("nvim")
  static let isAvailable = program != nil && BuiltTool.isAvailable
}

/// Runs Emacs without a window, configured as in `Editors/emacs`.
@Suite(.needs(Eglot.isAvailable, "Emacs with Eglot and the built linkpolicy are needed"))
struct EglotTests {
  @Test func `Emacs opens, fixes, renames, formats and saves a policy`() throws {
    let emacs = try #require(Eglot.program)
    let root = Fixtures.root.path
    let (output, log, policy) = try EditorSession.run(
      """
      '\(emacs)' --batch -Q \(Eglot.load) -L '\(root)/Editors/emacs' -l linkpolicy-mode \
        -l '\(root)/Tests/Fixtures/editors/session.el' </dev/null
      """)
    #expect(
      log == """
        mode linkpolicy-mode
        line 13: linkpolicy [unknown-value]: unknown value `wep` for `clients.website.type`
        line 16: linkpolicy [unknown-key]: unknown key `redirect_urls` in `clients.website`
        \(EditorSession.fixes)
        nothing left

        """, "\(output)")
    #expect(policy == EditorSession.fixed)
  }
}

/// Emacs in `PATH`, with its own Eglot or Debian's.
private enum Eglot {
  static let program = Tool.path("emacs")
  private static let packages = "/usr/share/emacs/site-lisp/elpa-src"

  /// Arguments that load Eglot.
  static var load: String {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: packages)) ?? []
    return names.sorted().map { "-L '\(packages)/\($0)'" }.joined(separator: " ")
  }

  static var isAvailable: Bool {
    guard let program, BuiltTool.isAvailable else { return false }
    let look = try? Tool.run(
      "/bin/sh", ["-c", "'\(program)' --batch -Q \(load) --eval \"(require 'eglot)\" </dev/null"])
    return look?.status == 0
  }
}

/// A policy that every editor fixes, and the result.
enum EditorSession {
  static let invalid = """
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

  static let fixed = """
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

  /// The fixes between the two, as in the log of a session.
  static let fixes = """
    fix: write `web` (may change the meaning)
    fix: rename it to `redirect_uris` (may change the meaning)
    fix: remove the fragment (may change the meaning)
    """

  /// Runs a shell script in a new workspace with the policy to fix. The built program is in its
  /// `PATH`, and its home is the workspace.
  ///
  /// - Returns: its output, what it wrote to `session.log`, and the policy afterwards.
  static func run(_ script: String) throws -> (output: String, log: String, policy: String) {
    try Tool.withTemporaryDirectory { directory in
      let policies = directory.appending(path: "Policies")
      try FileManager.default.createDirectory(at: policies, withIntermediateDirectories: true)
      let file = policies.appending(path: "lumen.yaml")
      try Data(invalid.utf8).write(to: file)
      try Data(invalid.utf8).write(to: directory.appending(path: "faulty.yaml"))
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
