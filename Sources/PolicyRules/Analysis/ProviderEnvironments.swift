import PolicyText
import PolicyModel

extension RuleContext {
  /// The environments that have a Firebase project: a value given for both counts only there.
  var firebaseEnvironments: [Environment] {
    guard let projects = policy.firebase?.projectID else { return [] }
    return Environment.allCases.filter { projects[$0] != nil }
  }

  /// The environments with a Firebase project that a value is for; nil stands for both.
  func firebaseEnvironments(of environment: Environment?) -> [Environment] {
    firebaseEnvironments.filter { environment == nil || environment == $0 }
  }
}
