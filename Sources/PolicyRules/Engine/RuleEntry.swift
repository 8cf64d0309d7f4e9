/// A line of the registry.
///
/// Holds as constants what every run asks of every rule: a rule that cannot say anything about a policy is
/// not touched, nor its page of the program.
package struct RuleEntry: Sendable {
  /// The rule.
  package let rule: any NamedRule.Type
  /// The same where it looks at policies.
  package let policyRule: (any Rule.Type)?
  /// The same where it looks at addresses of policies.
  package let addressRule: (any AddressRule.Type)?
  /// See `NamedRule`.
  package let trigger: Trigger
  /// See `NamedRule`.
  package let neverReportsErrors: Bool

  @inline(__always)
  init<R: NamedRule>(_ rule: R.Type) {
    self.rule = rule
    policyRule = R.forPolicies
    addressRule = R.forAddresses
    trigger = R.trigger
    neverReportsErrors = R.neverReportsErrors
  }
}
