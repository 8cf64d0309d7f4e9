import Foundation
package import Testing

/// The size of test inputs: `make test` and CI run the short form, `make test-full` and the nightly
/// run the full form.
///
/// The full form uses larger and more random inputs, compiles C++ with sanitizers, and counts
/// instructions. `LINKPOLICY_FULL_TESTS=10` multiplies the number of random inputs by ten, for a
/// run overnight.
package enum TestForm {
  /// The environment variable that `make test-full` sets.
  package static let variable = "LINKPOLICY_FULL_TESTS"

  package static let isFull = ProcessInfo.processInfo.environment[variable] != nil

  /// Whether the tests run on a release build, as in CI.
  package static let isRelease = ProcessInfo.processInfo.environment["LINKPOLICY_RELEASE"] != nil

  private static let factor = ProcessInfo.processInfo.environment[variable].flatMap { Int($0) } ?? 1

  /// Returns a number of rounds or a size of random input for the current form.
  package static func size(_ short: Int, full: Int) -> Int { isFull ? full * factor : short }
}

extension Trait where Self == ConditionTrait {
  /// Runs the test on a release build only. Other runs report it as skipped.
  package static var needsRelease: Self {
    .enabled(if: TestForm.isRelease, "runs on a release: in CI and by make test-full")
  }
}
