import Foundation
package import Testing

/// How much the tests do: `make test` runs the short form, `make test-full` and CI the full one.
///
/// The full form takes larger inputs and more random ones, compiles C++ with sanitizers, and counts
/// instructions. `LINKPOLICY_FULL_TESTS=10` takes ten times as much of everything: something for a night.
package enum TestForm {
  /// Set by `make test-full`.
  package static let variable = "LINKPOLICY_FULL_TESTS"

  /// True in the full form.
  package static let isFull = ProcessInfo.processInfo.environment[variable] != nil

  private static let factor = ProcessInfo.processInfo.environment[variable].flatMap { Int($0) } ?? 1

  /// A number of rounds, or a size of something random, for the form that runs.
  package static func size(_ short: Int, full: Int) -> Int { isFull ? full * factor : short }
}

extension Trait where Self == ConditionTrait {
  /// Runs in the full form only; the output of the short form says that it was skipped, and why.
  package static var fullForm: Self {
    .enabled(if: TestForm.isFull, "the short form ran: make test-full runs this too")
  }
}
