import LinkPolicy

/// Questions on a terminal about values that the sources lack. An empty reply accepts the proposal.
struct InitQuestions {
  let console: Console
  let color: ColorChoice

  /// The host that serves a file; nil to leave out its links.
  func host(_ question: ImportQuestion) -> String? {
    ask("\nWhich host serves \(DisplayText.visible(question.path))? (empty: leave out its links) ")
      .flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The environment of values; asks until the reply is valid.
  func environment(_ question: ImportQuestion) -> ImportSettings.Destination {
    guard case .environment(let values) = question.subject else { return .drop }
    let style = console.style(color, isTerminal: console.isTerminal)
    let preselected = question.proposal ?? .drop
    let shown = values.prefix(5).map { "  \(DisplayText.visible($0))\n" }.joined()
    let more = values.count > 5 ? "  and \(values.count - 5) more\n" : ""
    console.write(
      "\n\(DisplayText.visible(question.path)) doesn't say which environment this belongs to:\n\(shown)\(more)"
    )
    let choices = ImportSettings.Destination.allCases.map { choice in
      choice == preselected
        ? style.paint("[\(choice.rawValue)]", TextStyle.Role.emphasis) : choice.rawValue
    }
    while true {
      guard let answer = ask("\(choices.joined(separator: ", ")): ") else { return .drop }
      if answer.isEmpty { return preselected }
      if let choice = ImportSettings.Destination.allCases.first(where: {
        $0.rawValue.utf8.elementsEqual(answer.utf8)
          || $0.rawValue.utf8.prefix(1).elementsEqual(answer.utf8)
      }) {
        console.write(effect(choice, values.count))
        return choice
      }
    }
  }

  private func effect(_ choice: ImportSettings.Destination, _ count: Int) -> String {
    let values = SummaryLine.number(max(count, 1), "value")
    switch choice {
    case .drop: return "  \(values) left out\n"
    case .both: return "  \(values) in prod and sandbox\n"
    case .prod, .sandbox: return "  \(values) in \(choice.rawValue)\n"
    }
  }

  /// One line of standard input; nil at its end.
  private func ask(_ question: String) -> String? {
    console.write(question)
    var bytes: [UInt8] = []
    while true {
      let next = console.read(1)
      guard let byte = next.first else {
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
      }
      if byte == 0x0A { break }
      if bytes.count < 4_096 { bytes.append(byte) }
    }
    while let last = bytes.last, last == 0x0D || last == 0x20 { bytes.removeLast() }
    while let first = bytes.first, first == 0x20 { bytes.removeFirst() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
