import PolicyDecision

/// `code/objc/`: helpers for apps in Objective-C, and the settings of the policy as data.
package struct ObjectiveCTarget: RuntimeTarget {
  package typealias Language = ObjectiveCLanguage

  package static let name = "objc"
  package static let summary = "code/objc/: settings of provider SDKs for apps in Objective-C"
  /// The runtime has only helpers for apps, without decisions.
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

  /// True for a prefix of class names.
  package static func isName(_ text: String) -> Bool {
    text.wholeMatch(of: /[A-Z][A-Z0-9]{1,7}/) != nil
  }
}
