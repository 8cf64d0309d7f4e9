import LinkPolicy
import PolicyText

/// A policy difference in text format, by policy, client and environment.
struct DiffText {
  let difference: PolicyDifference
  let style: TextStyle

  var text: String {
    guard !difference.changes.isEmpty else { return "no difference\n" }
    var output = ""
    var heading = ""
    for change in difference.changes {
      let next = change.heading
      if next != heading {
        if !heading.isEmpty { output += "\n" }
        output += style.paint(DisplayText.visible(next), .emphasis) + "\n"
        heading = next
      }
      output += text(change)
    }
    let counts = difference.effects.map { "\(difference.count($0)) \($0.rawValue)" }
    return output + "\n" + counts.joined(separator: ", ") + "\n"
  }

  private func text(_ change: PolicyChange) -> String {
    let word = paint(change.effect.rawValue, change.effect)
    let message = style.wrapped(
      DisplayText.visible(change.message.plain), after: change.effect.rawValue.utf8.count + 4,
      indent: 4)
    var output = "  \(word)  \(message)\n"
    for (name, source) in [("old", change.old), ("new", change.new)] {
      guard let source else { continue }
      let place = "\(source.file):\(source.line):\(source.column)  \(source.path)"
      output += row(name, DisplayText.visible(place))
    }
    if let witness = change.witness {
      output += row("witness", DisplayText.visible(witness.request.text()))
      output += row("", "old \(witness.old.words), new \(witness.new.words)")
    }
    return output
  }

  private func row(_ name: String, _ value: String) -> String {
    let padding = String(repeating: " ", count: max(0, 7 - name.utf8.count))
    let lines = style.wrapped(value, after: 13, indent: 13)
    return "    \(style.paint(name, .frame))\(padding)  \(lines)\n"
  }

  private func paint(_ text: String, _ effect: PolicyChange.Effect) -> String {
    switch effect {
    case .widening, .undecided: style.paint(text, TextStyle.Role.warning)
    case .narrowing: style.paint(text, TextStyle.Role.good)
    case .neutral: style.paint(text, TextStyle.Role.neutral)
    }
  }
}

extension PolicyChange {
  /// Policy, client or host, environment.
  var heading: String {
    [policy.string, client?.string ?? host?.string, environment.rawValue].compactMap { $0 }
      .joined(separator: " · ")
  }
}

extension PolicyChange.Verdict {
  /// "deny (redirect-uri-not-registered)".
  var words: String { "\(outcome.rawValue) (\(reason.rawValue))" }
}
