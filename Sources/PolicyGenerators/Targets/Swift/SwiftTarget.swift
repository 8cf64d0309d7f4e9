import AssociationFiles
import PolicyDecision
import PolicyDiagnostics
import PolicyModel
import PolicyText

/// `code/swift/`: `enum LinkPolicyAllowlist`, its vectors and the program that runs them.
package struct SwiftTarget: CodeTarget {
  package static let name = "swift"
  package static let summary = "code/swift/: the allowlist and request checks as one Swift file"
  package init() {}

  package static func sources(for input: GeneratorInput) -> CodeFiles<SwiftLanguage> {
    var files = [
      (path: "LinkPolicyAllowlist.swift", code: source(input)),
      (path: "Tests/main.swift", code: runner(input.header)),
    ]
    if input.policy.clients.values.joined().contains(where: { $0.flipUniversalLink != nil }) {
      files.append(("AppFlipHandler.swift", appFlipHandler(input.header)))
      files.append(("AppFlipHandlerObjectiveC.swift", appFlipHandlerObjectiveC(input.header)))
    }
    return files
  }

  /// The whole file.
  static func source(_ input: GeneratorInput) -> Code<SwiftLanguage> {
    #"""
    // \#(input.header)

    /// \#(Code.purpose)
    ///
    /// Texts are compared by their UTF-8 bytes. Nothing is trimmed, folded, normalised or decoded twice,
    /// and answers go to registered redirect URIs only. To keep one environment out of a binary, compile
    /// with `-D LINKPOLICY_PROD_ONLY` or `-D LINKPOLICY_SANDBOX_ONLY`.
    ///
    /// \#(Code.duties("/// "))
    public enum LinkPolicyAllowlist {
      \#(declarations)

      \#(tokenDeclarations)

      \#(functions)

      \#(tokenFunctions)

      private static func table(_ environment: Environment) -> Table {
        switch environment {
        #if !LINKPOLICY_SANDBOX_ONLY
          case .prod: prod
        #endif
        #if !LINKPOLICY_PROD_ONLY
          case .sandbox: sandbox
        #endif
        }
      }

      #if !LINKPOLICY_SANDBOX_ONLY
        \#(SwiftTables.code("prod", of: input.clients(in: .prod)))
      #endif

      #if !LINKPOLICY_PROD_ONLY
        \#(SwiftTables.code("sandbox", of: input.clients(in: .sandbox)))
      #endif

      \#(details)

      \#(tokenDetails)
    }
    """#
  }
}
