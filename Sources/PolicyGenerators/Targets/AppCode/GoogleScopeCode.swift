import PolicyModel
import PolicyText

/// The scopes of Google Sign-In of all policies as code needs them.
struct GoogleScopeCode {
  /// What is asked for at one moment.
  struct Feature {
    var name: CodeName
    /// As the policy writes it, with the name of the policy where there are several.
    var label: String
    /// Each once, in the order of the policy; never empty.
    var scopes: [String]
  }

  /// In the order of the policies, sign-in before features; never empty.
  let features: [Feature]

  /// nil where no policy asks for a scope.
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
