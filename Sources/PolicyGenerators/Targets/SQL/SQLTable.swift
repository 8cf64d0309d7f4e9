import PolicyDecision
import PolicyModel
import PolicyText

/// A table of the target `sql`.
struct SQLTable: Sendable {
  /// A column and its definition. The name is quoted if the SQL standard reserves it.
  typealias Column = (name: StaticString, definition: StaticString)
  typealias Rows = @Sendable (_ input: GeneratorInput, _ environment: Environment) -> [[SQLValue]]

  let name: String
  let columns: [Column]
  /// The rows of an environment, in the order of the policies.
  let rows: Rows

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
      rows: { input, _ in
        input.report.workspace.policies.map { document in
          let digest = SHA256Digest(of: document.source.bytes).hex
          return [.text(document.name), .number(1), .text(digest)]
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
      rows: { input, environment in
        input.clients(in: environment).map { client in
          [
            .text(client.clientID.value), .text(client.key), .text(client.policy),
            .text(client.provider.rawValue), .text(client.type.rawValue),
            .number(client.tokenEndpointAuth == .noSecret ? 1 : 0),
            .text(client.requiresPKCE ? "required" : "optional"),
            .text(client.tokenEndpointAuth.rawValue),
          ]
        }
      }),
    SQLTable(
      name: "redirect_uris",
      columns: [
        ("client_id", "TEXT NOT NULL"), ("redirect_uri", "TEXT NOT NULL"),
        ("\"match\"", "TEXT NOT NULL CHECK (\"match\" IN ('exact', 'loopback'))"),
      ],
      rows: { input, environment in
        input.clients(in: environment).flatMap { client in
          client.redirectURIs.map(\.value).unique.map { uri in
            let match = client.allowsAnyPort(registered: uri) ? "loopback" : "exact"
            return [.text(client.clientID.value), .text(uri), .text(match)]
          }
        }
      }),
  ]

  /// A table with one list of each client.
  private static func list(
    _ name: String, _ column: StaticString,
    _ values: @escaping @Sendable (CompiledClient) -> [ExactString]
  ) -> SQLTable {
    SQLTable(
      name: name, columns: [("client_id", "TEXT NOT NULL"), (column, "TEXT NOT NULL")],
      rows: { input, environment in
        input.clients(in: environment).flatMap { client in
          values(client).unique.map { [.text(client.clientID.value), .text($0)] }
        }
      })
  }
}

/// A value of a row; values of policies are written only as its `literal`.
enum SQLValue {
  case text(ExactString)
  case number(Int)

  static func text(_ text: String) -> SQLValue { .text(ExactString(text)) }

  /// A literal of standard SQL, in which only quotes are doubled. The text must not contain NUL.
  ///
  /// The program `sqlite3` drops a carriage return at the end of each line that it reads, so a literal is split there:
  /// `'…\r' || '\n…'`.
  var literal: String {
    switch self {
    case .number(let number): return String(number)
    case .text(let text):
      let quote = UInt8(ascii: "'")
      var output = [quote]
      var previous: UInt8 = 0
      for byte in text.utf8 {
        if byte == quote { output.append(quote) }
        if byte == 0x0A, previous == 0x0D { output += "' || '".utf8 }
        output.append(byte)
        previous = byte
      }
      return String(decoding: output + [quote], as: UTF8.self)
    }
  }
}
