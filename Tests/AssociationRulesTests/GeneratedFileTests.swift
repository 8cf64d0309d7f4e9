import Foundation
import LinkPolicy
import PolicyText
import PolicyTestSupport
import ProjectTestSupport
import Testing

/// Files that linkpolicy writes itself.
@Suite struct GeneratedFileTests {
  @Test(arguments: [["Policies"], ["Tests/Fixtures/policies/app60.yaml"]])
  func `what is generated has no finding at all`(paths: [String]) throws {
    let project = Project(try InputFiles(paths, in: DirectoryFileSystem(Fixtures.root)).files)
    let plan = try project.generationPlan(
      targets: ["aasa", "assetlinks"], environment: nil, output: "generated", replace: false,
      in: MemoryFileSystem())
    var checked = 0
    for step in plan.steps {
      guard let kind = InputKind(path: step.path), kind != .policy, let bytes = step.new else {
        continue
      }
      let name = step.path
      let found = Checking.report(bytes, name: name).diagnostics
      #expect(found.isEmpty, "\(name)\n\(Checking.describe(found))")
      checked += 1
    }
    #expect(checked > 1)
  }
}
