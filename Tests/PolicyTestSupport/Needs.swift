import Foundation
package import Testing

/// A tool that a test needs and that is not installed where all of them must be.
private struct MissingTool: Error, CustomStringConvertible {
  var description: String
}

extension Trait where Self == ConditionTrait {
  /// Runs if the programs are installed; otherwise the test is reported as skipped, and fails in CI.
  package static func needs(_ programs: String...) -> Self {
    let missing = programs.filter { Tool.path($0) == nil }
    return needs(missing.isEmpty, "not installed: \(missing.joined(separator: ", "))")
  }

  /// The same for what is more than a program.
  ///
  /// - Parameter missing: why the test can't run.
  package static func needs(_ isThere: Bool, _ missing: String) -> Self {
    .enabled("\(missing)") {
      if !isThere, ProcessInfo.processInfo.environment["CI"] != nil {
        throw MissingTool(description: missing)
      }
      return isThere
    }
  }
}
