import Foundation
import PolicyTestSupport
import Testing

/// Clients as editors declare themselves: profiles recorded from Visual Studio Code, Neovim and Emacs.
@Suite(.needs(ClientProfiles.isThere, "pytest-lsp and the built linkpolicy are needed"))
struct ClientProfileTests {
  @Test func `each profile gets what it offered and mends the policy`() throws {
    let python = try #require(ClientProfiles.python)
    let (output, _, policy) = try EditorSession.run(
      """
      cp '\(Fixtures.root.path)/Tests/Fixtures/editors/test_clients.py' .
      TOOL='\(BuiltTool.path)' FOLDER="$PWD" '\(python)' -m pytest -q -p no:cacheprovider \
        -o asyncio_default_fixture_loop_scope=function \
        -W error::pytest_lsp.LspSpecificationWarning test_clients.py </dev/null
      """)
    #expect(output.contains("5 passed"), "\(output)")
    #expect(policy == EditorSession.mended)
  }
}

/// pytest-lsp among the tools of `make test`.
private enum ClientProfiles {
  static let python = Tool.path("python")
  static var isThere: Bool {
    guard let python, BuiltTool.isThere else { return false }
    return (try? Tool.run(python, ["-c", "import pytest_lsp"]))?.status == 0
  }
}
