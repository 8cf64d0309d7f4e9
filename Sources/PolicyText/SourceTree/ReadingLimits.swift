/// The limits of readers, which hostile files exceed within milliseconds.
package struct ReadingLimits: Sendable {
  /// The maximum size of a file in bytes.
  package var bytes = 64 << 20
  /// The maximum nesting; libyaml's scanner is quadratic in flow depth.
  package var depth = 256
  /// The maximum number of nodes after resolving aliases; a long scalar counts as several.
  package var aliasedNodes = 100_000
  /// The maximum number of entries of a mapping.
  package var keys = 100_000
  /// The maximum size of a scalar in bytes.
  package var scalar = 1 << 20
  /// The maximum number of findings per file; others are left out.
  package var findings = 50_000
  /// The maximum number of lines that start with `%` before the document; libyaml compares each
  /// with all before.
  package var directives = 64
  package init() {}
}

/// A tree, which may be partial, and the findings.
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
    /// No additional syntax.
    case strict
    /// Comments, trailing commas and a byte order mark, as in settings files that people write.
    case commented
  }
}
