import PolicyModel
import PolicyText

/// `code/typescript/`: the module `linkpolicy-allowlist` and the modules that it imports.
package struct TypeScriptTarget: RuntimeTarget {
  package static let name = "typescript"
  /// The name of the module in `Runtimes/typescript/`, which is also the prefix of its imports.
  static let module = "linkpolicy-allowlist"

  package static func parts(for input: GeneratorInput) -> [RuntimePart<TypeScriptLanguage>] {
    let documents = input.report.workspace.policies
    return [
      RuntimePart("allowlist", ("\(module)-data.ts", TypeScriptData.code(input))),
      EmailActionCode(input.policy).map {
        let path = "firebase-email-actions-data.ts"
        return RuntimePart("email-actions", (path, TypeScriptEmailActions.data($0)))
      },
      GoogleScopeCode(documents).map {
        RuntimePart("google-scopes", ("google-scopes-data.ts", TypeScriptGoogleScopes.data($0)))
      },
      AppleSignInCode.all(in: documents).on("web").map {
        RuntimePart("apple-sign-in", ("apple-sign-in-data.ts", TypeScriptAppleSignIn.data($0)))
      },
      OwnClientCode(input.policy, types: [.native, .web]).map {
        let code = TypeScriptAuthorizationRequests.data($0)
        return RuntimePart("authorization-requests", ("authorization-requests-data.ts", code))
      },
    ].compactMap { $0 }
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
    text.wholeMatch(of: /[a-z0-9]+(?:-[a-z0-9]+)*/) != nil
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
