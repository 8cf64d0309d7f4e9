import PolicySourceTree

/// A rule about the addresses of a policy, those of some clients at a time: what is said of an address hangs on
/// its client and on facts of the whole policy, never on addresses of other clients.
package protocol AddressRule: NamedRule {
  /// Looks at the addresses of some clients and reports what it finds.
  func check(_ addresses: Addresses, _ context: RuleContext, reporting findings: inout Findings)
}

extension AddressRule {
  package static var forAddresses: (any AddressRule.Type)? { Self.self }
}
