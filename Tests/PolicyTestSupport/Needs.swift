import Foundation
package import Testing

/// An error: CI doesn't have a tool that a test needs.
private struct MissingTool: Error, CustomStringConvertible {
  var description: String
}

extension Trait where Self == ConditionTrait {
  /// Runs the test if the programs are installed. Otherwise it is skipped with a message, and fails
  /// in CI.
  package static func needs(_ programs: String...) -> Self {
    let missing = programs.filter { Tool.path($0) == nil }
    return needs(missing.isEmpty, "not installed: \(missing.joined(separator: ", "))")
  }

  /// Runs the test if a condition is met. Otherwise it is skipped with a message, and fails in CI.
  ///
  /// - Parameter missing: why the test can't run.
  package static func needs(_ isAvailable: Bool, _ missing: String) -> Self {
    .enabled("\(missing)") {
      if !isAvailable, ProcessInfo.processInfo.environment["CI"] != nil {
        throw MissingTool(description: missing)
      }
      return isAvailable
    }
  }
}
