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

/// Emacs without a window, with the set-up of `Editors/emacs`.
@Suite(.needs(Eglot.isThere, "Emacs with Eglot and the built linkpolicy are needed"))
struct EglotTests {
  @Test func `a policy is opened, mended, renamed, formatted and saved`() throws {
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
    #expect(policy == EditorSession.mended)
  }
}

/// Emacs from the PATH, with the Eglot that it has or that Debian puts beside it.
private enum Eglot {
  static let program = Tool.path("emacs")
  private static let packages = "/usr/share/emacs/site-lisp/elpa-src"

  /// The arguments that lead to Eglot.
  static var load: String {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: packages)) ?? []
    return names.sorted().map { "-L '\(packages)/\($0)'" }.joined(separator: " ")
  }

  static var isThere: Bool {
    guard let program, BuiltTool.isThere else { return false }
    let look = try? Tool.run(
      "/bin/sh", ["-c", "'\(program)' --batch -Q \(load) --eval \"(require 'eglot)\" </dev/null"])
    return look?.status == 0
  }
}
