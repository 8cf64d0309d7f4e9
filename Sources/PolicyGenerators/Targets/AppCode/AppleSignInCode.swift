import PolicyModel
import PolicyText

/// The settings of a policy for Sign in with Apple.
struct AppleSignInCode {
  /// `ios`, `android`, `web`.
  var platforms: Set<ExactString>
  /// The name of the policy if there are several.
  var name: CodeName?
  /// `name` and `email`, in the order of the policy, without repetitions.
  var scopes: [String]
  /// In the order of the policy, without repetitions.
  var parameters: [(name: String, value: String)]
  /// Whether the user must consent before an Apple account is linked to other data.
  var needsConsent: Bool

  static func all(in documents: [PolicyDocument]) -> [AppleSignInCode] {
    let found = documents.compactMap { document in document.policy.apple.map { (document, $0) } }
    let names = CodeName.unique(found.map { (nil, $0.0.name.string) })
    return zip(names, found).map { name, each in
      let apple = each.1
      var known: Set<ExactString> = []
      return AppleSignInCode(
        platforms: Set(apple.platforms.map(\.value)), name: found.count > 1 ? name : nil,
        scopes: apple.scopes.map(\.value).unique.map(\.string),
        parameters: apple.parameters.filter { known.insert($0.name.value).inserted }.map {
          ($0.name.value.string, $0.value.value.string)
        }, needsConsent: apple.requireConsent?.value ?? true)
    }
  }
}

extension Array where Element == AppleSignInCode {
  /// The settings for a platform; nil if there are none.
  func on(_ platform: ExactString) -> [AppleSignInCode]? {
    let found = filter { $0.platforms.contains(platform) }
    return found.isEmpty ? nil : found
  }
}
