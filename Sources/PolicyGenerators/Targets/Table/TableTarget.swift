import PolicyDecision
import PolicyDiagnostics
import PolicyModel
import PolicyText

/// `table/`: the redirect URIs of each environment as one file that programs map into memory, for estates
/// that are too large for code, and the readers for it.
package struct TableTarget: GeneratorTarget {
  package static let name = "table"
  package static let summary =
    "table/: redirect URIs of each environment as one mapped file, readers in five languages"
  package static let isDefault = false
  package init() {}

  package func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    var files: [GeneratedFile] = []
    try forEachFile(for: input) { files.append($0) }
    return files
  }

  /// One table after the other: memory holds no two.
  package func forEachFile(
    for input: GeneratorInput, _ take: (GeneratedFile) -> Void
  ) throws(GeneratorError) {
    for environment in input.environments {
      let table = try Self.table(of: input, environment)
      take(
        GeneratedFile(
          path: "table/\(environment.rawValue).lpt", target: Self.name, environment: environment,
          pieces: { table.forEachPiece($0) }))
    }
    for file in Self.readers(input.header) { take(file) }
  }

  /// The readers; they are the same for all policies.
  private static func readers(_ header: GeneratedHeader) -> [GeneratedFile] {
    func file<Language>(_ path: String, _ code: Code<Language>) -> GeneratedFile {
      GeneratedFile(path: "table/" + path, target: name, code: code)
    }
    return [
      file("cpp/linkpolicy_table.hpp", TableReaders.cpp(header)),
      file("go/go.mod", TableReaders.goModule(header)),
      file("go/map_other.go", TableReaders.goReading(header)),
      file("go/map_unix.go", TableReaders.goMapping(header)),
      file("go/table.go", TableReaders.go(header)),
      file("java/linkpolicy/generated/LinkPolicyTable.java", TableReaders.java(header)),
      file("python/linkpolicy_table.py", TableReaders.python(header)),
      file("swift/LinkPolicyTable.swift", TableReaders.swift(header)),
    ]
  }

  /// What the decision core looks redirect URIs up in: of clients with one ID the first, each address once.
  private static func table(
    of input: GeneratorInput, _ environment: Environment
  ) throws(GeneratorError) -> TableFile {
    for attempt in 1...TableWriter.attempts {
      var writer = TableWriter(attempt: attempt)
      var known: Set<ExactString> = []
      for client in input.clients(in: environment)
      where known.insert(client.clientID.value).inserted {
        var addresses: Set<ExactString> = []
        let uris = client.redirectURIs.map(\.value).filter { addresses.insert($0).inserted }
        do throws(TableWriter.Problem) {
          try writer.add(
            id: Array(client.clientID.value.utf8), isNative: client.type == .native,
            uris: uris.map { Array($0.utf8) })
        } catch {
          throw GeneratorError(error.words, at: client.anchor)
        }
      }
      if let table = writer.finish(isSandbox: environment == .sandbox) { return table }
    }
    throw GeneratorError(TableWriter.Problem.noHash.words)
  }
}

extension TableWriter.Problem {
  fileprivate var words: String {
    switch self {
    case .tooLong: "a client ID and a redirect URI have at most 65,535 bytes in a table"
    case .tooLarge: "the clients have more than 4 GiB, which is more than a table can hold"
    case .noHash: "the client IDs and redirect URIs cannot be told apart by any hash function"
    }
  }
}
