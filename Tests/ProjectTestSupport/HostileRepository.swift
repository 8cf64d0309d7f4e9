import Foundation
import PolicyTestSupport
import Testing

/// A repository that tries to run a program or to give another answer, or one that must keep working.
package struct HostileRepository: Sendable, CustomTestStringConvertible {
  /// What a read must give.
  package enum Outcome: Sendable {
    /// The files of `v1`.
    case files
    /// A refusal with these words.
    case refused(String)
  }

  package var name: String
  package var outcome: Outcome
  /// The repository is made with these options of `git init`; nil leaves that to `make`.
  var options: [String]?
  private var make: @Sendable (GitSandbox) throws -> Void

  package var testDescription: String { name }

  package init(
    _ name: String, _ outcome: Outcome = .files, options: [String]? = [],
    _ make: @escaping @Sendable (GitSandbox) throws -> Void
  ) {
    self.name = name
    self.outcome = outcome
    self.options = options
    self.make = make
  }

  /// Makes the repository in a directory of its own, and calls a function with it; nil if the git of the machine, which
  /// the commands find too, can't make it.
  package func with<T>(_ body: (GitSandbox) throws -> T) throws -> T? {
    try Tool.withTemporaryDirectory { root in
      guard let git = Tool.path("git") else { return nil }
      let sandbox = try GitSandbox(root, git: git)
      if let options {
        do { try sandbox.fill(options) } catch {
          // An older git has neither SHA-256 nor reftables.
          guard options.isEmpty else { return nil }
          throw error
        }
      }
      try make(sandbox)
      return try body(sandbox)
    }
  }

  /// All cases.
  package static let all =
    discovery + pointers + fetching + programs + history + broken + benign
}
