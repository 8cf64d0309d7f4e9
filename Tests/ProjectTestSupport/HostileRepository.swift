import Foundation
import PolicyTestSupport
import Testing

/// A repository that tries to run a program or to change what a revision contains, or an ordinary
/// one that must keep working.
package struct HostileRepository: Sendable, CustomTestStringConvertible {
  /// The expected result of reading `v1`.
  package enum Outcome: Sendable {
    /// The original files of `v1`.
    case files
    /// An error whose message contains this string.
    case refused(String)
  }

  package var name: String
  package var outcome: Outcome
  /// Options of `git init`; nil if `make` creates the repository.
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

  /// Creates the repository in a new directory and calls a function with it. Returns nil if the
  /// machine's git, which commands use too, can't create it.
  package func with<T>(_ body: (GitSandbox) throws -> T) throws -> T? {
    try Tool.withTemporaryDirectory { root in
      guard let git = Tool.path("git") else { return nil }
      let sandbox = try GitSandbox(root, git: git)
      if let options {
        do { try sandbox.fill(options) } catch {
          // Old versions of git don't support SHA-256 and reftables.
          guard options.isEmpty else { return nil }
          throw error
        }
      }
      try make(sandbox)
      return try body(sandbox)
    }
  }

  package static let all =
    discovery + pointers + fetching + programs + history + broken + benign
}
