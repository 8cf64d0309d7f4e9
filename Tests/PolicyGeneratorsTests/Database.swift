import Foundation
import PolicyTestSupport
import Testing

/// A SQLite or PostgreSQL database that a test starts itself, used through its command-line
/// program.
struct Database {
  enum Kind: String, CaseIterable, Sendable {
    case sqlite
    case postgreSQL
  }

  struct Failure: Error {
    var output: String
  }

  let kind: Kind
  private let directory: URL
  private let program: String

  /// Calls a function with a server, and stops and removes it afterwards.
  static func with(_ kind: Kind, _ body: (Database) throws -> Void) throws {
    try Tool.withTemporaryDirectory { directory in
      let program = try #require(Tool.path(kind == .sqlite ? "sqlite3" : "psql"))
      let database = Database(kind: kind, directory: directory, program: program)
      guard kind == .postgreSQL else { return try body(database) }
      let cluster = directory.appending(path: "cluster")
      try FileManager.default.createDirectory(at: cluster, withIntermediateDirectories: false)
      // The server refuses to run as root.
      let user = geteuid() == 0 ? ["-u", "postgres", "--"] : nil
      // If the server inherits Foundation's descriptors, Foundation waits forever for its starter
      // to exit.
      let closing =
        #"for fd in /dev/fd/*; do fd=${fd##*/}; [ "$fd" -le 2 ] || eval "exec $fd>&-"; done; exec "$@""#
      func run(_ tool: String, _ arguments: [String]) throws {
        let path = try #require(Tool.path(tool))
        let starter = try user.map { try [#require(Tool.path("runuser"))] + $0 } ?? []
        let result = try Tool.run(
          "/bin/bash", ["-c", closing, "bash"] + starter + [path] + arguments, in: directory)
        guard result.status == 0 else { throw Failure(output: result.output) }
      }
      if user != nil {
        let chown = try #require(Tool.path("chown"))
        _ = try Tool.run(chown, ["postgres", cluster.path])
      }
      let data = cluster.appending(path: "data").path
      try run(
        "initdb",
        ["-D", data, "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C", "--no-sync"])
      let options = "-F -c listen_addresses='' -c unix_socket_directories='\(cluster.path)'"
      try run(
        "pg_ctl",
        ["-D", data, "-w", "-l", cluster.appending(path: "log").path, "-o", options, "start"])
      defer { try? run("pg_ctl", ["-D", data, "-w", "-m", "immediate", "stop"]) }
      try body(database)
    }
  }

  /// Creates an empty database.
  ///
  /// - Parameter ignoresCase: whether its default collation (ICU) ignores case and accents.
  func create(_ name: String, ignoresCase: Bool = false) throws -> String {
    let name = name.lowercased()
    guard kind == .postgreSQL else { return name }
    let collation =
      ignoresCase ? " LOCALE_PROVIDER icu ICU_LOCALE 'und-u-ks-level1' LOCALE 'C'" : ""
    try run(
      "CREATE DATABASE \(name) TEMPLATE template0 ENCODING 'UTF8'\(collation)", in: "postgres")
    return name
  }

  /// Loads a file with the command in its comment.
  func load(_ bytes: [UInt8], into name: String, stopsAtErrors: Bool = true) throws {
    let file = directory.appending(path: "load.sql")
    try Data(bytes).write(to: file)
    switch kind {
    case .sqlite:
      let options = stopsAtErrors ? "-bail " : ""
      let command = "exec '\(program)' \(options)'\(path(name))' < '\(file.path)'"
      try check(Tool.run("/bin/sh", ["-c", command]))
    case .postgreSQL:
      let stop = stopsAtErrors ? ["-v", "ON_ERROR_STOP=1"] : []
      let result = try Tool.run(program, connection(name) + stop + ["-f", file.path])
      // Without the option, the exit status doesn't show errors.
      guard result.status == 0, !result.output.contains("ERROR:") else {
        throw Failure(output: result.output)
      }
    }
  }

  /// Replaces PostgreSQL tables with the command in a file's comment.
  func replace(with bytes: [UInt8], in name: String) throws {
    let file = directory.appending(path: "replace.sql")
    try Data(bytes).write(to: file)
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let drop = try #require(lines.first { $0.contains("DROP TABLE policies") })
    let statement = drop.split(separator: "'")[1]
    try check(
      Tool.run(
        program,
        connection(name) + [
          "-v", "ON_ERROR_STOP=1", "-1", "-c", String(statement), "-f", file.path,
        ]))
  }

  /// Runs statements and returns their output.
  @discardableResult
  func run(_ script: String, in name: String, stopsAtErrors: Bool = true) throws -> String {
    let file = directory.appending(path: "run.sql")
    try Data(script.utf8).write(to: file)
    let result =
      switch kind {
      case .sqlite: try Tool.run(program, ["-batch", path(name), ".read '\(file.path)'"])
      case .postgreSQL:
        try Tool.run(
          program,
          connection(name) + (stopsAtErrors ? ["-v", "ON_ERROR_STOP=1"] : []) + ["-f", file.path],
          mergesErrors: stopsAtErrors)
      }
    if stopsAtErrors { try check(result) }
    return result.output
  }

  /// Returns the number of rows for each question's query, by index. Rejected
  /// questions are missing.
  func answers(
    to questions: [DatabaseRequest], query: String, in name: String
  ) throws -> [Int: Int] {
    var script = kind == .sqlite ? ".parameter init\n" : ""
    func select(_ table: DatabaseRequest.Table) -> String {
      let query = table == .redirectURIs ? query : table.rawValue
      return "SELECT CAST($3 AS INTEGER), COUNT(*) FROM (\(query)) AS found"
    }
    if kind == .postgreSQL {
      for table: DatabaseRequest.Table in [.redirectURIs, .postLogout, .origins, .grantTypes] {
        script += "PREPARE \(table)(TEXT, TEXT, INTEGER) AS \(select(table));\n"
      }
    }
    for (index, question) in questions.enumerated() {
      let (id, value) = (literal(question.id), literal(question.value))
      let line =
        switch kind {
        case .sqlite:
          "REPLACE INTO temp.sqlite_parameters VALUES ('$1', \(id)), ('$2', \(value)), ('$3', \(index));\n"
            + select(question.table) + ";\n"
        case .postgreSQL: "EXECUTE \(question.table)(\(id), \(value), \(index));\n"
        }
      script += line
    }
    var answers: [Int: Int] = [:]
    let output = try run(script, in: name, stopsAtErrors: false)
    for line in output.split(separator: "\n") {
      let parts = line.split(separator: "|").compactMap { Int($0) }
      if parts.count == 2 { answers[parts[0]] = parts[1] }
    }
    // PostgreSQL rejects NUL characters and nothing else.
    let refused = questions.indices.filter { answers[$0] == nil }
    #expect(
      refused.allSatisfy {
        kind == .postgreSQL && (questions[$0].id + questions[$0].value).utf8.contains(0)
      })
    return answers
  }

  /// Returns the bytes of columns, row by row, sorted.
  func rows(of table: String, _ columns: [String], in name: String) throws -> [String] {
    let cells = columns.map { column in
      kind == .sqlite
        ? "hex(\(column))" : "upper(encode(convert_to(CAST(\(column) AS TEXT), 'UTF8'), 'hex'))"
    }
    let query = "SELECT \(cells.joined(separator: " || '|' || ")) FROM \(table);\n"
    return try run(query, in: name).split(separator: "\n").map { String($0) }.sorted()
  }

  /// Returns everything in a database, including tables.
  func dump(_ name: String) throws -> String {
    switch kind {
    case .sqlite:
      try run(".dump", in: name).replacing(
        "PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\nCOMMIT;\n", with: "")
    case .postgreSQL:
      try run(
        "SELECT table_to_xml(CAST(oid AS REGCLASS), true, false, '') FROM pg_class "
          + "WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY relname;\n",
        in: name)
    }
  }

  // MARK: helpers

  /// Returns a value as bytes, without quoting.
  private func literal(_ text: String) -> String {
    let hex = text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    return kind == .sqlite ? "CAST(x'\(hex)' AS TEXT)" : "convert_from('\\x\(hex)', 'UTF8')"
  }

  private func path(_ name: String) -> String { directory.appending(path: "\(name).db").path }

  private func connection(_ name: String) -> [String] {
    [
      "-X", "-q", "-A", "-t", "-h", directory.appending(path: "cluster").path, "-U", "postgres",
      "-d", name,
    ]
  }

  private func check(_ result: Tool.Result) throws {
    guard result.status == 0 else { throw Failure(output: result.output) }
  }
}
