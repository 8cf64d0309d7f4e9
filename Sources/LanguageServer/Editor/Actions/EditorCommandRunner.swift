package import LinkPolicy
package import PolicyText

/// Runs commands about a project.
package struct EditorCommandRunner: Sendable {
  /// The result of a command.
  package struct Answer: Sendable {
    package var json: JSONValue
    package var markdown: String
  }

  /// The reason why a command can't run, on one line.
  package struct Failure: Error, Sendable {
    package var message: String
  }

  private let project: Project
  private let workspace: EditorWorkspace
  private let revisions: RevisionReader?
  /// The default revision for `diff`.
  private let base: String

  package init(
    _ project: Project, in workspace: EditorWorkspace, revisions: RevisionReader? = nil,
    base: String = "HEAD"
  ) {
    self.project = project
    self.workspace = workspace
    self.revisions = revisions
    self.base = base
  }

  /// Runs a command that writes nothing.
  package func answer(
    _ name: EditorCommand.Name, _ arguments: [JSONValue]
  ) throws(Failure) -> Answer {
    let first = arguments.first ?? .null
    switch name {
    case .simulate: return simulate(first)
    case .runTests: return runTests(first)
    case .match: return try match(first)
    case .whoAllows:
      guard let uri = first.stringValue else { throw Failure(message: "missing URI") }
      let who = project.entries(allowing: uri)
      return Answer(json: who.json, markdown: Self.block("who-allows", who.json))
    case .diff: return try diff(first)
    case .explain: return try explain(first)
    case .previewGenerated, .writeGenerated: return try preview()
    }
  }

  // MARK: decisions

  private func simulate(_ request: JSONValue) -> Answer {
    let answer = RequestEvaluator(project, withTrace: true).answer(request)
    return Answer(json: answer.json, markdown: Self.text(request, answer))
  }

  private static func text(_ request: JSONValue, _ answer: RequestEvaluator.Answer) -> String {
    guard let decision = answer.decision else { return block("simulate", answer.json) }
    var text =
      "## \(decision.outcome.rawValue) · \(decision.reason.rawValue)\n\n\(decision.message)\n\n"
    if let nearest = decision.nearest {
      text += "Nearest: `\(DisplayText.visible(nearest.value))`, \(nearest.difference)\n\n"
    }
    for step in decision.trace {
      let place = step.source.map { " (\(DisplayText.visible($0.file)):\($0.line))" } ?? ""
      text += "* \(step.outcome.rawValue): \(step.message)\(place)\n"
    }
    return text + "\n" + block("", ParameterMask(.secrets).masked(request))
  }

  private func runTests(_ which: JSONValue) -> Answer {
    let file = which["file"]?.stringValue
    let line = which["line"]?.integer
    let outcomes = TestRunner(project).run().filter { outcome in
      (file == nil || outcome.source?.file == file) && (line == nil || outcome.source?.line == line)
    }
    var text = "## \(outcomes.count { $0.isPassed }) of \(outcomes.count) tests passed\n\n"
    for outcome in outcomes {
      text += "* \(outcome.isPassed ? "✓" : "✗") \(DisplayText.visible(outcome.name))\n"
      for difference in outcome.differences {
        text +=
          "  * \(difference.field): expected `\(DisplayText.visible(difference.expected.text()))`, "
          + "got `\(DisplayText.visible(difference.actual.text()))`\n"
      }
    }
    return Answer(json: TestOutcome.json(outcomes), markdown: text)
  }

  /// Matches a URL against the generated files or an existing file.
  private func match(_ question: JSONValue) throws(Failure) -> Answer {
    guard let url = question["url"]?.stringValue else { throw Failure(message: "missing `url`") }
    if let file = question["file"]?.stringValue {
      return try match(url, in: file, question["domain"]?.stringValue)
    }
    let environment =
      question["environment"]?.stringValue.flatMap { Environment(rawValue: $0) } ?? .prod
    let evaluator = RequestEvaluator(project, withTrace: true)
    let answers = [
      PolicyRequest.universalLink(url, environment: environment),
      PolicyRequest.appLink(url, environment: environment),
    ].map { evaluator.answer($0.json) }
    let text = zip(["iOS", "Android"], answers).map { platform, answer in
      "* \(platform): \(answer.decision?.message ?? answer.json["message"]?.stringValue ?? "")\n"
    }.joined()
    return Answer(
      json: ["schemaVersion": 1, "answers": .array(answers.map(\.json))],
      markdown: "## `\(DisplayText.visible(url))` in \(environment)\n\n\(text)")
  }

  private func match(
    _ url: String, in file: String, _ domain: String?
  ) throws(Failure) -> Answer {
    guard let source = project.report.sources.first(where: { $0.name == file }),
      let kind = InputKind(path: file)
    else { throw Failure(message: "\(DisplayText.quoted(file)) is not a file of the workspace") }
    let host = domain ?? URIParts(ExactString(url)).lowerHost.string
    let answer: AssociationMatch.Answer
    do throws(AssociationMatch.Malformed) {
      let match =
        try kind == .assetLinks
        ? AssociationMatch(assetLinks: source, domain: host)
        : AssociationMatch(appleAppSiteAssociation: source, domain: host)
      answer = match.answer(url)
    } catch {
      throw Failure(message: "\(DisplayText.visible(file)) is not valid JSON, so devices ignore it")
    }
    let lines = answer.explanation.map { "* \($0)\n" }.joined()
    return Answer(
      json: [
        "schemaVersion": 1, "url": .string(url), "decision": .string(answer.outcome.rawValue),
        "explanation": .array(answer.explanation.map { .string($0) }),
        "closest": .optional(answer.closest),
      ],
      markdown: "## `\(DisplayText.visible(url))`: \(answer.outcome.rawValue)\n\n\(lines)")
  }

  // MARK: differences

  private func diff(_ question: JSONValue) throws(Failure) -> Answer {
    let revision = question["base"]?.stringValue ?? base
    guard let revisions,
      let difference = workspace.difference(of: project, from: revision, revisions)
    else {
      throw Failure(
        message: "can't compare: the revision doesn't exist, or policies have errors")
    }
    return Answer(json: difference.json, markdown: Self.markdown(difference, revision))
  }

  /// The changes since a revision, as Markdown.
  package static func markdown(_ difference: PolicyDifference, _ revision: String) -> String {
    var text = "## Against \(DisplayText.visible(revision))\n\n"
    guard !difference.changes.isEmpty else { return text + "No difference.\n" }
    for effect in PolicyChange.Effect.allCases where difference.count(effect) > 0 {
      text += "### \(effect.rawValue)\n\n"
      for change in difference.changes where change.effect == effect {
        let source = change.new ?? change.old
        let place = source.map { " (\(DisplayText.visible($0.file)):\($0.line))" } ?? ""
        text += "* \(DisplayText.visible(change.message.plain))\(place)\n"
      }
      text += "\n"
    }
    return text
  }

  // MARK: rules

  private func explain(_ rule: JSONValue) throws(Failure) -> Answer {
    let infos = rule.stringValue.map { RuleCatalogue.rules(named: $0) } ?? []
    guard !infos.isEmpty else {
      throw Failure(message: "unknown rule \(DisplayText.quoted(rule.stringValue ?? ""))")
    }
    let rules = infos.map { info -> JSONValue in
      .object(
        info.members + [
          ("fixable", .bool(info.isFixable)), ("url", .string(info.url)),
          ("why", .string(info.why)),
        ])
    }
    let text = infos.map { info in
      var text = Hover.text(info) + "\n"
      for (title, example) in [("Wrong", info.examples.bad), ("Right", info.examples.good)] {
        text += "\n\(title):\n\n```yaml\n\(RuleInfo.unmarked(example))\n```\n"
      }
      for reference in info.references { text += "\n<\(reference)>\n" }
      return text
    }
    return Answer(
      json: ["schemaVersion": 1, "rules": .array(rules)], markdown: text.joined(separator: "\n"))
  }

  // MARK: generated files

  /// The plan of `generate` for the directory of the configuration.
  package func plan() throws(Failure) -> GenerationPlan {
    guard let configuration = try? workspace.configuration() else {
      throw Failure(message: "the configuration has errors")
    }
    guard !project.report.has(atLeast: .error), !project.isEmpty else {
      throw Failure(message: "the policies have errors, so nothing can be generated")
    }
    let settings = configuration.generationSettings
    do {
      return try project.generationPlan(
        targets: settings.targets?.map(\.value) ?? [], output: settings.output ?? "generated",
        in: workspace.files)
    } catch let error as GenerationFailure {
      throw Failure(message: error.description)
    } catch let error as GenerationRefusal {
      throw Failure(message: error.description)
    } catch {
      throw Failure(message: "can't read the directory of generated files")
    }
  }

  private func preview() throws(Failure) -> Answer {
    let plan = try plan()
    let changes = plan.steps.filter { $0.action != .unchanged }
    let files = changes.map { step -> JSONValue in
      [
        "path": .string(step.path), "action": .string(step.action.rawValue),
        "diff": .string(step.diff),
      ]
    }
    let text = changes.map { "### \($0.path)\n\n```diff\n\($0.diff)\n```\n" }
    return Answer(
      json: [
        "schemaVersion": 1, "directory": .string(plan.directory), "files": .array(files),
      ],
      markdown: "## \(changes.count) generated files out of date\n\n" + text.joined(separator: "\n")
    )
  }

  /// Writes the generated files. The caller must have the user's consent.
  package func write() throws(Failure) -> Int {
    let plan = try plan()
    let count = plan.steps.count { $0.action != .unchanged }
    do throws(FileSystemError) {
      try plan.apply(to: workspace.files)
    } catch {
      throw Failure(message: error.description)
    }
    return count
  }

  private static func block(_ title: String, _ value: JSONValue) -> String {
    (title.isEmpty ? "" : "## \(title)\n\n") + "```json\n\(value.text(.pretty))\n```\n"
  }
}

/// A command that returns the JSON of the command line.
package struct EditorCommand: Sendable {
  package enum Name: String, Sendable, CaseIterable {
    case simulate = "linkpolicy.simulate"
    case runTests = "linkpolicy.runTests"
    case match = "linkpolicy.match"
    case whoAllows = "linkpolicy.whoAllows"
    case diff = "linkpolicy.diff"
    case explain = "linkpolicy.explain"
    case previewGenerated = "linkpolicy.previewGenerated"
    case writeGenerated = "linkpolicy.writeGenerated"
  }
  package var title: String
  package var name: Name
  package var arguments: [JSONValue]

  package init(_ title: String, _ name: Name, _ arguments: [JSONValue]) {
    self.title = title
    self.name = name
    self.arguments = arguments
  }
}
