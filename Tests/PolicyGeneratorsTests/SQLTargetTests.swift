import Foundation
import PolicyDecision
import PolicyText
import PolicyGenerators
import PolicyModel
import PolicyTestSupport
import ProjectTestSupport
import Testing

/// Generated tables, loaded into SQLite and PostgreSQL.
@Suite(.needs("sqlite3", "psql", "initdb", "pg_ctl"))
struct SQLTargetTests {
  private static func input(_ clients: [String]) -> GeneratorInput {
    let workspace = Workspace(texts: [
      (
        "Policies/acme.yaml",
        "linkpolicy: 1\nname: acme\nclients:\n" + clients.map { "  \($0)\n" }.joined()
      )
    ])
    #expect(workspace.structureFindings.map(\.message) == [])
    return GeneratorInput(workspace)
  }

  private static func file(
    _ input: GeneratorInput, _ environment: Environment = .prod
  ) throws -> GeneratedFile {
    try #require(SQLTarget.files(for: input).first { $0.environment == environment })
  }

  private static let small = [
    "web: { provider: generic, type: web, client_id: { prod: web-1, sandbox: web-2 }, "
      + "client_secret: { env: X }, redirect_uris: [\"https://acme.example/o'neill\"], "
      + "post_logout_redirect_uris: [\"https://acme.example/bye\"], scopes: [openid, email] }",
    "cli: { provider: generic, type: native, client_id: cli, "
      + "redirect_uris: [\"http://127.0.0.1/cb\", \"acme.example:/cb\"] }",
  ]

  @Test func `the file is as recorded`() throws {
    try Golden.check(Self.file(Self.input(Self.small)).bytes, "sql/prod.sql")
  }

