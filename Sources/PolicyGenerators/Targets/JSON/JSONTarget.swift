import PolicyDecision
import PolicyDiagnostics
import PolicyText

/// `allowlist.json`: all clients of both environments in a neutral form, for languages that have no
/// target of their own.
package struct JSONTarget: GeneratorTarget {
  package static let name = "json"
  package static let summary = "allowlist.json: every client of both environments, with a schema"
  package init() {}

  package func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    [
      GeneratedFile(
        path: "allowlist.json", target: Self.name,
        text: AllowlistDocument.json(for: input).text(.pretty) + "\n")
    ]
  }
}

/// The content of `allowlist.json`; `AllowlistSchema` describes it.
enum AllowlistDocument {
  static func json(for input: GeneratorInput) -> JSONValue {
    let fields = AllowlistClient.fields
    return [
      "schemaVersion": 1,
      "comment": .string(input.header.text),
      "policies": .array(input.policy.policyNames.map { .string($0.string) }),
      "environments": .object(
        Environment.allCases.map { environment in
          let clients = input.clients(in: environment).map { client -> JSONValue in
            .object(fields.map { (key: $0.name, value: $0.value(client)) })
          }
          return (environment.rawValue, ["clients": .array(clients)])
        }),
    ]
  }
}
