import PolicyTestSupport
import ProjectTestSupport
import Testing

/// The pages about what people have: their commands give what the pages show.
@Suite struct ImportPageTests {
  private static let folder = "Sources/LinkPolicy/LinkPolicy.docc/Import"

  @Test(arguments: try Fixtures.names(in: folder))
  func `a page shows what its command writes`(_ name: String) throws {
    let page = try Fixtures.text("\(Self.folder)/\(name)")
    let files = Self.files(page)
    let block = try #require(
      page.firstMatch(of: #/\n```console\n\$ linkpolicy ([^\n]+)\n((?s:.*?))```\n/#))
    #expect(!files.isEmpty)
    let arguments = block.output.1.split(separator: " ").map { String($0) }
    let run = CommandLineRun(arguments, files: MemoryFileSystem(files))
    #expect(run.output == block.output.2, "\(run.errors)")
    #expect(!run.errors.contains("not-copied") && !run.output.contains("not-copied"))
    #expect(page.hasPrefix("# You have "))
  }

  /// A name in backticks, and the file below it.
  private static func files(_ page: String) -> [String: String] {
    var files: [String: String] = [:]
    for match in page.matches(of: #/\n`([^`\n]+)`:\n\n```[a-z]+\n((?s:.*?))```\n/#) {
      files[String(match.output.1)] = String(match.output.2)
    }
    return files
  }

  @Test func `the overview shows what init finds in files of these pages`() throws {
    let site = Self.files(try Fixtures.text("\(Self.folder)/ImportAssociationFiles.md"))
    let realm = Self.files(try Fixtures.text("\(Self.folder)/ImportKeycloak.md"))
    var files: [String: String] = [:]
    for (name, text) in site { files["/shop/public/.well-known/\(name)"] = text }
    for (name, text) in realm { files["/shop/keycloak/\(name)"] = text }
    let overview = try Fixtures.text("Sources/LinkPolicy/LinkPolicy.docc/Import.md")
    let block = try #require(
      overview.firstMatch(of: #/\n```console\n\$ linkpolicy init\n((?s:.*?))```\n/#))
    let run = TreeFileSystem(files, in: "/shop").run(["init"])
    #expect(run.output.hasPrefix(block.output.1), "\(run.output)")
  }

  @Test func `each kind has one page, and each page is linked`() throws {
    let help = CommandLineRun(["import", "--help"], files: MemoryFileSystem([:])).output
    let list = try #require(help.firstMatch(of: #/Kinds: ((?s:.*?))\./#)).output.1
    let kinds = list.split { ", \n".contains($0) }.map { String($0) }
    var named: [String] = []
    let overview = try Fixtures.text("Sources/LinkPolicy/LinkPolicy.docc/Import.md")
    for name in try Fixtures.names(in: Self.folder) {
      let page = try Fixtures.text("\(Self.folder)/\(name)")
      let line = try #require(page.firstMatch(of: #/\nKinds: ((?s:.*?))\. More/#)).output.1
      named += line.matches(of: #/`([a-z0-9-]+)`/#).map { String($0.output.1) }
      #expect(overview.contains("- <doc:\(name.dropLast(3))>\n"), "\(name)")
    }
    #expect(named.sorted() == kinds.sorted())
  }
}
