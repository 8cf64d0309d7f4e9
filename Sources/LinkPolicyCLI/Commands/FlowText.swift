import LinkPolicy

/// Flows as text. A flow that breaks is drawn as the path of its steps.
struct FlowText {
  let style: TextStyle
  var width = 100

  /// The narrowest column of step names.
  private static let narrowest = 16

  func render(_ report: FlowReport) -> String {
    guard !report.flows.isEmpty else { return "no flow\n" }
    let isSingle = report.flows.count == 1
    var output = ""
    var subject = ""
    for flow in report.flows {
      let group = "\(flow.kind.rawValue):\(flow.subject)"
      if !output.isEmpty, group != subject || flow.outcome == .breaks { output += "\n" }
      subject = group
      output += heading(flow)
      output += isSingle || flow.outcome == .breaks ? path(flow) : line(flow)
    }
    return output + "\n" + summary(report)
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
    let place = "\(source.file):\(source.line):\(source.column)  \(source.path)"
    return output + "  " + style.paint(word, .frame) + " " + DisplayText.visible(place) + "\n"
  }

  private func draw(_ step: SignInFlow.Step, names: Int, isLast: Bool) -> String {
    let branch = style.paint(isLast ? "└─" : "├─", .frame)
    let stem = style.paint(isLast ? " " : "│", .frame)
    let padding = String(repeating: " ", count: max(0, names - columns(of: step.name)))
    let margin = "\n  \(stem)    \(String(repeating: " ", count: names))  "
    let message = WrappedText.lines(
      DisplayText.visible(step.message), width: width - names - 9)
    var text =
      "  \(branch) \(mark(step.outcome)) \(step.name)\(padding)  "
      + message.joined(separator: margin)
    if let target = step.answer["target"]?.stringValue {
      text += margin + style.paint("→", .frame) + " " + DisplayText.visible(target)
    }
    if let source = step.source {
      let place = "at \(source.file):\(source.line):\(source.column)"
      text += margin + style.paint(DisplayText.visible(place), .frame)
    }
    return text + "\n"
  }

  // MARK: the end

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

  // MARK: words

  /// Symbols, so that the outcome doesn't depend on color alone.
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

  private func columns(of text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + DisplayText.columns(of: $1) }
  }
}
