import LinkPolicy
import PolicyText

/// Flows as Markdown: totals, a table of all flows, then details of those that break.
///
/// Values are escaped as in `DiffMarkdown`.
struct FlowMarkdown {
  let report: FlowReport

  var text: String {
    var output = "## linkpolicy flow\n\n"
    guard !report.flows.isEmpty else { return output + "No flow.\n" }
    let outcomes = SignInFlow.Outcome.allCases
    output += "| " + outcomes.map(\.rawValue).joined(separator: " | ") + " |\n"
    output += "|" + outcomes.map { _ in "--:|" }.joined() + "\n"
    output += "| " + outcomes.map { "\(report.count($0))" }.joined(separator: " | ") + " |\n"
    output += "\n| flow | outcome | |\n|---|---|---|\n"
    for flow in report.flows {
      output += "| \(Markdown.code(flow.id)) | \(words(flow)) | \(remark(flow)) |\n"
    }
    for flow in report.flows where flow.outcome == .breaks { output += full(flow) }
    return output
  }

  private func words(_ flow: SignInFlow) -> String {
    switch flow.outcome {
    case .completes: "completes"
    case .inferred: "inferred"
    case .breaks: flow.confidence == .certain ? "**breaks**" : "**breaks** (inferred)"
    }
  }

  private func remark(_ flow: SignInFlow) -> String {
    flow.outcome == .completes
      ? "\(flow.steps.count) \(flow.steps.count == 1 ? "step" : "steps")"
      : Markdown.escaped(DisplayText.visible(flow.message))
  }

  private func full(_ flow: SignInFlow) -> String {
    var output =
      "\n### \(Markdown.code(flow.id)) breaks at \(Markdown.escaped(flow.breaksAt ?? ""))\n\n"
    if let source = flow.source {
      let place = Markdown.code("\(source.file):\(source.line):\(source.column)")
      output += "\(place) \(Markdown.code(source.path))\n\n"
    }
    output += "| | step | |\n|---|---|---|\n"
    for step in flow.steps {
      let mark =
        switch step.outcome {
        case .completes: "✓"
        case .inferred: "~"
        case .breaks: "✗"
        }
      let message = Markdown.escaped(DisplayText.visible(step.message))
      output += "| \(mark) | \(Markdown.escaped(step.name)) | \(message) |\n"
    }
    guard let request = flow.steps.last?.request else { return output }
    return output
      + "\nThe request, a line for <code>linkpolicy simulate --requests -</code>:\n\n"
      + Markdown.block(request.text())
  }
}
