import PolicyDecision
import PolicyDiagnostics

/// `code/java/`: the class `LinkPolicyAllowlist`, its vectors and the program that runs them.
package struct JavaTarget: CodeTarget {
  package static let name = "java"
  package static let summary = "code/java/: the allowlist and request checks as one Java file"
  package init() {}

  package static func sources(for input: GeneratorInput) -> CodeFiles<JavaLanguage> {
    [
      ("linkpolicy/generated/LinkPolicyAllowlist.java", source(input)),
      ("Tests/RunVectors.java", runner(input.header)),
    ]
  }

  /// The whole file.
  static func source(_ input: GeneratorInput) -> Code<JavaLanguage> {
    let tables: [Code<JavaLanguage>] = [
      JavaTables.code("Prod", of: input.clients(in: .prod)),
      JavaTables.code("Sandbox", of: input.clients(in: .sandbox)),
    ]
    return #"""
      // \#(input.header)

      package linkpolicy.generated;

      import java.nio.ByteBuffer;
      import java.nio.CharBuffer;
      import java.nio.charset.CharacterCodingException;
      import java.nio.charset.StandardCharsets;
      import java.security.MessageDigest;
      import java.security.NoSuchAlgorithmException;
      import java.util.ArrayList;
      import java.util.Arrays;
      import java.util.Base64;
      import java.util.Collections;
      import java.util.HashMap;
      import java.util.List;
      import java.util.Locale;
      import java.util.Map;
      import java.util.Set;
      import java.util.function.Predicate;
      import java.util.stream.Collectors;

      /**
       * \#(Code.purpose)
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
       *
       * <p>\#(Code.duties("* "))
       */
      public final class LinkPolicyAllowlist {
        private LinkPolicyAllowlist() {}

        \#(declarations)

        \#(tokenDeclarations)

        \#(functions)

        \#(tokenFunctions)

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

        \#(tokenDetails)

        \#(client)
      }
      """#
  }
}
