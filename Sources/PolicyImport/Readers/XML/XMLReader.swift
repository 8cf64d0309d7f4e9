package import PolicyText

/// Reads XML 1.0 with namespaces into a tree that knows the bytes of every value.
///
/// A reader of our own, because those that exist (libxml2, expat) know where an element starts, and not where
/// the value of an attribute stands: findings could not point at the host that they are about. It refuses what
/// a file from elsewhere must not ask of us: no entity but the five of the language is known, a DOCTYPE is
/// passed over, its internal subset is refused, and nothing outside the file is ever opened.
package enum XMLReader {
  /// What was read, and what is wrong with it.
  package struct Result: Sendable {
    package var tree: XMLTree
    package var diagnostics: [Diagnostic]
  }

  /// Reads a file. Never throws: the tree holds what stands before the first fault that cannot be passed.
  package static func read(
    _ source: SourceFile, file: FileID, limits: ReadingLimits = ReadingLimits()
  ) -> Result {
    var parser = XMLParser(source: source, file: file, limits: limits)
    if !parser.findings.refuses(source, limits: limits) { parser.read() }
    return Result(tree: parser.tree, diagnostics: parser.findings.diagnostics)
  }
}
