import ArgumentParser
import LinkPolicy
import PolicyText

/// `linkpolicy match`
struct MatchCommand: Command {
  static let configuration = CommandConfiguration(
    subcommand: "match",
    abstract: "Check which links an apple-app-site-association or assetlinks.json opens.",
    discussion: """
      Examples:
        linkpolicy match --aasa aasa.json --domain a.example https://a.example/flip
        linkpolicy match --assetlinks links.json --domain a.example https://a.example
        linkpolicy match --ndjson < requests.ndjson

      Prints `match`, `exclude` or `no_match` and the URL, one line each. With --ndjson, reads one \
      {"id", "aasa", "domain", "appId", "url"} per line and writes {"id", "decision"}.

      Exit status: 0 every URL matches, or with --ndjson every line is valid; 1 otherwise; \
      2 invalid usage or unreadable input; 3 internal error.
      """)

  @Option(help: ArgumentHelp("Check this apple-app-site-association.", valueName: "file"))
  var aasa: String?

  @Option(help: ArgumentHelp("Check this assetlinks.json.", valueName: "file"))
  var assetlinks: String?

  @Flag(help: "Read requests from standard input, one JSON object per line.")
  var ndjson = false

  @Option(help: "Assume that this host serves the file.")
  var domain: String?

  @Option(help: "Check only this app: an app ID or a package name.")
  var app: String?

  @Option(
    help: "Match as this version of Android; versions from 15 read dynamic rules.")
  var androidVersion = 15

  @Flag(help: "Explain why each rule matches or doesn't.")
  var explain = false

  @Argument(help: "The URLs to check.")
  var urls: [String] = []

  func run(on console: Console) throws -> ExitStatus {
    guard [aasa != nil, assetlinks != nil, ndjson].count(where: { $0 }) == 1 else {
      throw UsageError("expected one of `--aasa FILE`, `--assetlinks FILE` and `--ndjson`")
    }
    guard !ndjson else {
      guard urls.isEmpty else { throw UsageError("can't combine `--ndjson` with URLs") }
      return try matchLines(console)
    }
    guard !urls.isEmpty else { throw UsageError("expected at least one URL") }
    guard let domain else {
      let option = aasa == nil ? "--assetlinks" : "--aasa"
      throw UsageError("`\(option)` needs `--domain`, the host that serves the file")
    }
    guard AssociationMatch.isHost(domain) else {
      throw UsageError(
        "`--domain` must be a host such as `example.com`, found \(DisplayText.quoted(domain))")
    }
    if let url = urls.first(where: { !AssociationMatch.isAbsolute($0) }) {
      throw UsageError(
        "\(DisplayText.quoted(url)) is not an absolute URL; write it with its scheme, as in "
          + "`https://\(domain)/path`")
    }
    return matchURLs(try file(on: domain, console), console)
  }

  /// Opens the association file.
  private func file(on domain: String, _ console: Console) throws -> AssociationMatch {
    let path = aasa ?? assetlinks ?? ""
    let file = SourceFile(name: path, bytes: try console.content(of: path))
    do throws(AssociationMatch.Malformed) {
      return try aasa == nil
        ? AssociationMatch(
          assetLinks: file, domain: domain, package: app, androidVersion: androidVersion)
        : AssociationMatch(appleAppSiteAssociation: file, domain: domain, app: app)
    } catch {
      console.writeFindings(error.findings, .auto)
      throw UsageError("\(DisplayText.visible(path)) is not valid JSON, so devices ignore it")
    }
  }

  private func matchURLs(_ match: AssociationMatch, _ console: Console) -> ExitStatus {
    var status = ExitStatus.clean
    for url in urls {
      let answer = match.answer(url)
      if answer.outcome != .match { status = .findings }
      console.write("\(answer.outcome.rawValue) \(DisplayText.visible(url))\n")
      guard explain else { continue }
      for line in answer.explanation { console.write("  \(line)\n") }
      if let closest = answer.closest { console.write("  closest: \(closest)\n") }
    }
    return status
  }

  private func matchLines(_ console: Console) throws -> ExitStatus {
    var status = ExitStatus.clean
    try console.forEachLine(of: "-") { line in
      let (json, isValid) =
        line.map { AssociationMatch.answer(line: $0, explains: explain) }
        ?? (AssociationMatch.tooLong(limit: console.access.lineBytes), false)
      if !isValid { status = .findings }
      console.write(json.text() + "\n", as: .json)
    }
    return status
  }
}
