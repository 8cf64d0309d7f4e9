import PolicyDecision
import PolicyDiagnostics

/// `code/kotlin/`: the object `LinkPolicyAllowlist`, its vectors and the program that runs them.
package struct KotlinTarget: GeneratorTarget {
  package static let name = "kotlin"
  package static let summary = "code/kotlin/: the allowlist and request checks as one Kotlin file"
  package init() {}

  package func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    var files = [
      file("LinkPolicyAllowlist.kt", Self.source(input)),
      file("Tests/RunVectors.kt", Self.runner(input.header)),
      GeneratedFile(
        path: "code/kotlin/vectors.json", target: Self.name, text: VectorFile(input).text),
    ]
    let hasIntents = input.policy.clients.values.joined().contains { $0.flipIntentAction != nil }
    if hasIntents {
      files.append(file("android/AppFlipActivitySupport.kt", Self.activitySupport(input.header)))
    }
    return files
  }

  private func file(_ name: String, _ code: Code<KotlinLanguage>) -> GeneratedFile {
    GeneratedFile(path: "code/kotlin/" + name, target: Self.name, text: code.text + "\n")
  }

  /// The whole file.
  static func source(_ input: GeneratorInput) -> Code<KotlinLanguage> {
    let tables: [Code<KotlinLanguage>] = [
      KotlinTables.code("Prod", of: input.policy.clients[.prod] ?? []),
      KotlinTables.code("Sandbox", of: input.policy.clients[.sandbox] ?? []),
    ]
    return #"""
      // \#(input.header)

      package linkpolicy.generated

      import java.nio.ByteBuffer
      import java.nio.CharBuffer
      import java.nio.charset.CharacterCodingException

      /**
       * Who may sign in where: decides authorization and App Flip requests and builds the answers.
       *
       * Texts are compared code unit by code unit. Nothing is trimmed, folded, normalised or decoded
       * twice, and answers go to registered redirect URIs only.
       *
       * The clients of an environment are classes of their own, which are loaded when they are first
       * asked for. An artifact that must not hold one environment leaves out its class files, such as
       * `LinkPolicyAllowlist$Sandbox*.class`; all requests of that environment are then denied.
       */
      object LinkPolicyAllowlist {
          \#(declarations)

          \#(functions)

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

          \#(client)
      }
      """#
  }
}
