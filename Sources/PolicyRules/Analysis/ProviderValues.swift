import PolicyText
import PolicyModel

extension RuleContext {
  /// All Google scopes of the policy.
  var googleScopes: [LocatedText] {
    (policy.googleSignIn?.signInScopes ?? [])
      + (policy.googleSignIn?.featureScopes.flatMap(\.scopes) ?? [])
  }

  /// All Google client IDs that the policy registers, with their environment.
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
