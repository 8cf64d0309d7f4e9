import PolicyDecision
import PolicyText
import PolicyModel

/// `code/java/`: the package `linkpolicy.generated`.
package struct JavaTarget: RuntimeTarget {
  package static let name = "java"
  package static let summary = "code/java/: the allowlist and request checks as a Java package"
  package init() {}

  package static func parts(for input: GeneratorInput) -> [String] {
    let documents = input.report.workspace.policies
    return ["allowlist", input.hasAppFlip ? "app-flip" : "no-app-flip"]
      + (EmailActionCode(input.policy) == nil ? [] : ["email-actions"])
      + (GoogleScopeCode(documents) == nil ? [] : ["google-scopes"])
  }

  package static func data(for input: GeneratorInput) -> CodeFiles<JavaLanguage> {
    let folder = "linkpolicy/generated/"
    var files: CodeFiles<JavaLanguage> = [
      (folder + "LinkPolicyAllowlistData.java", JavaData.source(input))
    ]
    if let emails = EmailActionCode(input.policy) {
      files.append(
        (
          "firebase-admin/\(folder)FirebaseEmailAction.java",
          JavaEmailActions.source(emails, input)
        ))
    }
    if let scopes = GoogleScopeCode(input.report.workspace.policies) {
      files.append((folder + "GoogleScopes.java", JavaGoogleScopes.source(scopes, input)))
    }
    return files
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
  /// True for the name of a package in Java and in Kotlin.
  static func isPackage(_ text: String) -> Bool {
    text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
      let isIdentifier = part.unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_")
      }
      return isIdentifier && part.unicodeScalars.first?.properties.isAlphabetic ?? false
        && !keywords.contains(String(part))
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

extension GeneratorInput {
  /// True if the target writes what belongs to an environment.
  func writes(_ environment: Environment) -> Bool {
    selection.environments?.contains(environment) ?? true
  }
}
