import Foundation
import PolicyTestSupport
import Testing

/// A real editor, without a window, with the set-up of `Editors/neovim`.
@Suite(.needs(Neovim.isThere, "Neovim and the built linkpolicy are needed"))
struct NeovimTests {
  @Test func `a policy is opened, mended, renamed, formatted and saved`() throws {
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
    #expect(policy == EditorSession.mended)
  }
}

/// Neovim from the PATH.
private enum Neovim {
  static let program = Tool.path("nvim")
  static let isThere = program != nil && BuiltTool.isThere
}
