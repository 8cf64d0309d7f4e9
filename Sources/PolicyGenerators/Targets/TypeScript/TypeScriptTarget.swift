import PolicyDecision
import PolicyText
import PolicyModel

/// `code/typescript/`: the module `linkpolicy-allowlist` and the modules that it imports.
package struct TypeScriptTarget: RuntimeTarget {
  package static let name = "typescript"
  package static let summary =
    "code/typescript/: the allowlist and request checks as TypeScript modules"
  package init() {}

  /// The name of the module in `Runtimes/typescript/`, with which those it imports begin.
  static let module = "linkpolicy-allowlist"

  package static func parts(for input: GeneratorInput) -> [String] {
    files(for: input).map(\.part)
  }

  package static func data(for input: GeneratorInput) -> CodeFiles<TypeScriptLanguage> {
    files(for: input).map { ($0.path, $0.code) }
  }

  /// The data file of each part that the policies have a use for.
  private static func files(
    for input: GeneratorInput
  ) -> [(part: String, path: String, code: Code<TypeScriptLanguage>)] {
    let documents = input.report.workspace.policies
    var files = [
      (part: "allowlist", path: "\(module)-data.ts", code: TypeScriptData.code(input))
    ]
    if let emails = EmailActionCode(input.policy) {
      files.append(
        ("email-actions", "firebase-email-actions-data.ts", TypeScriptEmailActions.data(emails)))
    }
    if let scopes = GoogleScopeCode(documents) {
      files.append(("google-scopes", "google-scopes-data.ts", TypeScriptGoogleScopes.data(scopes)))
    }
    if let apple = AppleSignInCode.all(in: documents).on("web") {
      files.append(("apple-sign-in", "apple-sign-in-data.ts", TypeScriptAppleSignIn.data(apple)))
    }
    if let own = OwnClientCode(input.policy, types: [.native, .web]) {
      files.append(
        (
          "authorization-requests", "authorization-requests-data.ts",
          TypeScriptAuthorizationRequests.data(own)
        ))
    }
    return files
  }

  package static func replacements(_ options: CodeOptions) -> [(old: String, new: String)] {
    [(module, options.name ?? module)]
  }

  package static func conformanceReplacements(
    _ options: CodeOptions
  ) -> [(old: String, new: String)] {
    replacements(options) + [("../../code/\(name)/", "../../\(options.output ?? "code/\(name)")/")]
  }

  /// A file name in the style of modules: `acme-allowlist`.
  package static func isName(_ text: String) -> Bool {
    let words = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return words.allSatisfy { word in
      !word.isEmpty
        && word.allSatisfy {
          (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        }
    }
  }

  package static func project(
    _ name: String, _ input: GeneratorInput
  ) -> (path: String, text: String)? {
    let module = input.selection.name ?? module
    let name = "\(literal: name)" as Code<TypeScriptLanguage>
    return (
      "package.json",
      """
      {
        "name": \(name.text),
        "version": "\(toolVersion)",
        "type": "module",
        "exports": {
          ".": { "types": "./dist/\(module).d.ts", "default": "./dist/\(module).js" }
        },
        "files": ["dist"],
        "scripts": {
          "prepare": "tsc --strict --declaration --target es2020 --module es2020 --moduleResolution node --outDir dist \(module).ts"
        }
      }

      """
    )
  }
}
