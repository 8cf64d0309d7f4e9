import PolicyDecision
import PolicyText

/// `allowlist.json`: all clients of both environments, which the runtimes can load instead of compiled-in data, and
/// `allowlist.json.sha256`, with which they check the file.
package struct JSONTarget: GeneratorTarget {
  package static let name = "json"
  package static let isDefault = true
  package static func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    [
      GeneratedFile(path: "allowlist.json", target: name) { document(input) },
      GeneratedFile(path: "allowlist.json.sha256", target: name) {
        Array("\(SHA256Digest(of: document(input)).hex)  allowlist.json\n".utf8)
      },
    ]
  }

  /// `AllowlistSchema` describes the document.
  @Sendable private static func document(_ input: GeneratorInput) -> [UInt8] {
    let fields = AllowlistClient.fields
    let environments = Environment.allCases.map { environment -> (key: String, value: JSONValue) in
      let clients = input.clients(in: environment).map { client in
        JSONValue.object(fields.map { (key: $0.name, value: $0.value(client)) })
      }
      return (environment.rawValue, .object([("clients", .array(clients))]))
    }
    let document = JSONValue.object([
      ("schemaVersion", 1), ("comment", .string(input.header.text)),
      ("policies", .array(input.policy.policyNames.map { .string($0.string) })),
      ("environments", .object(environments)),
    ])
    return Array((document.text(.pretty) + "\n").utf8)
  }
}
