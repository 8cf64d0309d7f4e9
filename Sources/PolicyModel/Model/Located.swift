public import PolicyText

/// A value of a policy and its node.
package struct Located<Value: Sendable>: Sendable {
  package var value: Value
  /// The node of the value; for an alias, that of the alias.
  package var node: NodeID
  package init(_ value: Value, _ node: NodeID) {
    self.value = value
    self.node = node
  }
}

/// A value for each environment. Public, because only the members of public types are specialized in
/// other modules.
public struct PerEnvironment<Value: Sendable>: Sendable {
  /// The value for prod.
  public var prod: Value?
  /// The value for sandbox.
  public var sandbox: Value?
  /// True if the policy has one value for both environments.
  public var isShared: Bool
  /// The node of the value, or of the mapping with both values.
  package var node: NodeID

  @inlinable package subscript(environment: Environment) -> Value? {
    environment == .prod ? prod : sandbox
  }

  /// Removes the value of an environment.
  mutating func remove(_ environment: Environment) {
    isShared = false
    if environment == .prod { prod = nil } else { sandbox = nil }
  }

  /// The environments that have a value, prod first. A shared value is returned for both.
  @inlinable package var values: [(environment: Environment, value: Value)] {
    guard let prod, let sandbox else {
      return prod.map { [(.prod, $0)] } ?? sandbox.map { [(.sandbox, $0)] } ?? []
    }
    return [(.prod, prod), (.sandbox, sandbox)]
  }

  /// The values without duplicates. The environment of a shared value is nil.
  @inlinable package var distinct: [(environment: Environment?, value: Value)] {
    if isShared { return prod.map { [(nil, $0)] } ?? [] }
    guard let prod, let sandbox else {
      return prod.map { [(.prod, $0)] } ?? sandbox.map { [(.sandbox, $0)] } ?? []
    }
    return [(.prod, prod), (.sandbox, sandbox)]
  }
}
