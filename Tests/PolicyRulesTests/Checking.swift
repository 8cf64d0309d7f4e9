import PolicyText
import PolicyModel
import PolicyRules

/// Parses and checks policies given as strings.
enum Checking {
  /// Returns the findings of the parser, the structure check and the rules.
  static func diagnostics(_ policies: String...) -> [Diagnostic] { diagnostics(policies) }

  static func diagnostics(_ policies: [String]) -> [Diagnostic] {
    report(policies.map { Array($0.utf8) }).diagnostics
  }

  /// Returns the findings in an example, without its marks.
  static func diagnostics(example: [String], _ kind: RuleInfo.Examples.Kind) -> [Diagnostic] {
    if kind == .deployedAssetLinks, example.count == 2 {
      return ExampleFile.report(policy: Array(example[0].utf8), deployed: Array(example[1].utf8))
        .diagnostics
    }
    if kind == .siteFiles { return ExampleFile.report(site: example).diagnostics }
    guard kind == .appleAppSiteAssociation || kind == .assetLinks else {
      return diagnostics(example)
    }
    return example.flatMap { text -> [Diagnostic] in
      let (name, bytes) = ExampleFile.file(text, kind)
      let read = JSONReader.read(SourceFile(name: name, bytes: bytes), file: FileID(0))
      return kind == .assetLinks
        ? AssociationFileRules.checkAssetLinks(read) : AssociationFileRules.checkApple(read)
    }
  }

  static func report(_ policies: [[UInt8]]) -> Report {
    let sources = policies.enumerated().map {
      SourceFile(name: "policy-\($0.offset).yaml", bytes: $0.element)
    }
    let documents = sources.enumerated().map {
      PolicyDocument(YAMLReader.read($0.element, file: FileID($0.offset)))
    }
    let workspace = Workspace(sources: sources, documents: documents)
    return Report(
      sources: sources,
      diagnostics: Precedence.withoutRepetitions(
        documents.flatMap(\.diagnostics) + RuleRegistry.check(workspace)))
  }

  /// Removes the marks, and returns the range between them.
  static func marked(_ text: String) -> (text: String, span: SourceSpan?) {
    let bytes = Array(text.utf8)
    let open = Array("⟦".utf8)
    let close = Array("⟧".utf8)
    guard let start = bytes.firstRange(of: open), let end = bytes.firstRange(of: close) else {
      return (text, nil)
    }
    let plain =
      bytes[..<start.lowerBound] + bytes[start.upperBound..<end.lowerBound]
      + bytes[end.upperBound...]
    let span = SourceSpan(start.lowerBound, end.lowerBound - open.count)
    return (String(decoding: plain, as: UTF8.self), span)
  }

  /// Describes findings for failure messages, one per line.
  static func describe(_ diagnostics: [Diagnostic]) -> String {
    diagnostics.map {
      "\($0.severity) \($0.rule) \($0.location.span.start)..<\($0.location.span.end) \($0.message)"
    }.joined(separator: "\n")
  }
}
