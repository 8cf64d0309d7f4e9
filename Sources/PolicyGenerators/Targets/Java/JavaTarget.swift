import PolicyDecision
import PolicyDiagnostics

/// `code/java/`: the class `LinkPolicyAllowlist`, its vectors and the program that runs them.
package struct JavaTarget: GeneratorTarget {
  package static let name = "java"
  package static let summary = "code/java/: the allowlist and request checks as one Java file"
  package init() {}

  package func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    [
      file("linkpolicy/generated/LinkPolicyAllowlist.java", Self.source(input)),
      file("Tests/RunVectors.java", Self.runner(input.header)),
      GeneratedFile(
        path: "code/java/vectors.json", target: Self.name, text: VectorFile(input).text),
    ]
  }

  private func file(_ name: String, _ code: Code<JavaLanguage>) -> GeneratedFile {
    GeneratedFile(path: "code/java/" + name, target: Self.name, text: code.text + "\n")
  }

  /// The whole file.
  static func source(_ input: GeneratorInput) -> Code<JavaLanguage> {
    let tables: [Code<JavaLanguage>] = [
      JavaTables.code("Prod", of: input.policy.clients[.prod] ?? []),
      JavaTables.code("Sandbox", of: input.policy.clients[.sandbox] ?? []),
    ]
    return #"""
      // \#(input.header)

      package linkpolicy.generated;

      import java.nio.ByteBuffer;
      import java.nio.CharBuffer;
      import java.nio.charset.CharacterCodingException;
      import java.nio.charset.StandardCharsets;
      import java.util.ArrayList;
      import java.util.Arrays;
      import java.util.Collections;
      import java.util.HashMap;
      import java.util.List;
      import java.util.Map;
      import java.util.Set;
      import java.util.function.Predicate;
      import java.util.stream.Collectors;

      /**
       * Who may sign in where: decides authorization and App Flip requests and builds the answers.
       *
       * <pre>{@code
       * AuthorizationDecision decision = decideAuthorization(request.getQueryString(), PROD);
       * if (decision instanceof AuthorizationDecision.Allow) {
       *   Request allowed = ((AuthorizationDecision.Allow) decision).request();
       *   // Authenticate the user and ask for consent to allowed.scopes(), then redirect to
       *   // allowed.successUrl(code) or allowed.errorUrl("access_denied").
       * } else if (decision instanceof AuthorizationDecision.RedirectError) {
       *   // Authenticate the user, then redirect to url().
       * } else {
       *   // Show a page of your own.
       * }
       * }</pre>
       *
       * <p>Texts are compared code unit by code unit. Nothing is trimmed, folded, normalised or decoded
       * twice, and answers go to registered redirect URIs only.
       *
       * <p>The clients of an environment are classes of their own, which are loaded when they are first
       * asked for. An artifact that must not hold one environment leaves out its class files, such as
       * {@code LinkPolicyAllowlist$Sandbox*.class}; all requests of that environment are then denied.
       */
      public final class LinkPolicyAllowlist {
        private LinkPolicyAllowlist() {}

        \#(declarations)

        \#(functions)

        /** The clients of an environment; none where its classes were left out. */
        private static Table table(Environment environment) {
          try {
            switch (environment) {
              case PROD:
                return ProdClients.TABLE;
              case SANDBOX:
                return SandboxClients.TABLE;
              default:
                return Table.EMPTY;
            }
          } catch (NoClassDefFoundError leftOut) {
            return Table.EMPTY;
          }
        }

        \#(.joined(tables, by: "\n\n"))

        \#(details)

        \#(client)
      }
      """#
  }
}
