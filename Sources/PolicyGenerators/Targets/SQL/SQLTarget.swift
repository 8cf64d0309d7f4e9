import PolicyText

/// `sql/<environment>.sql`: the clients of an environment as tables for SQLite and PostgreSQL, for policy sets
/// that are too large to compile into a program.
package struct SQLTarget: GeneratorTarget {
  package static let name = "sql"
  package static let summary =
    "sql/: clients of each environment as tables for SQLite and PostgreSQL"
  package static func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    var files: [GeneratedFile] = []
    for environment in input.environments {
      let script = SQLScript(input, environment)
      try script.check()
      files.append(
        GeneratedFile(
          path: "sql/\(environment.rawValue).sql", target: name, environment: environment
        ) { Array(script.text.utf8) })
    }
    return files
  }
}
