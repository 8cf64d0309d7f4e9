import PolicyModel
import PolicyText

/// The Google scopes of all policies.
struct GoogleScopeCode {
  /// The scopes to request at sign-in, or when a feature is used.
  struct Feature {
    var name: CodeName
    /// The key, after the name of its policy if there are several.
    var label: String
    /// In the order of the policy, without repetitions; never empty.
    var scopes: [String]
  }

  /// In the order of the policies, sign-in before features; never empty.
  let features: [Feature]

  /// nil if no policy has a scope.
  init?(_ documents: [PolicyDocument]) {
    var found: [(policy: ExactString, feature: ExactString, scopes: [String])] = []
    for document in documents {
      guard let google = document.policy.googleSignIn else { continue }
      var moments: [(name: ExactString, scopes: [LocatedText])] = [("sign_in", google.signInScopes)]
      moments += google.featureScopes.map { ($0.feature.value, $0.scopes) }
      for moment in moments {
        var seen: Set<ExactString> = []
        let scopes = moment.scopes.map(\.value)
          .filter { seen.insert(GoogleScope.canonical($0)).inserted }
        guard !scopes.isEmpty else { continue }
        found.append((document.name, moment.name, scopes.map(\.string)))
      }
    }
    guard !found.isEmpty else { return nil }
    let hasSeveral = Set(found.map(\.policy)).count > 1
    let names = CodeName.unique(
      found.map { (hasSeveral ? $0.policy.string : nil, $0.feature.string) })
    features = zip(names, found).map { name, each in
      Feature(
        name: name,
        label: hasSeveral ? "\(each.policy.string)/\(each.feature.string)" : each.feature.string,
        scopes: each.scopes)
    }
  }
}
