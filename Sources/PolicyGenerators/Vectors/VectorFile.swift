import Diagnostics
import PolicyDecision
import TextSupport

/// `vectors.json`: what comes with the code of every language and is run against it.
package struct VectorFile: Sendable {
  /// In a fixed order.
  package let vectors: [Vector]
  private let header: GeneratedHeader

  /// The clients that are looked at in one environment: the file stays small for large policies.
  static let mostClients = 50

  /// The vectors of all clients, up to a number.
  package init(_ input: GeneratorInput) {
    header = input.header
    var vectors: [Vector] = []
    for environment in Environment.allCases {
      let clients = input.policy.clients[environment] ?? []
      for client in Self.sample(clients) {
        let foreign = input.policy.client(
          key: client.key, in: environment.other, policy: client.policy)
        vectors += ClientVectors(policy: input.policy, client: client, foreign: foreign).vectors
      }
    }
    self.vectors = vectors
  }

  /// Clients at even distances, the first among them.
  private static func sample(_ clients: [CompiledClient]) -> [CompiledClient] {
    guard clients.count > mostClients else { return clients }
    return (0..<mostClients).map { clients[$0 * clients.count / mostClients] }
  }

  /// The file.
  package var text: String {
    let json: JSONValue = [
      "schemaVersion": 1, "comment": .string(header.text), "code": "C1",
      "vectors": .array(vectors.map(\.json)),
    ]
    return json.text(.pretty) + "\n"
  }
}
