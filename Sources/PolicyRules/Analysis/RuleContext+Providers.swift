import PolicyModel
import PolicyText

extension RuleContext {
  var googleScopes: [LocatedText] {
    (policy.googleSignIn?.signInScopes ?? [])
      + (policy.googleSignIn?.featureScopes.flatMap(\.scopes) ?? [])
  }

  /// All Google client IDs; the environment is nil for shared values.
  var googleClientIDs: [(environment: Environment?, id: LocatedText)] {
    let google = policy.googleSignIn
    var found: [(environment: Environment?, id: LocatedText)] = []
    for values in [google?.ios?.clientID, google?.ios?.serverClientID, google?.web?.clientID] {
      found += (values?.distinct ?? []).map { ($0.environment, $0.value) }
    }
    for (environment, ids) in google?.android?.clientIDs?.distinct ?? [] {
      found += ids.map { (environment, $0) }
    }
    return found
  }
}

extension RuleContext {
  /// The environments that have a Firebase project; shared values apply only to these.
  var firebaseEnvironments: [Environment] {
    guard let projects = policy.firebase?.projectID else { return [] }
    return Environment.allCases.filter { projects[$0] != nil }
  }

  /// The environments with a Firebase project to which a value applies; nil means both.
  func firebaseEnvironments(of environment: Environment?) -> [Environment] {
    firebaseEnvironments.filter { environment == nil || environment == $0 }
  }
}
