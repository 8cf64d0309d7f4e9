import AssociationFiles
import PolicyDecision
import PolicyDiagnostics
import PolicyModel
import PolicyText

/// `code/typescript/`: the module `linkpolicy-allowlist`, its vectors and the program that runs them.
package struct TypeScriptTarget: CodeTarget {
  package static let name = "typescript"
  package static let summary =
    "code/typescript/: the allowlist and request checks as one TypeScript module"
  package init() {}

  package static func sources(for input: GeneratorInput) -> CodeFiles<TypeScriptLanguage> {
    [
      ("linkpolicy-allowlist.ts", source(input)),
      ("test.ts", runner(input.header)),
    ]
  }

  /// The whole module.
  static func source(_ input: GeneratorInput) -> Code<TypeScriptLanguage> {
    #"""
    // \#(input.header)

    /**
     * \#(Code.purpose)
     *
     * Texts are compared as they are. Nothing is trimmed, folded, normalised or decoded twice, and
     * answers go to registered redirect URIs only. Values of a request that are no texts, such as the
     * arrays that Express makes of repeated parameters, are refused also where nothing checks types.
     *
     * \#(Code.duties("* "))
     *
     * To keep one environment out of a bundle, let the bundler replace `LINKPOLICY_ENVIRONMENT` by the
     * other and drop what is dead then, as esbuild does with
     * `--minify-syntax --define:LINKPOLICY_ENVIRONMENT='"prod"'`. Without that both are there.
     */

    \#(declarations)

    \#(tokenDeclarations)

    \#(functions)

    \#(tokenFunctions)

    // Where a bundler replaces the name, the conditions are constants: the other clients are dropped.
    const prod = table(
      typeof LINKPOLICY_ENVIRONMENT !== "undefined" && LINKPOLICY_ENVIRONMENT !== "prod"
        ? []
        : \#(TypeScriptTables.alternative(input.clients(in: .prod))),
    );

    const sandbox = table(
      typeof LINKPOLICY_ENVIRONMENT !== "undefined" && LINKPOLICY_ENVIRONMENT !== "sandbox"
        ? []
        : \#(TypeScriptTables.alternative(input.clients(in: .sandbox))),
    );

    \#(details)

    \#(tokenDetails)
    """#
  }
}
