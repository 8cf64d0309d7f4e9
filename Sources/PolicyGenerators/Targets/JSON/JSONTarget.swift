import PolicyDecision
import PolicyText

/// `allowlist.json`: all clients of both environments in a neutral form, which the runtimes can load instead of
/// compiled-in data, and `allowlist.json.sha256`, which they check it with.
package struct JSONTarget: GeneratorTarget {
  package static let name = "json"
  package static let summary =
    "allowlist.json: every client of both environments, with a schema, and its SHA-256"
  package init() {}

  package func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    [
      GeneratedFile(path: "allowlist.json", target: Self.name) { take in
        AllowlistDocument.write(input, take)
      },
      GeneratedFile(path: "allowlist.json.sha256", target: Self.name) { take in
        var bytes: [UInt8] = []
        AllowlistDocument.write(input) { bytes += $0 }
        take(Array("\(SHA256Digest(of: bytes).hex)  allowlist.json\n".utf8))
      },
    ]
  }
}

/// The content of `allowlist.json`; `AllowlistSchema` describes it.
enum AllowlistDocument {
  /// Writes one client after the other, so that memory never holds the values of all.
  static func write(_ input: GeneratorInput, _ take: ([UInt8]) -> Void) {
    let fields = AllowlistClient.fields
    var output: [UInt8] = []
    func append(_ text: String) { output.append(contentsOf: text.utf8) }
    func append(_ value: JSONValue, depth: Int) {
      value.write(to: &output, layout: .pretty, depth: depth)
    }
    append("{\n  \"schemaVersion\": 1,\n  \"comment\": ")
    append(.string(input.header.text), depth: 1)
    append(",\n  \"policies\": ")
    append(.array(input.policy.policyNames.map { .string($0.string) }), depth: 1)
    append(",\n  \"environments\": {")
    for (index, environment) in Environment.allCases.enumerated() {
      append(index == 0 ? "\n" : ",\n")
      append("    \"\(environment.rawValue)\": {\n      \"clients\": [")
      let clients = input.clients(in: environment)
      for (index, client) in clients.enumerated() {
        if output.count >= 1 << 16 {
          take(output)
          output.removeAll(keepingCapacity: true)
        }
        append(index == 0 ? "\n        " : ",\n        ")
        append(.object(fields.map { (key: $0.name, value: $0.value(client)) }), depth: 4)
      }
      append(clients.isEmpty ? "]\n    }" : "\n      ]\n    }")
    }
    append("\n  }\n}\n")
    take(output)
  }
}
