import PolicyDecision
import PolicyDiagnostics

/// `code/kotlin/`: the object `LinkPolicyAllowlist`, its vectors and the program that runs them.
package struct KotlinTarget: CodeTarget {
  package static let name = "kotlin"
  package static let summary = "code/kotlin/: the allowlist and request checks as one Kotlin file"
  package init() {}

  package static func sources(for input: GeneratorInput) -> CodeFiles<KotlinLanguage> {
    var files = [
      (path: "LinkPolicyAllowlist.kt", code: source(input)),
      (path: "Tests/RunVectors.kt", code: runner(input.header)),
    ]
    if input.policy.clients.values.joined().contains(where: { $0.flipIntentAction != nil }) {
      files.append(("android/AppFlipActivitySupport.kt", activitySupport(input.header)))
    }
    return files
  }

  /// The whole file.
  static func source(_ input: GeneratorInput) -> Code<KotlinLanguage> {
    let tables: [Code<KotlinLanguage>] = [
      KotlinTables.code("Prod", of: input.clients(in: .prod)),
      KotlinTables.code("Sandbox", of: input.clients(in: .sandbox)),
    ]
    return #"""
      // \#(input.header)

      package linkpolicy.generated

      import java.nio.ByteBuffer
      import java.nio.CharBuffer
      import java.nio.charset.CharacterCodingException
      import java.security.MessageDigest

      /**
       * \#(Code.purpose)
       *
       * Texts are compared code unit by code unit. Nothing is trimmed, folded, normalised or decoded
       * twice, and answers go to registered redirect URIs only.
       *
       * The clients of an environment are classes of their own, which are loaded when they are first
       * asked for. An artifact that must not hold one environment leaves out its class files, such as
       * `LinkPolicyAllowlist$Sandbox*.class`; all requests of that environment are then denied.
       *
       * \#(Code.duties("* "))
       */
      object LinkPolicyAllowlist {
          \#(declarations)

          \#(tokenDeclarations)

          \#(functions)

          \#(tokenFunctions)

          /** The clients of an environment; none where its classes were left out. */
          private fun table(environment: Environment): Table = try {
              when (environment) {
                  Environment.PROD -> ProdClients.table
                  Environment.SANDBOX -> SandboxClients.table
              }
          } catch (leftOut: NoClassDefFoundError) {
              Table(emptyList())
          }

          \#(.joined(tables, by: "\n\n"))

          \#(details)

          \#(tokenDetails)

          \#(client)
      }
      """#
  }
}
