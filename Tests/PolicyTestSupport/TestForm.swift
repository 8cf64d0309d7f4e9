import Foundation
package import Testing

/// How much the tests do: `make test` and CI run the short form, `make test-full` and the nightly run the full one.
///
/// The full form takes larger inputs and more random ones, compiles C++ with sanitizers, and counts
/// instructions. `LINKPOLICY_FULL_TESTS=10` takes ten times as much of everything, for a run overnight.
package enum TestForm {
  /// Set by `make test-full`.
  package static let variable = "LINKPOLICY_FULL_TESTS"

  /// True in the full form.
  package static let isFull = ProcessInfo.processInfo.environment[variable] != nil

  /// True if the code under test is that of a release, as in CI.
  package static let isRelease = ProcessInfo.processInfo.environment["LINKPOLICY_RELEASE"] != nil

  private static let factor = ProcessInfo.processInfo.environment[variable].flatMap { Int($0) } ?? 1

  /// A number of rounds, or a size of something random, for the form that runs.
  package static func size(_ short: Int, full: Int) -> Int { isFull ? full * factor : short }
}

extension Trait where Self == ConditionTrait {
  /// Runs on the code of a release; the output of other runs says that it was skipped, and why.
  package static var needsRelease: Self {
    .enabled(if: TestForm.isRelease, "runs on a release: in CI and by make test-full")
  }
}
