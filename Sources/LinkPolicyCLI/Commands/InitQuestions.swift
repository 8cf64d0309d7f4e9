import LinkPolicy
import PolicyText

/// Questions on a terminal about values that the sources lack. An empty reply selects the default.
struct InitQuestions {
  let console: Console

  /// The user's reply; nil for the default.
  func answer(_ question: ImportQuestion) -> String? {
    let choices: String
    switch question.subject {
    case .environment:
      choices = ImportSettings.Destination.allCases.map {
        $0.rawValue == question.proposal ? "[\($0.rawValue)]" : $0.rawValue
      }.joined(separator: ", ")
    case .host: choices = question.proposal.map { "[\($0)]" } ?? "[not known yet]"
    case .value: choices = "[TODO]"
    case .app, .variable: choices = "[leave it out]"
    }
    while true {
      guard let reply = ask("\n\(DisplayText.visible(question.text))\n\(choices): "),
        !reply.isEmpty
      else { return question.proposal }
      if let answer = accepted(reply, question.subject) { return answer }
    }
  }

  /// Whether the user agrees.
  func confirms(_ question: String, _ preselected: Bool) -> Bool {
    guard let reply = ask("\n\(question) \(preselected ? "[yes], no" : "yes, [no]"): "),
      let first = reply.lowercased().first
    else { return preselected }
    return first == "y"
  }

  /// The value in a reply; nil if the reply is invalid.
  private func accepted(_ reply: String, _ subject: ImportQuestion.Subject) -> String? {
    switch subject {
    case .environment:
      return ImportSettings.Destination.allCases.map(\.rawValue).first {
        $0.utf8.elementsEqual(reply.utf8) || $0.utf8.prefix(1).elementsEqual(reply.utf8)
      }
    case .host:
      let host = reply.contains("/") ? URIParts(ExactString(reply)).lowerHost.string : reply
      guard host.contains("."), !host.contains(" "), !host.contains("/") else {
        console.write("  a host has a dot and no path, such as www.acme.example\n")
        return nil
      }
      return host
    case .app, .variable, .value: return reply
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
