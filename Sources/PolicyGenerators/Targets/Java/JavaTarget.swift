import PolicyModel

/// `code/java/`: the package `linkpolicy.generated`.
package struct JavaTarget: RuntimeTarget {
  package static let name = "java"
  package static func parts(for input: GeneratorInput) -> [RuntimePart<JavaLanguage>] {
    let folder = "linkpolicy/generated/"
    return [
      RuntimePart(
        "allowlist", (folder + "LinkPolicyAllowlistData.java", JavaData.source(input))),
      RuntimePart(input.hasAppFlip ? "app-flip" : "no-app-flip"),
      EmailActionCode(input.policy).map {
        let path = "firebase-admin/\(folder)FirebaseEmailAction.java"
        return RuntimePart("email-actions", (path, JavaEmailActions.source($0, input)))
      },
      GoogleScopeCode(input.report.workspace.policies).map {
        let path = folder + "GoogleScopes.java"
        return RuntimePart("google-scopes", (path, JavaGoogleScopes.source($0, input)))
      },
    ].compactMap { $0 }
  }

  package static func replacements(_ options: CodeOptions) -> [(old: String, new: String)] {
    guard let name = options.name else { return [] }
    return [
      (defaultPackage, name),
      (slashed(defaultPackage), slashed(name)),
    ]
  }

  private static let defaultPackage = "linkpolicy.generated"

  private static func slashed(_ package: String) -> String { package.replacing(".", with: "/") }

  /// The `package` clause.
  static func package(_ input: GeneratorInput) -> Code<JavaLanguage> {
    "package \(word: input.selection.name ?? defaultPackage)"
  }

  package static func isName(_ text: String) -> Bool { JVMName.isPackage(text) }
}

/// Names on the Java virtual machine.
enum JVMName {
  /// True for the name of a package in Java and Kotlin.
  static func isPackage(_ text: String) -> Bool {
    text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
      part.wholeMatch(of: /[A-Za-z][A-Za-z0-9_]*/) != nil && !keywords.contains(String(part))
    }
  }

  private static let keywords = Set(
    """
    abstract as assert boolean break byte case catch char class const continue default do double else enum \
    extends false final finally float for fun goto if implements import in instanceof int interface is long \
    native new null object package private protected public return short static strictfp super switch \
    synchronized this throw throws transient true try typealias typeof val var void volatile when while
    """.split(separator: " ").map(String.init))
}
