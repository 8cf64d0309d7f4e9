import PolicyDecision
import PolicyText

/// `vectors.json`: requests with the decisions that generated code must make, for the conformance programs.
package struct VectorFile: Sendable {
  package let vectors: [Vector]
  private let header: GeneratedHeader

  /// Per environment, to keep the file small.
  static let maximumClients = 50

  package init(_ input: GeneratorInput) {
    header = input.header
    let policy = input.policy
    var vectors: [Vector] = []
    for environment in Environment.allCases {
      for client in Self.sample(input.clients(in: environment)) {
        vectors +=
          ClientVectors(
            policy: policy, client: client, counterpart: policy.counterpart(of: client)
          ).vectors
      }
    }
    self.vectors = vectors
  }

  /// The first client and others at even distances.
  private static func sample(_ clients: [CompiledClient]) -> [CompiledClient] {
    guard clients.count > maximumClients else { return clients }
    return (0..<maximumClients).map { clients[$0 * clients.count / maximumClients] }
  }

  /// One vector per line, for small diffs.
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
