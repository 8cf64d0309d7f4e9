import Foundation
import PolicyTestSupport
import Testing

/// `Servers.md`: its code is that of the examples.
@Suite struct ServersPageTests {
  private struct Block {
    let file: String
    let code: String
  }

  /// Each code block, with the file that the page links last before it.
  private static func blocks() throws -> [Block] {
    let page = try String(
      contentsOf: Fixtures.root.appending(path: "docs/guides/servers.md"),
      encoding: .utf8)
    var file = ""
    var code: [Substring]?
    var blocks: [Block] = []
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        if let code { blocks.append(Block(file: file, code: code.joined(separator: "\n"))) }
        code = code == nil ? [] : nil
      } else if code != nil {
        code?.append(line)
      } else if let match = line.matches(of: #/\]\((?:../../)(Examples/Servers/[^)]+)\)/#).last {
        file = String(match.1)
      }
    }
    return blocks
  }

  @Test func `each block is a part of the file that is linked before it`() throws {
    let blocks = try Self.blocks().filter { !$0.file.hasSuffix("/check") }
    #expect(Set(blocks.map(\.file)).count == 7)
    for block in blocks {
      let text = try String(
        contentsOf: Fixtures.root.appending(path: block.file), encoding: .utf8)
      #expect(text.contains(block.code), "not in \(block.file): \(block.code)")
    }
  }
}

/// `Examples/AuthorizationServer`: Flask and Authlib behind the generated Python code.
struct AuthorizationServerTests {
  /// A Python with the packages of the example.
  private static let python: String? = ["python", "python3"].compactMap { Tool.path($0) }.first {
    (try? Tool.run($0, ["-c", "import flask, authlib, requests"]))?.status == 0
  }

  @Test(
    .needs(BuiltTool.isThere, "the built linkpolicy is needed"),
    .needs(python != nil, "flask, authlib and requests are not installed"))
  func `real clients complete the flows, and every misuse is refused`() throws {
    let python = try #require(Self.python)
    let run = try Tool.run(
      "/usr/bin/env",
      [
        "LINKPOLICY=\(BuiltTool.path)",
        "RUNTIME_TOOLS=\(URL(filePath: python).deletingLastPathComponent().path())",
        Fixtures.root.appending(path: "Examples/Servers/check").path(), "flask",
      ])
    #expect(run.status == 0 && run.output.contains("flask: Ran 12 tests: ok"), "\(run.output)")
  }
}
