/// A rule about policies.
package protocol Rule: NamedRule {
  /// Looks at one policy within its workspace and reports what it finds.
  func check(_ context: RuleContext, reporting findings: inout Findings)
}

extension Rule {
  package static var forPolicies: (any Rule.Type)? { Self.self }
}
