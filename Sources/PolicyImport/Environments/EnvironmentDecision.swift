import PolicyText
import PolicyModel

/// Where a value goes, and why.
struct EnvironmentDecision {
  /// Nil for nowhere: it was dropped on purpose.
  var environments: DomainEnvironment?
  /// Completes "… goes to sandbox: ".
  var reason: String
  /// The value itself says so, which proves something about others like it.
  var isProof = false

  init(_ environments: DomainEnvironment?, _ reason: String, isProof: Bool = false) {
    self.environments = environments
    self.reason = reason
    self.isProof = isProof
  }

  /// A decision for one environment.
  init(_ environment: Environment, _ reason: String, isProof: Bool = false) {
    self.init(DomainEnvironment(environment) as DomainEnvironment?, reason, isProof: isProof)
  }
}

extension DomainEnvironment {
  /// One environment alone.
  init(_ environment: Environment) { self = environment == .prod ? .prod : .sandbox }

  /// Several environments; nil for none.
  init?(_ environments: Set<Environment>) {
    guard let first = environments.first else { return nil }
    self = environments.count == 2 ? .both : DomainEnvironment(first)
  }
}
