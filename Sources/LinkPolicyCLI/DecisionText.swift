import LinkPolicy
import PolicyText

/// A decision in text format: the outcome, the reason and the checks.
struct DecisionText {
  let style: TextStyle
  var width = 100

  func render(_ decision: RequestDecision) -> String {
    var output = heading(decision)
    output += "\n"
    let trace = decision.trace
    let names = trace.map { $0.name.utf8.count }.max() ?? 0
    for (index, step) in trace.enumerated() {
      output += line(step, width: max(14, names), isLast: index == trace.count - 1)
    }
    output += "\n"
    let rows = facts(decision)
    let indent = (rows.map { $0.0.utf8.count }.max() ?? 0) + 4
    for (name, value) in rows {
      output += "  " + style.paint(name, TextStyle.Role.emphasis)
      output += String(repeating: " ", count: indent - 2 - name.utf8.count)
      output +=
        WrappedText.lines(value, width: width - indent)
        .joined(separator: "\n" + String(repeating: " ", count: indent)) + "\n"
    }
    return output
  }

  private func heading(_ decision: RequestDecision) -> String {
    let word = decision.outcome.rawValue.uppercased()
    let painted =
      switch decision.outcome {
      case .allow: style.paint(word, TextStyle.Role.good)
      case .deny: style.paint(word, TextStyle.Role.error)
      case .ignore: style.paint(word, TextStyle.Role.warning)
      }
    let indent = word.utf8.count + 2
    let lines = WrappedText.lines(DisplayText.visible(decision.message), width: width - indent)
    return painted + "  "
      + lines.joined(separator: "\n" + String(repeating: " ", count: indent)) + "\n"
  }

  private func line(_ step: RequestDecision.Step, width names: Int, isLast: Bool) -> String {
    let mark =
      switch step.outcome {
      case .pass: style.paint("✓", TextStyle.Role.good)
      case .fail: style.paint("✗", TextStyle.Role.error)
      case .note: style.paint("·", TextStyle.Role.note)
      }
    let name = step.name
    let padding = String(repeating: " ", count: max(0, names - name.utf8.count))
    let branch = style.paint(isLast ? "└─" : "├─", TextStyle.Role.frame)
    let stem = style.paint(isLast ? " " : "│", TextStyle.Role.frame)
    let margin = "\n  \(stem)    \(String(repeating: " ", count: names))  "
    let message = WrappedText.lines(
      DisplayText.visible(step.message), width: width - names - 9)
    var text = "  \(branch) \(mark) \(name)\(padding)  " + message.joined(separator: margin)
    if let source = step.source {
      text += margin + style.paint("at \(place(source))", TextStyle.Role.frame)
    }
    return text + "\n"
  }

  private func facts(_ decision: RequestDecision) -> [(String, String)] {
    var rows: [(String, String)] = [
      ("reason", decision.reason.rawValue), ("channel", decision.channel.rawValue),
    ]
    func add(_ name: String, _ value: String?) {
      if let value { rows.append((name, DisplayText.visible(value))) }
    }
    add("error", decision.error)
    add("target", decision.target)
    for (index, value) in result(decision).enumerated() { add(index == 0 ? "result" : "", value) }
    add("next", decision.next)
    add("user sees", decision.userSees)
    if let nearest = decision.nearest {
      add("nearest", nearest.value)
      add("", nearest.difference)
      if let place = nearest.source.map(place) { add("", "at \(place)") }
    }
    if let source = decision.source {
      add("decided by", "\(place(source))  \(source.path)")
    }
    if decision.confidence == .inferred {
      add("confidence", "inferred: the platform does not document this")
    }
    return rows
  }

  /// One row per member of an object.
  private func result(_ decision: RequestDecision) -> [String] {
    guard let result = decision.result else { return [] }
    guard case .object(let members) = result, members.count > 1 else { return [result.text()] }
    let names = members.map(\.key.utf8.count).max() ?? 0
    return members.map { key, value in
      key + String(repeating: " ", count: names - key.utf8.count) + "  " + value.text()
    }
  }

  private func place(_ source: SourceReference) -> String {
    "\(source.file):\(source.line):\(source.column)"
  }
}
