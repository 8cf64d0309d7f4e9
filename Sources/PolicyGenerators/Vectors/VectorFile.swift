import PolicyDecision
import PolicyText

/// `vectors.json`: what comes with the code of every language and is run against it.
package struct VectorFile: Sendable {
  /// In a fixed order.
  package let vectors: [Vector]
  private let header: GeneratedHeader

  /// The clients that are looked at in one environment: the file stays small for large policies.
  static let maximumClients = 50

  /// The vectors of all clients, up to a number.
  package init(_ input: GeneratorInput) {
    header = input.header
    let policy = input.policy
    var vectors: [Vector] = []
    for environment in Environment.allCases {
      for client in Self.sample(input.clients(in: environment)) {
        let counterpart = policy.client(
          key: client.key, in: environment.other, policy: client.policy)
        vectors += ClientVectors(policy: policy, client: client, counterpart: counterpart).vectors
      }
    }
    self.vectors = vectors
  }

  /// Clients at even distances, the first among them.
  private static func sample(_ clients: [CompiledClient]) -> [CompiledClient] {
    guard clients.count > maximumClients else { return clients }
    return (0..<maximumClients).map { clients[$0 * clients.count / maximumClients] }
  }

  /// The file: one vector per line, so that a change of the policy shows as the lines it changes.
  package var bytes: [UInt8] {
    let head: [(String, JSONValue)] = [
      ("schemaVersion", 1), ("comment", .string(header.text)), ("code", "C1"),
    ]
    let members = head.map { "  \"\($0.0)\": \($0.1.text()),\n" }.joined()
    var output = Array(("{\n" + members + "  \"vectors\": [\n").utf8)
    for (index, vector) in vectors.enumerated() {
      output.append(contentsOf: (index == 0 ? "    " : ",\n    ").utf8)
      vector.json.write(to: &output)
    }
    output.append(contentsOf: "\n  ]\n}\n".utf8)
    return output
  }
}
