import PolicyModel
import PolicyText

/// What one policy says about Sign in with Apple, as code needs it.
struct AppleSignInCode {
  /// `ios`, `android`, `web`.
  var platforms: Set<ExactString>
  /// Empty with one policy, else its name.
  var name: CodeName?
  /// Each once, in the order of the policy: `name`, `email`.
  var scopes: [String]
  /// Each name once, in the order of the policy.
  var parameters: [(name: String, value: String)]
  /// Whether the user must consent before an Apple account is linked to other data.
  var needsConsent: Bool

  /// Of all policies that have the section.
  static func all(in documents: [PolicyDocument]) -> [AppleSignInCode] {
    let found = documents.compactMap { document in document.policy.apple.map { (document, $0) } }
    let names = CodeName.unique(found.map { (nil, $0.0.name.string) })
    return zip(names, found).map { name, each in
      let apple = each.1
      var seen: Set<ExactString> = []
      var known: Set<ExactString> = []
      return AppleSignInCode(
        platforms: Set(apple.platforms.map(\.value)), name: found.count > 1 ? name : nil,
        scopes: apple.scopes.map(\.value).filter { seen.insert($0).inserted }.map(\.string),
        parameters: apple.parameters.filter { known.insert($0.name.value).inserted }.map {
          ($0.name.value.string, $0.value.value.string)
        }, needsConsent: apple.requireConsent?.value ?? true)
    }
  }
}

extension Array where Element == AppleSignInCode {
  /// Those for a platform; nil where there are none.
  func on(_ platform: ExactString) -> [AppleSignInCode]? {
    let found = filter { $0.platforms.contains(platform) }
    return found.isEmpty ? nil : found
  }
}
