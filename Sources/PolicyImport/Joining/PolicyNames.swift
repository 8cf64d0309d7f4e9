package import PolicyText

/// Names of policies.
package enum PolicyNames {
  /// A text as a name: what no name may hold becomes a hyphen.
  package static func cut(_ text: ExactString) -> String { PolicyIDs<ExactString>.cut(text).string }
}
