package import PolicyText

/// A checked file without secrets.
///
/// If a file has findings or suspicious names, it is searched for secrets. If there are any, it is
/// checked again, so messages can't quote them.
struct CheckedTree {
  /// The tree without the values of secrets.
  let tree: SourceTree
  let diagnostics: [Diagnostic]
  /// The locations of secrets, which must never be printed.
  let secrets: [SourceLocation]
  let unknownValues: [UnknownValue]

  /// - Parameter shape: nil for files without a marker.
  init(_ read: ReadResult, _ shape: MappingShape?) {
    var checker = StructureChecker(read.tree)
    if let shape { checker.check(shape) }
    unknownValues = checker.unknownValues
    var result = read
    if !checker.unknown.isEmpty { result.tree = read.tree.marking(unknown: checker.unknown) }
    HiddenCharacters.report(in: read.tree, prose: checker.prose, to: &result.diagnostics)
    let isPlain =
      shape != nil && !checker.isSuspicious && !checker.hasSecrets && checker.diagnostics.isEmpty
      && result.diagnostics.isEmpty && checker.secrets.isEmpty
      && !SecretContent.mayOccur(in: read.tree.source.bytes[...])
    let found =
      isPlain
      ? SecretScan.Result()
      : SecretScan.spans(in: result.tree, shape, known: checker.secrets.map(\.span))
    secrets = found.shown.map { SourceLocation(file: result.tree.file, span: $0) }
    guard !found.spans.isEmpty else {
      tree = result.tree
      diagnostics = result.diagnostics + checker.diagnostics
      return
    }
    let shown = result.redacted(found.spans)
    var again = StructureChecker(read.tree, shown: shown.tree)
    if let shape {
      again.check(shape)
      again.report(found.contents)
    }
    tree = shown.tree
    diagnostics = shown.diagnostics + again.diagnostics
  }
}

extension ReadResult {
  /// The result without secrets, and their locations. Finds secrets only by their names and
  /// contents.
  package func withoutSecrets() -> (result: ReadResult, secrets: [SourceLocation]) {
    let found = SecretScan.spans(in: tree)
    let secrets = found.shown.map { SourceLocation(file: tree.file, span: $0) }
    return (found.spans.isEmpty ? self : redacted(found.spans), secrets)
  }

  /// The result with some spans redacted, in the tree and in findings.
  ///
  /// - Parameter spans: sorted, without overlaps.
  func redacted(_ spans: [SourceSpan]) -> ReadResult {
    let tree = tree.redacted(spans)
    let hidden = Redactions(spans.map { SourceLocation(file: tree.file, span: $0) })
    var diagnostics = diagnostics
    // A file can have thousands of duplicate keys.
    var places: [SourceSpan: NodeID]?
    for index in diagnostics.indices where hidden.overlaps(diagnostics[index].location) {
      diagnostics[index].message = Self.withoutQuote(diagnostics[index].message)
      guard !diagnostics[index].path.isEmpty else { continue }
      let nodes = places ?? tree.places
      places = nodes
      let node = nodes[diagnostics[index].location.span]
      diagnostics[index].path = node.map { tree.path($0) } ?? ""
    }
    var result = self
    result.tree = tree
    result.diagnostics = diagnostics
    return result
  }

  /// Replaces everything between the first and the last backtick, because the quoted value may contain backticks.
  private static func withoutQuote(_ message: String) -> String {
    let tick = UInt8(ascii: "`")
    guard let first = message.utf8.firstIndex(of: tick),
      let last = message.utf8.lastIndex(of: tick)
    else { return message }
    return String(message[...first]) + Redactions.replacement + String(message[last...])
  }
}

extension SourceTree {
  /// The nodes by location.
  fileprivate var places: [SourceSpan: NodeID] {
    let nodes = (0..<nodeCount).map { NodeID(Int32($0)) }
    return Dictionary(nodes.map { (span($0), $0) }, uniquingKeysWith: { first, _ in first })
  }
}
