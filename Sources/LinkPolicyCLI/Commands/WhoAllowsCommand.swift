import LinkPolicy

/// `linkpolicy who-allows`: every entry that accepts a redirect URI.
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
      console.write(answer.json.text(.pretty) + "\n")
    } else {
      let style = console.style(color, isTerminal: console.isTerminal)
      console.write(text(answer, style))
    }
    return answer.matches.isEmpty ? .findings : .clean
  }

  private func text(_ answer: WhoAllows, _ style: TextStyle) -> String {
    guard answer.matches.isEmpty else {
      return answer.matches.map { match in
        let how = match.isLoopback ? "loopback, any port" : "exact"
        return style.paint("✓", TextStyle.Role.good) + " \(name(match.owner, style))  \(how)\n"
          + place(match.source, style)
      }.joined()
    }
    var output =
      style.paint("✗", TextStyle.Role.error) + " nobody accepts \(UTF8Text.quoted(uri))\n"
    if !answer.nearest.isEmpty { output += "\nnearest entries\n" }
    for near in answer.nearest {
      output += "  \(name(near.owner, style))\n"
      output += "    \(UTF8Text.visible(near.value.string))\n    \(near.difference)\n"
      output += place(near.source, style)
    }
    return output
  }

  private func name(_ client: WhoAllows.ClientName, _ style: TextStyle) -> String {
    let words = [client.policy.string, client.key.string, client.environment.rawValue]
    return style.paint(words.map { UTF8Text.visible($0) }.joined(separator: " · "), .emphasis)
      + "  client ID \(UTF8Text.quoted(client.clientID.string))"
  }

  private func place(_ source: SourceReference?, _ style: TextStyle) -> String {
    guard let source else { return "" }
    let text = UTF8Text.visible("\(source.file):\(source.line):\(source.column)  \(source.path)")
    return "    \(style.paint("at", .frame)) \(text)\n"
  }
}
