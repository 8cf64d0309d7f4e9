import Foundation
import LinkPolicy
import Testing

@Suite struct GenerationTests {
  @Test func `files are generated in memory`() throws {
    let files = try Policies.project.generatedFiles(targets: ["swift"], environment: .prod)
    #expect(!files.isEmpty)
    #expect(files.allSatisfy { $0.target == "swift" })
    #expect(files.contains { $0.text.contains("lumen-web-prod") })
    #expect(throws: GenerationFailure.self) {
      try Policies.project.generatedFiles(targets: ["cobol"])
    }
  }

  @Test func `a directory is compared, and written only on request`() throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: directory) }
    let output = directory.path
    let plan = try Policies.project.generationPlan(targets: ["json"], output: output)
    #expect(!plan.isFresh)
    #expect(!plan.listing.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: output))
    try plan.apply(to: LocalFileSystem())
    let again = try Policies.project.generationPlan(targets: ["json"], output: output)
    #expect(again.isFresh)
    #expect(again.diff.isEmpty)
    #expect(Project.targetNames.contains("json"))
  }
}
