/// `code/objc/`: what apps in Objective-C need of Firebase, Google Sign-In and Sign in with Apple.
package struct ObjectiveCTarget: GeneratorTarget {
  package static let name = "objc"
  package static let summary = "code/objc/: settings of provider SDKs for apps in Objective-C"
  package init() {}

  /// All files come from the sections under `providers`, as with the other languages.
  package func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] { [] }
}
