import PolicyText

/// Whether each sign-in that the policies promise completes, in each environment.
struct ReportFlows {
  private let report: ReportContext

  init(_ report: ReportContext) { self.report = report }

  var section: PageSection? {
    guard let flows = report.input.report.flows, !flows.isEmpty else { return nil }
    var order: [ExactString] = []
    var found: [ExactString: [Environment: ReportFlow]] = [:]
    for flow in flows {
      if found[flow.name] == nil { order.append(flow.name) }
      found[flow.name, default: [:]][flow.environment] = flow
    }
    var table = EnvironmentTable(
      "What comes of each sign-in", subject: "Flow", joinsEqual: false, layout: .sides)
    for name in order {
      table.add([.code(name)]) { environment in
        guard let flow = found[name]?[environment] else { return [] }
        return lines(flow)
      }
    }
    guard let block = table.block else { return nil }
    return PageSection(
      PageID("flows"), [.text("Flows")],
      blocks: [
        .text([
          .text(
            """
            The policies' own requests from end to end: the link or address that starts a sign-in, the \
            app or browser that takes it, the answer, the tokens. \

            """), .code("linkpolicy flow"), .text(" shows the steps."),
        ]), block,
      ])
  }

  private func lines(_ flow: ReportFlow) -> [[PageText]] {
    let place = flow.place.map { [report.line($0.file, $0.line)] } ?? []
    let badge = PageText.badge(ExactString(flow.outcome.rawValue), Self.tone(flow.outcome))
    guard flow.outcome != .completes else { return [[badge] + place] }
    return [[badge] + place, ReportFindings.message(flow.message)]
  }

  static func tone(_ outcome: ReportFlow.Outcome) -> PageTone {
    switch outcome {
    case .completes: .good
    case .inferred: .careful
    case .breaks: .bad
    }
  }
}
