import Foundation
import PolicyTestSupport
import Testing

/// A real editor, without a window, with the set-up of `Editors/neovim`.
@Suite(.enabled(if: Neovim.isThere, "Neovim and the built linkpolicy are needed"))
struct NeovimTests {
  private static let faulty = """
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

  private static let mended = """
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

  @Test func `a policy is opened, mended, renamed, formatted and saved`() throws {
    try Tool.withTemporaryDirectory { directory in
      let neovim = try #require(Neovim.program)
      let policies = directory.appending(path: "Policies")
      try FileManager.default.createDirectory(at: policies, withIntermediateDirectories: true)
      let file = policies.appending(path: "lumen.yaml")
      try Data(Self.faulty.utf8).write(to: file)
      let root = Fixtures.root.path
      let folder = URL(filePath: BuiltTool.path).deletingLastPathComponent().path
      let script = """
        export PATH="\(folder):$PATH" HOME="$PWD" XDG_STATE_HOME="$PWD" XDG_DATA_HOME="$PWD"
        '\(neovim)' --headless -u NONE -i NONE -n \
          -c 'luafile \(root)/Editors/neovim/linkpolicy-0.7.lua' \
          -c 'luafile \(root)/Tests/Fixtures/editors/session.lua' </dev/null
        """
      let run = try Tool.run("/bin/sh", ["-c", script], in: directory)
      let log =
        (try? String(contentsOf: directory.appending(path: "session.log"), encoding: .utf8)) ?? ""
      #expect(
        log == """
          file type yaml.linkpolicy
          line 13: `wep` is none of `web`, `native`
          line 16: `redirect_urls` is no key of a client
          fix: write `web` (may change the meaning)
          fix: rename it to `redirect_uris` (may change the meaning)
          fix: remove the fragment (may change the meaning)
          left 0

          """, "\(run.output)")
      #expect(try String(contentsOf: file, encoding: .utf8) == Self.mended)
      let check = try Tool.run(BuiltTool.path, ["validate"], in: directory)
      #expect(check.status == 0, "\(check.output)")
    }
  }
}

/// Neovim from the PATH.
private enum Neovim {
  static let program = Tool.path("nvim")
  static let isThere = program != nil && BuiltTool.isThere
}