  @Test(arguments: Database.Kind.allCases)
  func `the query decides each URI, origin and grant type`(kind: Database.Kind) throws {
    try Database.with(kind) { database in
      var count = 0
      for (number, testCase) in try Self.testCases().enumerated() {
        for environment in Environment.allCases {
          let file = try Self.file(testCase.input, environment)
          // A default collation that ignores case and accents has no effect.
          let name = try database.create(
            "case\(number)\(environment)", ignoresCase: environment == .prod)
          try database.load(file.bytes, into: name)
          let questions = (testCase.vectors + Self.loopback(testCase.input, environment))
            .filter { $0.environment == environment }.compactMap(DatabaseRequest.init)
          let answers = try database.answers(
            to: questions, query: DatabaseRequest.query(in: file), in: name)
          for (index, question) in questions.enumerated() {
            count += 1
            // If a database rejects a parameter, the request is denied.
            let isAllowed = (answers[index] ?? 0) > 0
            #expect(
              isAllowed == question.isAllowed,
              "\(testCase.name) \(environment) \(DisplayText.quoted(question.id)) \(DisplayText.quoted(question.value))"
            )
          }
        }
      }
      print("\(kind): \(count) decisions are the answers of the query")
      #expect(count > 6_000)
    }
  }

  @Test(arguments: Database.Kind.allCases)
  func `every value in the tables has the same bytes`(kind: Database.Kind) throws {
    try Database.with(kind) { database in
      var count = 0
      for (number, input) in try (Self.testCases().map(\.input) + [Self.long]).enumerated() {
        let name = try database.create("values\(number)")
        try database.load(Self.file(input).bytes, into: name)
        for table in SQLRows.expected(input, .prod) {
          let rows = try database.rows(of: table.name, table.columns, in: name)
          #expect(rows == table.rows.map(\.hex).sorted(), "\(table.name)")
          count += table.rows.reduce(0) { $0 + $1.count }
        }
      }
      print("\(kind): \(count) values read back")
      #expect(count > 3_000)
    }
  }

  @Test(arguments: Database.Kind.allCases)
  func `a file is loaded completely or not at all`(kind: Database.Kind) throws {
    try Database.with(kind) { database in
      let file = try Self.file(Self.input(Self.small))
      let other = try Self.file(
        Self.input([Self.small[1].replacingOccurrences(of: "cb", with: "x")]))
      let name = try database.create("twice")
      try database.load(file.bytes, into: name)
      let before = try database.dump(name)
      #expect(!before.isEmpty)
      // The same applies to a program that continues after errors.
      for bytes in [file.bytes, other.bytes] {
        for stops in [true, false] {
          #expect(throws: Database.Failure.self) {
            try database.load(bytes, into: name, stopsAtErrors: stops)
          }
          #expect(try database.dump(name) == before)
        }
      }
      let broken = try database.create("broken")
      let half = Array(file.bytes.prefix(file.bytes.count * 9 / 10))
      _ = try? database.load(half, into: broken)
      #expect(try database.dump(broken).isEmpty)
      guard kind == .postgreSQL else { return }
      try database.replace(with: other.bytes, in: name)
      let fresh = try database.create("fresh")
      try database.load(other.bytes, into: fresh)
      #expect(try database.dump(name) == database.dump(fresh))
      // If a server interprets backslashes as escapes, values would change.
      let escaping = try database.create("escaping")
      try database.run("ALTER DATABASE \(escaping) SET standard_conforming_strings = off", in: name)
      #expect(throws: Database.Failure.self) {
        try database.load(file.bytes, into: escaping, stopsAtErrors: false)
      }
      #expect(try database.dump(escaping).isEmpty)
    }
  }

  @Test func `a value that a table can't store is an error with its location`() throws {
    let client = "{ provider: generic, type: native, client_id: ID, redirect_uris: [\"a.b:/c\"] }"
    func error(_ clients: [String]) -> GeneratorError? {
      #expect(throws: GeneratorError.self) { try SQLTarget.files(for: Self.input(clients)) }
    }
    let nul = error(["a: " + client.replacingOccurrences(of: "a.b:/c", with: "a.b:/\\0")])
    #expect(nul?.anchor != nil && nul?.message.contains("NUL") == true)
    let long = String(repeating: "x", count: 2_601)
    let tooLong = error(["a: " + client.replacingOccurrences(of: "ID", with: long)])
    #expect(tooLong?.anchor != nil && tooLong?.message.contains("2601 bytes") == true)
    let twice = error(
      ["a", "b"].map { "\($0): " + client.replacingOccurrences(of: "ID", with: "i") })
    #expect(twice?.anchor != nil && twice?.message.contains("two clients") == true)
  }

  @Test func `the same policies give the same bytes, only on request`() throws {
    let input = try Inputs.decisions()
    let files = try SQLTarget.files(for: input)
    #expect(files.map(\.path) == ["sql/prod.sql", "sql/sandbox.sql"])
    #expect(try SQLTarget.files(for: input) == files)
    #expect(!SQLTarget.isDefault)
    var one = input
    one.environments = [.sandbox]
    #expect(try SQLTarget.files(for: one) == [files[1]])
  }

  @Test(arguments: Database.Kind.allCases)
  func `the size of the file is proportional to the number of clients`(kind: Database.Kind) throws {
    func bytes(_ count: Int) throws -> [UInt8] {
      let clients = (10_000..<(10_000 + count)).map {
        "c\($0): { provider: generic, type: native, client_id: client-\($0), "
          + "redirect_uris: [\"a.b\($0):/cb\", \"a.b\($0):/other\"] }"
      }
      return try Self.file(Self.input(clients)).bytes
    }
    let count = TestForm.size(1_000, full: 20_000)
    let (some, more, all) = (try bytes(250).count, try bytes(500).count, try bytes(count))
    // All clients have the same length; only the ends of statements are added.
    let expected = (more - some) * (count - 500) / 250
    #expect(abs(all.count - more - expected) * 100 < expected)
    try Database.with(kind) { database in
      let name = try database.create("many")
      try database.load(all, into: name)
      #expect(try database.run("SELECT COUNT(*) FROM redirect_uris", in: name) == "\(2 * count)\n")
    }
  }

  // MARK: inputs

  /// The policies of the generated code, and hostile values that a table can store.
  private static func testCases() throws -> [ConformanceCase] {
    let values =
      CodeTests.hostile.filter { !$0.utf8.contains(0) && $0.utf8.count <= 2_600 }
      + [
        "'; DROP TABLE clients; --", "''", "\\'", "'\\", "\r", "a\r\n.quit\r\n", "\r\r\n\n",
        "\n/\n",
        "\ngo\n", "$1", ":x", "?", "--\nx", "/*\n*/", "\n\\q\n", "\\.\n", "\u{1A}", "\u{8}", "a ",
        " a", "a", "A", "ａ", "\n#x\n", "E'\\x41'", "\u{10FFFF}", "\u{FFFE}", "ß", "ss", "İ", "i",
      ]
    return try ConformanceCase.all().filter { $0.name != "hostile values" } + [
      ConformanceCase.hostile(values)
    ]
  }

  /// A URI that is too long for PostgreSQL's index, in random characters that can't be compressed.
  private static let long: GeneratorInput = {
    var random = SeededRandom(seed: 11)
    let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
    func text(_ count: Int) -> String {
      String((0..<count).map { _ in random.one(of: letters) })
    }
    return input([
      "long: { provider: generic, type: native, client_id: \(text(2_600)), "
        + "redirect_uris: [\"a.b:/\(text(60_000))\"], scopes: [\(text(5_000))] }"
    ])
  }()

  /// Ports and hosts similar to each loopback URI that a policy registers.
  private static func loopback(_ input: GeneratorInput, _ environment: Environment) -> [Vector] {
    let ports = [
      "", ":", ":0", ":1", ":9", ":08", ":080", ":80", ":8080", ":65535", ":65536", ":99999",
      ":123456", ":4294967377", ":+1", ":-1", ": 1", ":1 ", ":1a", ":a", ":\u{FF11}", ":\u{0661}",
      ":1:1", ":1\0", ":\01", "\0:1",
    ]
    return input.policy.clients[environment, default: []].flatMap { client in
      client.redirectURIs.map(\.value.string).filter { $0.hasPrefix("http://") }.flatMap { uri in
        let authority = uri.utf8.dropFirst(7).prefix { $0 != UInt8(ascii: "/") }
        let rest = String(decoding: uri.utf8.dropFirst(7 + authority.count), as: UTF8.self)
        let hosts = [
          String(decoding: authority, as: UTF8.self), "127.0.0.1", "[::1]", "localhost", "[0::1]",
          "127.1", "a@127.0.0.1",
        ]
        return hosts.flatMap { host in
          ports.flatMap { port in
            ["", "\0", "/", " "].map { end in
              Vector(
                id: "loopback", environment: environment,
                question: .redirectURI(
                  clientID: client.clientID.value.string,
                  redirectURI: "http://\(host)\(port)\(rest)\(end)"),
                answeredBy: input.policy)
            }
          }
        }
      }
    }
  }
}

