import Foundation
import PolicyTestSupport
import Testing

/// Code of others is pinned by an exact version, a hash or a commit.
@Suite struct SupplyChainTests {
  @Test func `workflows use actions by commit`() throws {
    let pages =
      try Fixtures.files(below: "docs").filter { $0.hasSuffix(".md") }
      + Fixtures.files(below: ".github/workflows") + ["README.md", "action.yml"]
    var count = 0
    for page in pages {
      for use in try Fixtures.text(page).matches(of: #/uses: *(\S+)(.*)/#) {
        count += 1
        #expect(
          use.output.1.contains(#/^[\w.-]+\/[\w.\/-]+@[0-9a-f]{40}$/#),
          "\(page): \(use.output.1)")
        #expect(use.output.2.contains(#/^ # v\d+\.\d+\.\d+$/#), "\(page): \(use.output.1)")
      }
    }
    #expect(count >= 8)
  }

  @Test(arguments: [
    ".ci/tools.txt", ".ci/tools-spark.txt", ".ci/tools-servers.txt", ".ci/tools-site.txt",
    ".ci/tools-web.txt", ".ci/tools-packages.txt",
  ])
  func `every Python package has a version and hashes`(lock: String) throws {
    let text = try Fixtures.text(lock).replacing("\\\n", with: "")
    let entries = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(!entries.isEmpty)
    for entry in entries {
      #expect(
        entry.contains(#/^[\w.-]+==\S+ .*--hash=sha256:[0-9a-f]{64}/#), "\(entry.prefix(80))")
    }
    let names = Set(entries.compactMap { $0.split(separator: "=").first.map(String.init) })
    let wanted = try Fixtures.text(lock.replacing(".txt", with: ".in")).split(separator: "\n")
    #expect(wanted.allSatisfy { names.contains(String($0)) })
  }

  @Test func `a release uses its Swift packages by exact version`() throws {
    let manifest = try Fixtures.text("Package.swift")
    let named = manifest.matches(of: #/apple\("([a-z0-9-]+)", "(\d+\.\d+\.\d+)"\)/#)
    #expect(named.count == 3)
    // There are no other dependencies.
    #expect(manifest.matches(of: #/\.package\(/#).count == 2)
  }
}
