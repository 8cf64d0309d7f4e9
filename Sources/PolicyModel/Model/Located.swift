package import PolicyText

/// A value of a policy and the node that it was read from; spans and paths follow from the node.
package struct Located<Value: Sendable>: Sendable {
  /// The value.
  package var value: Value
  /// Where it stands; for an aliased value the alias.
  package var node: NodeID
  package init(_ value: Value, _ node: NodeID) {
    self.value = value
    self.node = node
  }
}

/// A value for each environment.
package struct PerEnvironment<Value: Sendable>: Sendable {
  /// The value of prod; nil where it has none.
  package var prod: Value?
  /// The value of sandbox; nil where it has none.
  package var sandbox: Value?
  /// One value was given for both.
  package var isShared: Bool
  /// The node of the whole declaration.
  package var node: NodeID
}

extension PerEnvironment {
  /// The value of one environment.
  package subscript(environment: Environment) -> Value? { value(of: environment) }

  /// The environments that have a value, prod first. A shared value comes up for both.
  package var values: [(environment: Environment, value: Value)] { allValues }

  /// The values to look at once each: a shared value counts for both environments (nil).
  package var distinct: [(environment: Environment?, value: Value)] { distinctValues }

  @inline(__always)
  private func value(of environment: Environment) -> Value? {
    environment == .prod ? prod : sandbox
  }

  @inline(__always)
  private var allValues: [(environment: Environment, value: Value)] {
    guard let prod, let sandbox else {
      return prod.map { [(.prod, $0)] } ?? sandbox.map { [(.sandbox, $0)] } ?? []
    }
    return [(.prod, prod), (.sandbox, sandbox)]
  }

  @inline(__always)
  private var distinctValues: [(environment: Environment?, value: Value)] {
    if isShared { return prod.map { [(nil, $0)] } ?? [] }
    guard let prod, let sandbox else {
      return prod.map { [(.prod, $0)] } ?? sandbox.map { [(.sandbox, $0)] } ?? []
    }
    return [(.prod, prod), (.sandbox, sandbox)]
  }
}

// The same for what nearly all values are. Other modules have no generic function in a form of its own, and the generic
// one looks types up at run time, which rules that ask dozens of times would feel.

extension PerEnvironment where Value == LocatedText {
  /// The value of one environment.
  package subscript(environment: Environment) -> Located<ExactString>? { value(of: environment) }

  /// The environments that have a value, prod first. A shared value comes up for both.
  package var values: [(environment: Environment, value: Value)] { allValues }

  /// The values to look at once each: a shared value counts for both environments (nil).
  package var distinct: [(environment: Environment?, value: Value)] { distinctValues }
}

extension PerEnvironment where Value == [LocatedText] {
  /// The value of one environment.
  package subscript(environment: Environment) -> [Located<ExactString>]? { value(of: environment) }

  /// The environments that have a value, prod first. A shared value comes up for both.
  package var values: [(environment: Environment, value: Value)] { allValues }

  /// The values to look at once each: a shared value counts for both environments (nil).
  package var distinct: [(environment: Environment?, value: Value)] { distinctValues }
}
