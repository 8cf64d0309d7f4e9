import LinkPolicy

/// `linkpolicy who-allows`: every entry that lets an address in.
package struct WhoAllowsCommand: Sendable, Equatable {
  package var uri: String
  package var policies: [String] = []
  package var allowsInvalid = false
  package var isJSON = false
  package var color = ColorChoice.auto

  package init(uri: String) { self.uri = uri }

  /// Runs the command.
  package func run(_ console: Console) throws -> ExitStatus {
    guard
      let project = try ProjectLoader.load(
        policies, allowsInvalid: allowsInvalid, color: color, console)
    else { return .usage }
    let answer = WhoAllows(uri, in: project)
    if isJSON {
      console.write(answer.json.text(.pretty) + "\n", as: .json)
    } else {
      let style = console.style(color, isTerminal: console.isTerminal)
      console.write(text(answer, style))
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
      output += "    \(UTF8Text.visible(near.value.string))\n    \(near.difference)\n"
      output += place(near.source, style)
    }
    return output
  }

  /// The entries of one purpose, or that there is none.
  private func section(
    _ purpose: WhoAllows.Purpose, _ title: String, _ none: String?, _ answer: WhoAllows,
    _ style: TextStyle
  ) -> String {
    let matches = answer.matches.filter { $0.owner.purpose == purpose }
    let uri = UTF8Text.quoted(answer.uri.string)
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
    case .rule: "by a rule of links"
    }
  }

  private func name(_ owner: WhoAllows.Owner, _ style: TextStyle) -> String {
    let words =
      [owner.policy.string] + (owner.client.map { [$0.string] } ?? [])
      + [owner.environment.rawValue, owner.place]
    return style.paint(words.map { UTF8Text.visible($0) }.joined(separator: " · "), .emphasis)
      + (owner.clientID.map { "  client ID \(UTF8Text.quoted($0.string))" } ?? "")
  }

  private func place(_ source: SourceReference?, _ style: TextStyle) -> String {
    guard let source else { return "" }
    let text = UTF8Text.visible("\(source.file):\(source.line):\(source.column)  \(source.path)")
    return "    \(style.paint("at", .frame)) \(text)\n"
  }
}
