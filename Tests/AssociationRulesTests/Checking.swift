import LinkPolicy

/// Reads and checks association files as the command does.
enum Checking {
  static func report(_ bytes: [UInt8], name: String) -> Report {
    Project([
      InputFile(
        source: SourceFile(name: name, bytes: bytes), kind: InputKind(path: name) ?? .assetLinks,
        isExplicit: true)
    ]).report
  }

  /// Several files in one run, with what only `--verbose` shows.
  static func project(_ files: [(name: String, text: String)], isVerbose: Bool = false) -> Project {
    var settings = CheckSettings()
    settings.includesMinor = isVerbose
    return Project(
      files.map {
        InputFile(
          source: SourceFile(name: $0.name, bytes: Array($0.text.utf8)),
          kind: InputKind(path: $0.name) ?? .assetLinks, isExplicit: true)
      }, settings: settings)
  }

  static func apple(_ text: String) -> [Diagnostic] {
    places(report(Array(text.utf8), name: "apple-app-site-association").diagnostics)
  }

  static func android(_ text: String) -> [Diagnostic] {
    places(report(Array(text.utf8), name: "assetlinks.json").diagnostics)
  }

  /// A finding for each place of those that stand for many.
  static func places(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    diagnostics.flatMap { finding in
      [finding]
        + finding.notes.filter { $0.message.hasPrefix("the same: ") }.compactMap(\.location).map {
          place in
          var other = finding
          other.location = place
          other.notes = []
          other.fixes = []
          return other
        }
    }
  }

  /// One line per finding, for failures.
  static func describe(_ diagnostics: [Diagnostic]) -> String {
    diagnostics.map {
      "\($0.severity) \($0.rule) \($0.location.span.start)..<\($0.location.span.end) \($0.message)"
    }.joined(separator: "\n")
  }
}
