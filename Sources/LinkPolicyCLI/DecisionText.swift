import Diagnostics
import LinkPolicy
import PolicyDecision
import PolicyModel
import TextSupport

/// A decision for people: what happens, why, and the path of checks that led there.
struct DecisionText {
  let style: TextStyle
  let source: (SourceAnchor) -> SourceReference?

  func render(_ decision: Decision, kind: String) -> String {
    var output = heading(decision)
    output += "\n"
    let names = decision.trace.map { $0.step.rawValue.utf8.count }.max() ?? 0
    for (index, step) in decision.trace.enumerated() {
      output += line(step, width: max(14, names), isLast: index == decision.trace.count - 1)
    }
    output += "\n"
    let rows = facts(decision)
    let width = rows.map { $0.0.utf8.count }.max() ?? 0
    for (name, value) in rows {
      output += "  " + style.paint(name, TextStyle.Role.emphasis)
      output += String(repeating: " ", count: width - name.utf8.count) + "  " + value + "\n"
    }
    return output
  }

  private func heading(_ decision: Decision) -> String {
    let word = decision.outcome.rawValue.uppercased()
    let painted =
      switch decision.outcome {
      case .allow: style.paint(word, TextStyle.Role.help)
      case .deny: style.paint(word, TextStyle.Role.error)
      case .ignore: style.paint(word, TextStyle.Role.warning)
      }
    return "\(painted)  \(UTF8Text.visible(decision.message))\n"
  }

  private func line(_ step: Decision.TraceStep, width: Int, isLast: Bool) -> String {
    let mark =
      switch step.outcome {
      case .pass: style.paint("✓", TextStyle.Role.good)
      case .fail: style.paint("✗", TextStyle.Role.error)
      case .note: style.paint("·", TextStyle.Role.note)
      }
    let name = step.step.rawValue
    let padding = String(repeating: " ", count: max(0, width - name.utf8.count))
    let branch = style.paint(isLast ? "└─" : "├─", TextStyle.Role.frame)
    var text = "  \(branch) \(mark) \(name)\(padding)  \(UTF8Text.visible(step.message))\n"
    if let source = step.source.flatMap(source) {
      let stem = style.paint(isLast ? " " : "│", TextStyle.Role.frame)
      text += "  \(stem)    \(String(repeating: " ", count: width))   "
      text += style.paint("at \(place(source))", TextStyle.Role.frame) + "\n"
    }
    return text
  }

  private func facts(_ decision: Decision) -> [(String, String)] {
    var rows: [(String, String)] = [
      ("reason", decision.reason.rawValue), ("channel", decision.channel),
    ]
    func add(_ name: String, _ value: String?) {
      if let value { rows.append((name, UTF8Text.visible(value))) }
    }
    add("error", decision.error)
    add("target", decision.target?.string)
    if let result = decision.result { add("result", result.text()) }
    add("next", decision.next)
    if let nearest = decision.nearest {
      add("nearest", nearest.entry.value.string)
      add("", nearest.difference)
      if let place = source(nearest.entry.anchor).map(place) { add("", "at \(place)") }
    }
    if let source = decision.source.flatMap(source) {
      add("decided by", "\(place(source))  \(source.path)")
    }
    if decision.confidence == .inferred {
      add("confidence", "inferred: the platform does not document this")
    }
    return rows
  }

  private func place(_ source: SourceReference) -> String {
    "\(source.file):\(source.line):\(source.column)"
  }
}
