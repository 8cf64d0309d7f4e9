package import PolicyText

/// A set of environments in two bits: rules ask for them at every address.
package struct EnvironmentSet: OptionSet, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// The set of one.
  package init(_ environment: Environment) { rawValue = environment == .prod ? 1 : 2 }

  /// The set of one, or both for nil: a value that was given for both.
  package init(shared environment: Environment?) {
    rawValue = environment.map { EnvironmentSet($0).rawValue } ?? 3
  }

  /// The only member; nil for both and for none.
  package var only: Environment? {
    switch rawValue {
    case 1: .prod
    case 2: .sandbox
    default: nil
    }
  }
}
