/// What a reader accepts; hostile files end in a diagnostic within milliseconds.
package struct ReadingLimits: Sendable {
  /// Bytes of one file.
  package var bytes = 64 << 20
  /// Nested sequences and mappings; libyaml's scanner is quadratic in flow depth.
  package var depth = 256
  /// Nodes that aliases stand for, counted as if written out; a long text counts for more than one.
  package var aliasedNodes = 100_000
  /// Entries of one mapping.
  package var keys = 100_000
  /// Bytes of one scalar.
  package var scalar = 1 << 20
  /// Findings of one file; the rest is left out.
  package var findings = 50_000
  /// Lines that start with `%` before the document; libyaml compares each with all before.
  package var directives = 64
  package init() {}
}

/// A tree, as far as it could be read, and what was wrong.
package struct ReadResult: Sendable {
  package var tree: SourceTree
  package var diagnostics: [Diagnostic]
}

/// Parses JSON that isn't in a file, such as values of options.
package enum JSONText {
  package struct Problem: Error, Sendable {
    package var message: String
  }

  package static func parse(
    _ bytes: [UInt8], limits: ReadingLimits = ReadingLimits()
  ) throws(Problem) -> JSONValue {
    let result = JSONReader.read(
      SourceFile(name: "-", bytes: bytes), file: FileID(0), limits: limits)
    if let problem = result.diagnostics.first { throw Problem(message: problem.message) }
    guard let root = result.tree.root else { throw Problem(message: "nothing") }
    return result.tree.json(root)
  }
}

extension JSONReader {
  /// Syntax that is accepted in addition to RFC 8259.
  package enum Dialect: Sendable {
    /// Nothing.
    case strict
    /// Comments, trailing commas and a byte order mark, as tools take them that people write settings for.
    case commented
  }
}
