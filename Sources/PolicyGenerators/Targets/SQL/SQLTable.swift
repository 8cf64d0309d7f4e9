import PolicyDecision
import PolicyText
import PolicyModel

/// A table of the target `sql`.
struct SQLTable: Sendable {
  /// A column and its definition. The name is quoted if the SQL standard reserves it.
  typealias Column = (name: StaticString, definition: StaticString)
  /// Hands over the rows of an environment, in the order of the policies.
  typealias Rows =
    @Sendable (_ input: GeneratorInput, _ environment: Environment, _ take: ([SQLValue]) -> Void)
    -> Void

  let name: String
  let columns: [Column]
  let forEachRow: Rows

  /// All tables, in their order.
  static let all: [SQLTable] =
    clientTables
    + ClientList.all.dropFirst().map { key in
      list(key.name, key.column) { $0[key].map(\.value) }
    } + [
      list("scopes", "scope") { $0.scopes.map(\.value) },
      list("grant_types", "grant_type") { $0.grantTypes },
    ]

  private static let clientTables: [SQLTable] = [
    SQLTable(
      name: "policies",
      columns: [
        ("name", "TEXT NOT NULL PRIMARY KEY"), ("version", "INTEGER NOT NULL"),
        ("digest", "TEXT NOT NULL"),
      ],
      forEachRow: { input, _, take in
        for document in input.report.workspace.policies {
          let digest = SHA256Digest(of: document.source.bytes).hex
          take([.text(document.name), .number(1), .text(digest)])
        }
      }),
    SQLTable(
      name: "clients",
      columns: [
        ("client_id", "TEXT NOT NULL PRIMARY KEY"), ("client_key", "TEXT NOT NULL"),
        ("policy", "TEXT NOT NULL"), ("provider", "TEXT NOT NULL"), ("type", "TEXT NOT NULL"),
        ("public", "INTEGER NOT NULL CHECK (public IN (0, 1))"), ("pkce", "TEXT NOT NULL"),
        ("token_endpoint_auth", "TEXT NOT NULL"),
      ],
      forEachRow: { input, environment, take in
        for client in input.clients(in: environment) {
          take([
            .text(client.clientID.value), .text(client.key), .text(client.policy),
            .text(client.provider.rawValue), .text(client.type.rawValue),
            .number(client.tokenEndpointAuth == .noSecret ? 1 : 0),
            .text(client.requiresPKCE ? "required" : "optional"),
            .text(client.tokenEndpointAuth.rawValue),
          ])
        }
      }),
    SQLTable(
      name: "redirect_uris",
      columns: [
        ("client_id", "TEXT NOT NULL"), ("redirect_uri", "TEXT NOT NULL"),
        ("\"match\"", "TEXT NOT NULL CHECK (\"match\" IN ('exact', 'loopback'))"),
      ],
      forEachRow: { input, environment, take in
        for client in input.clients(in: environment) {
          for uri in unique(client.redirectURIs.map(\.value)) {
            let match = client.allowsAnyPort(registered: uri) ? "loopback" : "exact"
            take([.text(client.clientID.value), .text(uri), .text(match)])
          }
        }
      }),
  ]

  /// A table of one list of each client.
  private static func list(
    _ name: String, _ column: StaticString,
    _ values: @escaping @Sendable (CompiledClient) -> [ExactString]
  ) -> SQLTable {
    SQLTable(
      name: name, columns: [("client_id", "TEXT NOT NULL"), (column, "TEXT NOT NULL")],
      forEachRow: { input, environment, take in
        for client in input.clients(in: environment) {
          for value in unique(values(client)) {
            take([.text(client.clientID.value), .text(value)])
          }
        }
      })
  }

  /// Each value once: a repeated entry of a list is the same row.
  private static func unique(_ values: [ExactString]) -> [ExactString] {
    var known: Set<ExactString> = []
    return values.filter { known.insert($0).inserted }
  }
}
