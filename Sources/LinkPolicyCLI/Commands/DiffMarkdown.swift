import LinkPolicy

/// A policy difference as Markdown: a table with totals, then the changes.
///
/// Values are in `<code>` elements with punctuation as character references, so they can't close an
/// element, table cell or code block, or mention a user.
struct DiffMarkdown {
  let difference: PolicyDifference

  var text: String {
    var output = "## linkpolicy diff\n\n"
    guard !difference.changes.isEmpty else { return output + "No difference.\n" }
    let effects = difference.effects
    output += "| " + effects.map(\.rawValue).joined(separator: " | ") + " |\n"
    output += "|" + effects.map { _ in "--:|" }.joined() + "\n"
    output += "| " + effects.map { "\(difference.count($0))" }.joined(separator: " | ") + " |\n"
    for effect in effects where difference.count(effect) > 0 {
      output += "\n### \(title(effect))\n"
      for change in difference.changes where change.effect == effect { output += text(change) }
    }
    return output
  }

  private func title(_ effect: PolicyChange.Effect) -> String {
    switch effect {
    case .widening: "Widening: allowed now, and not before"
    case .narrowing: "Narrowing: no longer allowed"
    case .neutral: "Neutral: no known request is decided differently"
    case .undecided: "Undecided: too large to compare"
    }
  }

  private func text(_ change: PolicyChange) -> String {
    let message = change.message.parts.map { part in
      switch part {
      case .text(let text): Markdown.escaped(text)
      case .value(let value): Markdown.code(value.string)
      }
    }.joined()
    var output = "\n<details><summary>\(Markdown.code(change.heading)) \(message)</summary>\n\n"
    output += "| | |\n|---|---|\n"
    for (name, source) in [("old", change.old), ("new", change.new)] {
      guard let source else { continue }
      let place = Markdown.code("\(source.file):\(source.line):\(source.column)")
      output += "| \(name) | \(place) \(Markdown.code(source.path)) |\n"
    }
    if let witness = change.witness {
      output += "| decided | old \(witness.old.words), new \(witness.new.words) |\n"
      output += "\nExample request, a line for <code>linkpolicy simulate --requests -</code>:\n\n"
      output += Markdown.block(witness.request.text())
    }
    return output + "\n</details>\n"
  }
}
