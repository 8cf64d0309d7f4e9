import Foundation
import LinkPolicy
import LinkPolicyCLI
import PolicyTestSupport
import ProjectTestSupport
import Testing
import WebApp

/// `/api/diff` over the repositories of the command line's tests.
@Suite(.enabled(if: Tool.path("git") != nil, "git is not installed"))
struct HostileRepositoryTests {
  @Test(arguments: HostileRepository.all)
  func `a page gets the base or a refusal, and nothing of the repository runs`(
    _ repository: HostileRepository
  ) throws {
    _ = try repository.with { sandbox in
      let server = TestServer(
        DirectoryFileSystem(sandbox.directory), paths: ["Policies"],
        processes: POSIXProcessRunner(), workingDirectory: sandbox.directory.path)
      let answer = server.post("diff", ["old": ["revision": "v1"], "new": ["disk": true]])
      #expect(!sandbox.hasRun)
      switch repository.outcome {
      case .files:
        #expect(answer.status == 200, "\(answer.text)")
        #expect(answer.text.contains("scope `rooms` added"), "\(answer.text)")
      case .refused(let words):
        #expect(answer.status == 400)
        #expect(answer.text.contains(words), "\(answer.text)")
      }
    }
  }

  @Test(arguments: ["-h", "--upload-pack=x", "HEAD..main", "a:b", ":/fix", "a\n", ""])
  func `what git could read as more than a name is refused`(name: String) {
    let server = TestServer(MemoryFileSystem([:]))
    let answer = server.post("diff", ["old": ["revision": .string(name)], "new": ["disk": true]])
    #expect(answer.status == 400)
  }
}
