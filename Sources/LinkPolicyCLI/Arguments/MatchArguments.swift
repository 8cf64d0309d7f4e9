import ArgumentParser
import LinkPolicy

struct MatchArguments: CommandArguments {
  static let configuration = CommandConfiguration(
    commandName: "match",
    abstract: "Say which links an apple-app-site-association or assetlinks.json opens.",
    discussion: """
      Prints `match`, `exclude` or `no_match` and the URL, one line each. With --ndjson, reads one \
      {"id", "aasa", "domain", "appId", "url"} per line and writes {"id", "decision"}.
      """)

  @Option(help: ArgumentHelp("An apple-app-site-association.", valueName: "file"))
  var aasa: String?

  @Option(help: ArgumentHelp("An assetlinks.json.", valueName: "file"))
  var assetlinks: String?

  @Flag(help: "Read questions from standard input, one JSON object per line.")
  var ndjson = false

  @Option(help: "The host that serves the file.")
  var domain: String?

  @Option(help: "Only this app: an app ID or a package name.")
  var app: String?

  @Option(help: "The version of Android; dynamic rules count from 15 on.")
  var androidVersion = 15

  @Flag(help: "Say of each rule why it does or does not match.")
  var explain = false

  @Argument(help: "URLs to ask about.")
  var urls: [String] = []

  func run(on console: Console) throws -> ExitStatus {
    try MatchCommand(source: try source(), app: app, urls: urls, explains: explain).run(console)
  }

  private func source() throws -> MatchCommand.Source {
    guard [aasa != nil, assetlinks != nil, ndjson].count(where: { $0 }) == 1 else {
      throw UsageError("give one of --aasa FILE, --assetlinks FILE and --ndjson")
    }
    if ndjson {
      guard urls.isEmpty else { throw UsageError("--ndjson takes no URLs, they are in the lines") }
      return .lines
    }
    guard !urls.isEmpty else { throw UsageError("name at least one URL") }
    guard let domain else {
      throw UsageError(
        "\(aasa == nil ? "--assetlinks" : "--aasa") needs --domain, the host that serves the file")
    }
    guard AssociationMatch.isHost(domain) else {
      throw UsageError(
        "--domain is a host such as `example.com`, not \(UTF8Text.quoted(domain))")
    }
    if let url = urls.first(where: { !AssociationMatch.isAbsolute($0) }) {
      throw UsageError(
        "\(UTF8Text.quoted(url)) is no URL: write its scheme, as in `https://\(domain)/path`")
    }
    if let assetlinks {
      return .assetLinks(path: assetlinks, domain: domain, androidVersion: androidVersion)
    }
    return .appleAppSiteAssociation(path: aasa ?? "", domain: domain)
  }
}