/// A request that a query decides.
struct DatabaseRequest {
  /// The file has the query for redirect URIs. The other queries compare bytes.
  enum Table: String {
    case redirectURIs = "redirect_uris"
    case postLogout =
      "SELECT 1 FROM post_logout_redirect_uris WHERE client_id = $1 AND redirect_uri = $2"
    case origins = "SELECT 1 FROM cors_origins WHERE client_id = $1 AND origin = $2"
    case grantTypes = "SELECT 1 FROM grant_types WHERE client_id = $1 AND grant_type = $2"
  }

  var table: Table
  var id: String
  var value: String
  var isAllowed: Bool

  /// Returns nil for vectors about something else.
  init?(_ vector: Vector) {
    switch vector.question {
    case .redirectURI(let id, let uri): (table, self.id, value) = (.redirectURIs, id, uri)
    case .postLogoutRedirectURI(let id, let uri): (table, self.id, value) = (.postLogout, id, uri)
    case .corsOrigin(let id, let origin): (table, self.id, value) = (.origins, id, origin)
    case .grantType(let id, let type): (table, self.id, value) = (.grantTypes, id, type)
    default: return nil
    }
    isAllowed = vector.expect.hasPrefix("allow")
  }

  /// The query in a file's comment, without its final semicolon.
  static func query(in file: GeneratedFile) throws -> String {
    let lines = String(decoding: file.bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0.hasPrefix("--   WITH ") })
    let end = try #require(lines[start...].firstIndex { $0.hasSuffix(";") })
    return lines[start...end].map { String($0.dropFirst(5)) }.joined(separator: "\n").dropLast()
      .description
  }
}

/// The expected rows of a policy's tables, made from the compiled policy.
enum SQLRows {
  struct Row {
    var cells: [String]
    var count: Int { cells.count }
    /// The bytes of each cell.
    var hex: String {
      cells.map {
        $0.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
      }
      .joined(separator: "|")
    }
  }

  static func expected(
    _ input: GeneratorInput, _ environment: Environment
  ) -> [(name: String, columns: [String], rows: [Row])] {
    let clients = input.policy.clients[environment, default: []]
    func list(_ values: (CompiledClient) -> [ExactString]) -> [Row] {
      clients.flatMap { client in
        Set(values(client)).map { Row(cells: [client.clientID.value.string, $0.string]) }
      }
    }
    return [
      (
        "clients",
        [
          "client_id", "client_key", "policy", "provider", "type", "public", "pkce",
          "token_endpoint_auth",
        ],
        clients.map { client in
          let method = client.tokenEndpointAuth.rawValue
          return Row(cells: [
            client.clientID.value.string, client.key.string, client.policy.string,
            client.provider.rawValue, client.type.rawValue, method == "none" ? "1" : "0",
            client.requiresPKCE ? "required" : "optional", method,
          ])
        }
      ),
      ("redirect_uris", ["client_id", "redirect_uri"], list { $0.redirectURIs.map(\.value) }),
      (
        "post_logout_redirect_uris", ["client_id", "redirect_uri"],
        list { $0.postLogoutRedirectURIs.map(\.value) }
      ),
      ("cors_origins", ["client_id", "origin"], list { $0.corsOrigins.map(\.value) }),
      ("scopes", ["client_id", "scope"], list { $0.scopes.map(\.value) }),
      ("grant_types", ["client_id", "grant_type"], list(\.grantTypes)),
    ]
  }
}
