import PolicyDecision
import PolicyModel
import PolicyText

/// The contents of `sql/<environment>.sql`.
struct SQLScript: Sendable {
  /// The maximum number of rows in an `INSERT`.
  private static let insertLength = 500
  /// The maximum size of a client ID in bytes. PostgreSQL indexes at most a third of a page, with
  /// the header.
  private static let maximumIDLength = 2_600

  let input: GeneratorInput
  let environment: Environment

  // MARK: unsupported values

  /// Rejects values that a database would reject or change.
  func check() throws(GeneratorError) {
    var names: Set<ExactString> = []
    for document in input.report.workspace.policies where !names.insert(document.name).inserted {
      throw GeneratorError(
        "\(Self.shown(document.name)) is the name of two policies, but `policies` has one row per name",
        at: document.policy.name.map { document.anchor($0) })
    }
    var ids: Set<ExactString> = []
    for client in input.clients(in: environment) {
      let id = client.clientID
      guard ids.insert(id.value).inserted else {
        throw GeneratorError(
          "\(Self.shown(id.value)) is the ID of two clients, but `clients` has one row per ID",
          at: id.anchor)
      }
      let length = id.value.utf8.count
      guard length <= Self.maximumIDLength else {
        throw GeneratorError(
          "the client ID has \(length) bytes, but PostgreSQL indexes at most \(Self.maximumIDLength)",
          at: id.anchor)
      }
      try Self.check(client)
    }
  }

  private static func check(_ client: CompiledClient) throws(GeneratorError) {
    let entries =
      [client.clientID] + ClientList.all.flatMap { client[$0] }
      + client.scopes + client.grantTypes.map { Entry($0, client.anchor) }
    for entry in entries where entry.value.utf8.contains(0) {
      throw GeneratorError(
        "\(shown(entry.value)) contains NUL, which PostgreSQL can't store", at: entry.anchor)
    }
  }

  private static func shown(_ text: ExactString) -> String { DisplayText.quoted(text.string) }

  // MARK: writing

  var text: String {
    var output = head + creation
    for table in SQLTable.all {
      let rows = table.rows(input, environment)
      for start in stride(from: 0, to: rows.count, by: Self.insertLength) {
        let part = rows[start..<min(start + Self.insertLength, rows.count)]
        output += Self.insertion(of: part, into: table)
      }
    }
    return output + end
  }

  private static func insertion(of rows: ArraySlice<[SQLValue]>, into table: SQLTable) -> String {
    let columns = table.columns.map { "\($0.name)" }.joined(separator: ", ")
    let values = rows.map { "(" + $0.map(\.literal).joined(separator: ", ") + ")" }
    return """
      INSERT INTO \(table.name) (\(columns))
      SELECT * FROM (VALUES
      \(values.joined(separator: ",\n"))
      ) AS added WHERE EXISTS (SELECT 1 FROM linkpolicy_load);

      """
  }

  private var creation: String {
    let tables = SQLTable.all.map { table in
      let columns = table.columns.map { "  \($0.name) \($0.definition)" }
      return "CREATE TABLE \(table.name) (\n\(columns.joined(separator: ",\n"))\n);\n"
    }
    let counts = SQLTable.all.map { "(SELECT COUNT(*) FROM \($0.name))" }
    return """
      BEGIN;
      \(tables.joined())
      -- Nothing is added if one of the tables has rows, or if the server reads backslashes as escapes.
      CREATE TABLE linkpolicy_load (
        earlier_rows INTEGER NOT NULL CONSTRAINT tables_are_empty CHECK (earlier_rows = 0),
        backslashes INTEGER NOT NULL CONSTRAINT standard_conforming_strings CHECK (backslashes = 2)
      );
      INSERT INTO linkpolicy_load SELECT
        \(counts.joined(separator: "\n  + ")),
        length('\\\\');

      """
  }

  private var end: String {
    let indexes = SQLTable.all.filter { $0.columns[0].definition.description == "TEXT NOT NULL" }
      .map { "CREATE INDEX \($0.name)_client_id ON \($0.name) (client_id);\n" }
    return "DROP TABLE linkpolicy_load;\n\(indexes.joined())COMMIT;\n"
  }

  private var head: String {
    let file = "\(environment.rawValue).sql"
    let names = SQLTable.all.map { "\($0.name)" }.joined(separator: ", ")
    let query = Self.query.split(separator: "\n").map { "--   \($0)" }.joined(separator: "\n")
    return """
      -- \(input.header.text)
      -- OAuth clients of the environment `\(environment.rawValue)` and what they may use.
      --
      -- To load it into a new SQLite file or a PostgreSQL schema without these tables (encoding UTF8):
      --   sqlite3 -bail clients.db < \(file)
      --   psql -v ON_ERROR_STOP=1 -f \(file)
      -- If a table exists, loading fails and adds nothing. To replace a SQLite file, rename a new one over
      -- it. To replace tables of PostgreSQL in one transaction:
      --   psql -v ON_ERROR_STOP=1 -1 \\
      --     -c 'DROP TABLE \(names)' \\
      --     -f \(file)
      -- Text is compared byte by byte, as `TEXT` is by default: add no COLLATE, and don't trim, fold or
      -- normalize what a request contains.
      --
      -- The redirect URI of a request, $2, is allowed for the client $1 if this returns a row:
      \(query)
      -- An error, for example about a NUL character in $2, means that it isn't allowed.


      """
  }

  /// Makes the decision of the engine: equal bytes, or any port of a loopback URI (RFC 8252 section
  /// 7.3). Each parameter occurs once, the client ID first. `uri` is compared with its joined
  /// parts, because functions of SQLite end text at a NUL character.
  private static let query = """
    WITH request (client_id, uri) AS (SELECT CAST($1 AS TEXT), CAST($2 AS TEXT)),
    loopback (origin, rest) AS (
      SELECT 'http://127.0.0.1', substr(uri, 18) FROM request
      WHERE uri = 'http://127.0.0.1:' || substr(uri, 18)
      UNION ALL
      SELECT 'http://[::1]', substr(uri, 14) FROM request
      WHERE uri = 'http://[::1]:' || substr(uri, 14)
    ),
    without_port (uri, rest, digits) AS (
      SELECT origin || ltrim(rest, '0123456789'), rest,
        length(rest) - length(ltrim(rest, '0123456789'))
      FROM loopback
    )
    SELECT r.redirect_uri FROM redirect_uris AS r, request AS q
    WHERE r.client_id = q.client_id AND (
      r.redirect_uri = q.uri
      OR r."match" = 'loopback' AND EXISTS (
        SELECT 1 FROM without_port AS w
        WHERE r.redirect_uri = w.uri AND substr(w.rest, 1, 1) <> '0'
          AND CASE w.digits
            WHEN 5 THEN CAST(substr(w.rest, 1, 5) AS INTEGER) <= 65535
            ELSE w.digits BETWEEN 1 AND 4
          END
      )
    );
    """
}

/// `sql/<environment>.sql`: the clients of an environment as tables for SQLite and PostgreSQL, for policy sets
/// that are too large to compile into a program.
package struct SQLTarget: GeneratorTarget {
  package static let name = "sql"
  package static func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    var files: [GeneratedFile] = []
    for environment in input.environments {
      let script = SQLScript(input: input, environment: environment)
      try script.check()
      files.append(
        GeneratedFile(
          path: "sql/\(environment.rawValue).sql", target: name, environment: environment
        ) { Array(script.text.utf8) })
    }
    return files
  }
}

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

  /// A table for one list of each client.
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

/// A value of a row. A value of the policy is only ever written as its `literal`.
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
