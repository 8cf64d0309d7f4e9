import PolicyDecision
import PolicyText

/// `linkpolicy-allowlist-data.ts`: the clients as object literals.
struct TypeScriptData: ClientPrinter {
  typealias Language = TypeScriptLanguage

  private static let list = ListLayout<TypeScriptLanguage>(
    empty: "[]", open: "[", close: "]", maximumInlineLength: 70)

  static func code(_ input: GeneratorInput) -> Code<TypeScriptLanguage> {
    let module = input.selection.name ?? TypeScriptTarget.module
    return """
      import type { Client } from "./\(word: module)-client.js";

      /** What a bundler may replace; see `\(word: module).ts`. */
      declare const LINKPOLICY_ENVIRONMENT: "prod" | "sandbox" | undefined;

      // If a bundler replaces the name, the conditions are constants, and the other clients are dropped.
      export const prod: readonly Client[] =
        typeof LINKPOLICY_ENVIRONMENT !== "undefined" && LINKPOLICY_ENVIRONMENT !== "prod"
          ? []
          : \(alternative(input.clients(in: .prod)));

      export const sandbox: readonly Client[] =
        typeof LINKPOLICY_ENVIRONMENT !== "undefined" && LINKPOLICY_ENVIRONMENT !== "sandbox"
          ? []
          : \(alternative(input.clients(in: .sandbox)));
      """
  }

  /// Clients after a colon, indented by one more level.
  private static func alternative(_ clients: [CompiledClient]) -> Code<TypeScriptLanguage> {
    guard !clients.isEmpty else { return "[]" }
    return """
      [
          \(lines: clients.map { "\(client($0))," })
        ]
      """
  }

  private static func client(_ client: CompiledClient) -> Code<TypeScriptLanguage> {
    var printer = TypeScriptData()
    return object(printer.fields(of: client, ClientField.flagsFirst))
  }

  private static func object(
    _ fields: [(name: Code<TypeScriptLanguage>, value: Code<TypeScriptLanguage>)]
  ) -> Code<TypeScriptLanguage> {
    """
    {
      \(lines: fields.map { "\($0): \($1)," })
    }
    """
  }

  /// Flags that are the default are left out.
  static func name(_ field: ClientField) -> Code<TypeScriptLanguage> {
    NamingStyle.camelCase.code(field.nameUnlessDefault)
  }

  func flag(_ flag: Bool) -> Code<TypeScriptLanguage> { "\(true)" }

  func texts(_ texts: [ExactString]) -> Code<TypeScriptLanguage> { Self.list.code(texts) }

  func callers(_ callers: [ClientField.Caller]) -> Code<TypeScriptLanguage> {
    Self.list.code(
      callers.map { caller in
        Self.object([
          ("package", "\(literal: caller.package.string)"),
          ("certs", texts(caller.certificates)),
        ])
      })
  }
}
