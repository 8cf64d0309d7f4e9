import PolicyDecision

/// `code/objc/`: the helpers of `Runtimes/objc` for apps in Objective-C, and the settings of the policy as data.
package struct ObjectiveCTarget: RuntimeTarget {
  package typealias Language = ObjectiveCLanguage

  package static let name = "objc"
  package static let summary = "code/objc/: settings of provider SDKs for apps in Objective-C"
  /// There is no allowlist in Objective-C.
  package static var hasConformance: Bool { false }

  package static func parts(for input: GeneratorInput) -> [RuntimePart<ObjectiveCLanguage>] {
    let parts = ObjectiveCData.parts(for: input)
    let needsEnvironment = parts.contains {
      ["email-actions", "authorization-requests"].contains($0.name)
    }
    return (needsEnvironment ? [RuntimePart("environment")] : []) + parts
  }

  package static func replacements(_ options: CodeOptions) -> [(old: String, new: String)] {
    [("LP", options.name ?? "LP")]
  }

  /// The prefix of all names.
  package static func isName(_ text: String) -> Bool {
    text.wholeMatch(of: /[A-Z][A-Z0-9]{1,7}/) != nil
  }
}
