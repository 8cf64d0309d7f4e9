import PolicyDecision

/// `code/objc/`: the helpers of `Runtimes/objc` for apps in Objective-C, and the settings of the policy as data.
package struct ObjectiveCTarget: RuntimeTarget {
  package typealias Language = ObjectiveCLanguage

  package static let name = "objc"
  package static let summary = "code/objc/: settings of provider SDKs for apps in Objective-C"
  package init() {}

  /// Objective-C has no allowlist code for the vectors to run.
  package static var hasConformance: Bool { false }

  package static func parts(for input: GeneratorInput) -> [String] {
    let parts = ObjectiveCData.files(for: input).map(\.part)
    let needsEnvironment =
      parts.contains("email-actions") || parts.contains("authorization-requests")
    return (needsEnvironment ? ["environment"] : []) + parts
  }

  package static func data(for input: GeneratorInput) -> CodeFiles<ObjectiveCLanguage> {
    ObjectiveCData.files(for: input).flatMap { file in
      let name = "LP\(file.name)Data"
      return [
        (path: "\(name).h", code: file.interface), (path: "\(name).m", code: file.implementation),
      ]
    }
  }

  package static func replacements(_ options: CodeOptions) -> [(old: String, new: String)] {
    [("LP", options.name ?? "LP")]
  }

  /// The prefix of all names.
  package static func isName(_ text: String) -> Bool {
    text.wholeMatch(of: /[A-Z][A-Z0-9]{1,7}/) != nil
  }
}
