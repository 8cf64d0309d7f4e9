import LinkPolicy
import PolicyText

/// Flows in text format. A flow that breaks is drawn as the path of its steps.
struct FlowText {
  let style: TextStyle
  var width = 100

  /// The maximum number of flows that a terminal shows with their steps. If there are more, those
  /// that complete are one line each, below all others.
  private static let unfolded = 12
  /// The minimum width of the column of step names.
  private static let narrowest = 16

  func render(_ report: FlowReport) -> String {
    guard !report.flows.isEmpty else { return "no flow\n" }
    let isSingle = report.flows.count == 1
    var output = ""
    var subject = ""
    let isFolded = style.columns != nil && report.flows.count > Self.unfolded
    for flow in isFolded ? worstFirst(report.flows) : report.flows {
      let group = "\(flow.kind.rawValue):\(flow.subject)"
      if !output.isEmpty, group != subject || flow.outcome == .breaks { output += "\n" }
      subject = group
      output += heading(flow)
      if isFolded, flow.outcome == .completes { continue }
      output += isSingle || flow.outcome == .breaks ? path(flow) : line(flow)
    }
    output += "\n" + summary(report)
    return isFolded ? output + "for the steps of a flow, add `--flow ID`\n" : output
  }

  private func worstFirst(_ flows: [SignInFlow]) -> [SignInFlow] {
    [.breaks, .inferred, .completes].flatMap { outcome in flows.filter { $0.outcome == outcome } }
  }

  // MARK: parts of a flow

  private func heading(_ flow: SignInFlow) -> String {
    let word =
      flow.outcome == .breaks && flow.confidence == .inferred
      ? "breaks (inferred)" : flow.outcome.rawValue
    return "\(mark(flow.outcome)) \(style.paint(DisplayText.visible(flow.id), .emphasis))  "
      + paint(word, flow.outcome) + "\n"
  }

  /// The steps in one line, and details of inferred ones.
  private func line(_ flow: SignInFlow) -> String {
    let names = flow.steps.map(\.name).joined(separator: " → ")
    var output = indented(names, by: 2, role: .frame)
    for step in flow.steps where step.outcome == .inferred {
      output += indented("~ \(step.name): \(DisplayText.visible(step.message))", by: 4, role: nil)
    }
    return output
  }

  /// One step per line, with its location in the policy.
  private func path(_ flow: SignInFlow) -> String {
    let names = max(Self.narrowest, flow.steps.map { columns(of: $0.name) }.max() ?? 0)
    var output = "  \(style.paint("│", .frame))\n"
    for (index, step) in flow.steps.enumerated() {
      output += draw(step, names: min(names, 34), isLast: index == flow.steps.count - 1)
    }
    output += "\n"
    // If the flow breaks, the last step has the message.
    if flow.outcome != .breaks {
      output += indented(DisplayText.visible(flow.message), by: 2, role: nil)
    }
    guard let source = flow.source else { return output }
    let word = flow.outcome == .breaks ? "look at" : "declared at"
    let place = DisplayText.visible(
      "\(source.file):\(source.line):\(source.column)  \(source.path)")
    let indent = word.utf8.count + 3
    return output + "  " + style.paint(word, .frame) + " "
      + style.wrapped(place, after: indent, indent: indent) + "\n"
  }

  private func draw(_ step: SignInFlow.Step, names: Int, isLast: Bool) -> String {
    let branch = style.paint(isLast ? "└─" : "├─", .frame)
    let stem = style.paint(isLast ? " " : "│", .frame)
    let padding = String(repeating: " ", count: max(0, names - columns(of: step.name)))
    let margin = "\n  \(stem)    \(String(repeating: " ", count: names))  "
    let room = width - names - 9
    // On a terminal, a value that is too wide for the column gets its own line.
    func place(_ line: String) -> String {
      (style.columns != nil && columns(of: line) > room ? "\n  \(stem)    " : margin) + line
    }
    let message = WrappedText.lines(DisplayText.visible(step.message), width: room)
    var text = "  \(branch) \(mark(step.outcome)) \(step.name)\(padding)  " + message[0]
    text += message.dropFirst().map(place).joined()
    if let target = step.answer["target"]?.stringValue {
      text += place(style.paint("→", .frame) + " " + DisplayText.visible(target))
    }
    if let source = step.source {
      let place = "at \(source.file):\(source.line):\(source.column)"
      text += margin + style.paint(DisplayText.visible(place), .frame)
    }
    return text + "\n"
  }

  // MARK: summary

  private func summary(_ report: FlowReport) -> String {
    let counts = SignInFlow.Outcome.allCases.map { outcome in
      let count = report.count(outcome)
      let word =
        switch outcome {
        case .completes: count == 1 ? "completes" : "complete"
        case .breaks: count == 1 ? "breaks" : "break"
        case .inferred: "inferred"
        }
      return count == 0 ? "0 \(word)" : paint("\(count) \(word)", outcome)
    }
    let total = report.flows.count
    return "\(total) \(total == 1 ? "flow" : "flows"): " + counts.joined(separator: ", ") + "\n"
  }

  // MARK: formatting

  /// A symbol, because the outcome must not depend on color alone.
  private func mark(_ outcome: SignInFlow.Outcome) -> String {
    switch outcome {
    case .completes: paint("✓", outcome)
    case .breaks: paint("✗", outcome)
    case .inferred: paint("~", outcome)
    }
  }

  private func paint(_ text: String, _ outcome: SignInFlow.Outcome) -> String {
    switch outcome {
    case .completes: style.paint(text, .good)
    case .breaks: style.paint(text, TextStyle.Role.error)
    case .inferred: style.paint(text, TextStyle.Role.warning)
    }
  }

  private func indented(_ text: String, by indent: Int, role: TextStyle.Role?) -> String {
    WrappedText.lines(text, width: width - indent).map { line in
      String(repeating: " ", count: indent) + (role.map { style.paint(line, $0) } ?? line) + "\n"
    }.joined()
  }

  private func columns(of text: String) -> Int { WrappedText.columns(of: text) }
}
