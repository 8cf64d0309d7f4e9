import AssociationFiles
import PolicyDecision
import PolicyDiagnostics
import PolicyModel
import PolicyText

/// `code/python/`: the module `linkpolicy_allowlist`, its vectors and the program that runs them.
package struct PythonTarget: CodeTarget {
  package static let name = "python"
  package static let summary = "code/python/: the allowlist and request checks as one Python module"
  package init() {}

  package static func sources(for input: GeneratorInput) -> CodeFiles<PythonLanguage> {
    [
      ("linkpolicy_allowlist.py", source(input)),
      ("test_allowlist.py", runner(input.header)),
    ]
  }

  /// The whole module.
  static func source(_ input: GeneratorInput) -> Code<PythonLanguage> {
    #"""
    # \#(input.header)
    \#(preamble)


    \#(declarations)


    \#(tokenDeclarations)


    \#(functions)


    \#(tokenFunctions)


    \#(details)


    \#(tokenDetails)


    _TABLES = {
        Environment.PROD: \#(PythonTables.code(of: input.clients(in: .prod))),
        Environment.SANDBOX: \#(PythonTables.code(of: input.clients(in: .sandbox))),
    }
    """#
  }
}
