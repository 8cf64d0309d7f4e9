import LinkPolicy

/// `linkpolicy match`: what association files that somebody else wrote say about URLs.
package struct MatchCommand: Sendable, Equatable {
  /// The file that is asked.
  package enum Source: Sendable, Equatable {
    case appleAppSiteAssociation(path: String, domain: String)
    case assetLinks(path: String, domain: String, androidVersion: Int)
    /// One question with its file per line of standard input.
    case lines
  }

  package var source: Source
  /// Only this app: an app ID, or a package name.
  package var app: String?
  package var urls: [String]
  package var explains: Bool

  package init(source: Source, app: String? = nil, urls: [String] = [], explains: Bool = false) {
    self.source = source
    self.app = app
    self.urls = urls
    self.explains = explains
  }

  /// Runs the command.
  package func run(_ console: Console) throws -> ExitStatus {
    switch source {
    case .lines: return try answerLines(console)
    case .appleAppSiteAssociation(let path, let domain):
      return try ask(path, console) { file throws(AssociationMatch.Malformed) in
        try AssociationMatch(appleAppSiteAssociation: file, domain: domain, app: app)
      }
    case .assetLinks(let path, let domain, let version):
      return try ask(path, console) { file throws(AssociationMatch.Malformed) in
        try AssociationMatch(
          assetLinks: file, domain: domain, package: app, androidVersion: version)
      }
    }
  }

  /// Platforms ignore a file that is not JSON, so there is no answer about one.
  private func ask(
    _ path: String, _ console: Console,
    _ open: (SourceFile) throws(AssociationMatch.Malformed) -> AssociationMatch
  ) throws -> ExitStatus {
    let bytes = try console.content(of: path)
    do throws(AssociationMatch.Malformed) {
      return ask(try open(SourceFile(name: path, bytes: bytes)), console)
    } catch {
      let style = console.style(.auto, isTerminal: console.isErrorTerminal)
      console.writeError(error.findings.rendered(as: .text, style: style))
      throw UsageError("\(UTF8Text.visible(path)) is not JSON: devices ignore the whole file")
    }
  }

  private func ask(_ match: AssociationMatch, _ console: Console) -> ExitStatus {
    var status = ExitStatus.clean
    for url in urls {
      let answer = match.answer(url)
      if answer.outcome != .match { status = .findings }
      console.write("\(answer.outcome.rawValue) \(UTF8Text.visible(url))\n")
      guard explains else { continue }
      for line in answer.explanation { console.write("  \(line)\n") }
      if let closest = answer.closest { console.write("  closest: \(closest)\n") }
    }
    return status
  }

  // MARK: the conformance protocol

  private func answerLines(_ console: Console) throws -> ExitStatus {
    var status = ExitStatus.clean
    try console.forEachLine(of: "-") { line in
      let (json, isValid) =
        line.map { AssociationMatch.answer(line: $0, explains: explains) }
        ?? (AssociationMatch.tooLong(limit: console.access.lineBytes), false)
      if !isValid { status = .findings }
      console.write(json.text() + "\n", as: .json)
    }
    return status
  }
}
