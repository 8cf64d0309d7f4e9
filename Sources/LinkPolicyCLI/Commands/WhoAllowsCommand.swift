import ArgumentParser
import LinkPolicy
import PolicyText

/// `linkpolicy who-allows`
struct WhoAllowsCommand: Command {
  static let configuration = CommandConfiguration(
    subcommand: "who-allows",
    abstract: "List every policy entry that accepts a URI.",
    discussion: """
      Examples:
        linkpolicy who-allows https://app.acme.example/callback
        linkpolicy who-allows app.acme.example
        linkpolicy who-allows http://127.0.0.1:8080/ --format json

      Searches redirect URIs, App Flip links, Google's origins and URL schemes, Firebase's domains, \
      continue and callback URLs, Apple's return URLs and link rules. Each match has its location and the \
      part of the URI that was compared. If no entry matches the complete URI, the nearest are listed.

      Exit status: 0 a client receives codes or tokens at the URI; 1 no client does; \
      2 invalid usage or unreadable input; 3 internal error.
      """)

  @Argument(help: "A URI, an origin or a host.")
  var uri: String

  @Option(help: "Print entries in this format.")
  var format = TextOrJSON.text

  @OptionGroup var policies: PolicyOptions
  @Option(help: .color) var color = ColorChoice.auto

  func run(on console: Console) throws -> ExitStatus {
    let console = console.following(policies.followLinks)
    guard let project = try policies.load(color, console) else { return .usage }
    let answer = project.entries(allowing: uri)
    switch format {
    case .json: console.write(answer.json.text(.pretty) + "\n", as: .json)
    case .text:
      console.write(text(answer, console.style(color, isTerminal: console.isTerminal)))
    }
    return answer.receivesCodes ? .clean : .findings
  }

  private func text(_ answer: WhoAllows, _ style: TextStyle) -> String {
    var output = section(
      .codes, "receives codes or tokens", "no client receives codes or tokens", answer, style)
    output += section(.origin, "accepts its origin or host", nil, answer, style)
    output += section(.other, "accepts it for other uses", nil, answer, style)
    if !answer.nearest.isEmpty { output += "\nnearest entries\n" }
    for near in answer.nearest {
      output += "  \(name(near.owner, style))\n"
      output += "    \(DisplayText.visible(near.value.string))\n    \(near.difference)\n"
      output += place(near.source, style)
    }
    return output
  }

  /// - Parameter none: the line to print if nothing accepts the URI.
  private func section(
    _ purpose: WhoAllows.Purpose, _ title: String, _ none: String?, _ answer: WhoAllows,
    _ style: TextStyle
  ) -> String {
    let matches = answer.matches.filter { $0.owner.purpose == purpose }
    let uri = DisplayText.quoted(answer.uri.string)
    guard !matches.isEmpty else {
      return none.map { style.paint("✗", TextStyle.Role.error) + " \($0) at \(uri)\n" } ?? ""
    }
    return title + "\n"
      + matches.map { match in
        "  " + style.paint("✓", TextStyle.Role.good)
          + " \(name(match.owner, style))  \(words(match.form))\n" + place(match.source, style)
      }.joined()
  }

  private func words(_ form: WhoAllows.Form) -> String {
    switch form {
    case .exact: "exact"
    case .loopback: "loopback, any port"
    case .origin: "by its origin"
    case .host: "by its host"
    case .scheme: "by its scheme"
    case .rule: "by a link rule"
    }
  }

  private func name(_ owner: WhoAllows.Owner, _ style: TextStyle) -> String {
    let words =
      [owner.policy.string] + (owner.client.map { [$0.string] } ?? [])
      + [owner.environment.rawValue, owner.place]
    return style.paint(words.map { DisplayText.visible($0) }.joined(separator: " · "), .emphasis)
      + (owner.clientID.map { "  client ID \(DisplayText.quoted($0.string))" } ?? "")
  }

  private func place(_ source: SourceReference?, _ style: TextStyle) -> String {
    guard let source else { return "" }
    let text = DisplayText.visible("\(source.file):\(source.line):\(source.column)  \(source.path)")
    return "    \(style.paint("at", .frame)) \(text)\n"
  }
}
