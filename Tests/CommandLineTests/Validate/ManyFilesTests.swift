import Foundation
import LinkPolicy
import PolicyTestSupport
import ProjectTestSupport
import LinkPolicyCLI
import Testing

/// Many files are checked several at a time; the order of the findings does not depend on it.
struct ManyFilesTests {
  @Test(arguments: [1, 2, 31, 33, 600])
  func `each file is checked once, and findings follow the order of the files`(count: Int) {
    let files = (0..<count).map { number in
      InputFile(
        name: "\(1_000 + number).yaml",
        text: cleanPolicy.replacing("lumen", with: "n\(number)-").replacing(
          "clients:", with: "unknown: 1\nclients:"))
    }
    let report = Project(files).report
    #expect(report.checkedFiles == count)
    let found = report.diagnostics.filter { $0.rule == "unknown-key" }.map(\.location.file.index)
    #expect(found == Array(0..<count))
    #expect(Project(files).report.rendered(as: .json) == report.rendered(as: .json))
  }

  @Test func `a path that cannot be read ends the run without a report`() {
    var files: [String: String] = [:]
    for number in 0..<200 { files["p/\(number).yaml"] = cleanPolicy }
    let run = CommandLineRun(
      ["validate", "p", "nowhere"], files: MemoryFileSystem(files, hasRoot: true))
    #expect(run.status == .usage)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("nowhere: no such file or directory"))
  }

  /// The rules that the guide leaves to one run over everything.
  private static func rulesAcrossFiles() throws -> String {
    let page = try Fixtures.text("docs/guides/ci.md")
    let line = page.split(separator: "\n").first { $0.hasPrefix("across=") }
    return String(try #require(line).dropFirst("across=".utf8.count))
  }

  @Test(arguments: 1...TestForm.size(12, full: 60))
  func `folders checked apart, and one run for the rules across them, report every finding`(
    seed: Int
  ) throws {
    var chance = SeededRandom(seed: UInt64(seed))
    var files: [String: String] = [:]
    for index in 0..<Int.random(in: 2...9, using: &chance) {
      files["p/\(index)/policy.yaml"] = Self.policy(&chance)
    }
    func lines(_ arguments: [String]) -> Set<Substring> {
      let run = CommandLineRun(
        ["validate", "--format", "oneline"] + arguments,
        files: MemoryFileSystem(files, hasRoot: true))
      #expect(run.status != .usage, "\(run.errors)")
      return Set(run.output.split(separator: "\n"))
    }
    let across = try Self.rulesAcrossFiles()
    var found = lines(["p", "--select", across])
    for path in files.keys { found.formUnion(lines([path, "--ignore", across])) }
    #expect(lines(["p"]).isSubset(of: found))
  }

  /// Policies that have names, hosts, client IDs and packages in common.
  private static func policy(_ chance: inout SeededRandom) -> String {
    func number(_ count: Int) -> Int { Int.random(in: 1...count, using: &chance) }
    let print = Array(repeating: "AB", count: 32).joined(separator: ":")
    return """
      linkpolicy: 1
      name: n\(number(8))
      apps:
        droid:
          platform: android
          package_name: com.p\(number(4))
          sha256_cert_fingerprints: ["\(print)"]
      domains:
        h\(number(6)).example:
          environment: \(chance.one(of: ["prod", "sandbox", "both"]))
          links:
            - apps: [droid]
              rules: [{ path: \(chance.one(of: ["/x/*", "/x", "\"*\"", "/y/?"])) }]
      clients:
        c:
          provider: generic
          type: web
          client_id: { prod: c\(number(9)), sandbox: c\(number(9))-s }
          client_secret: { env: C_SECRET }
          redirect_uris:
            prod: ["https://h\(number(9)).example/cb"]
            sandbox: ["https://h\(number(9)).sandbox.example/cb"]

      """
  }
}
