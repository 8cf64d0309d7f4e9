package import PolicyDiagnostics
package import PolicySourceTree
import PolicyText

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

  // Specialised for what nearly all values are: the generic form looks types up at run time, which rules
  // that ask dozens of times would feel. With its underscore, since compilers before 6.3 know no other.

  /// The value of one environment.
  package subscript(environment: Environment) -> Value? {
    @_specialize(where Value == LocatedText)
    @_specialize(where Value == [LocatedText])
    get { environment == .prod ? prod : sandbox }
  }

  /// The environments that have a value, prod first. A shared value comes up for both.
  package var values: [(environment: Environment, value: Value)] {
    @_specialize(where Value == LocatedText)
    @_specialize(where Value == [LocatedText])
    get {
      var values: [(environment: Environment, value: Value)] = []
      if let prod { values.append((.prod, prod)) }
      if let sandbox { values.append((.sandbox, sandbox)) }
      return values
    }
  }

  /// The values to look at once each: a shared value counts for both environments (nil).
  package var distinct: [(environment: Environment?, value: Value)] {
    @_specialize(where Value == LocatedText)
    @_specialize(where Value == [LocatedText])
    get {
      var values: [(environment: Environment?, value: Value)] = []
      if isShared {
        if let prod { values.append((nil, prod)) }
        return values
      }
      if let prod { values.append((.prod, prod)) }
      if let sandbox { values.append((.sandbox, sandbox)) }
      return values
    }
  }
}
