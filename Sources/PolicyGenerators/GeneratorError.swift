package import PolicyModel

/// Why nothing can be generated although the policy has no errors: one line for people, and the line
/// of the policy that is to blame where there is one.
package struct GeneratorError: Error, Sendable, CustomStringConvertible {
  /// Name of the target, empty where it is none of them.
  package var target: String
  /// Lower case, no final period.
  package var message: String
  /// The place in the policy.
  package var anchor: SourceAnchor?

  /// An error.
  package init(_ message: String, target: String = "", at anchor: SourceAnchor? = nil) {
    self.message = message
    self.target = target
    self.anchor = anchor
  }

  /// Target and message.
  package var description: String { target.isEmpty ? message : "\(target): \(message)" }
}
