import LinkPolicy

/// `linkpolicy simulate`: what happens to one request or to many.
package struct SimulateCommand: Sendable, Equatable {
  /// The form of the answer; nil is text on a terminal, else JSON.
  package enum Format: String, Sendable, CaseIterable {
    case text, json
  }

  package var policies: [String] = []
  package var allowsInvalid = false
  package var color = ColorChoice.auto
  package var format: Format?
  /// The kind of the request, or of lines that name none; with `_`.
  package var kind: String?
  /// A file of requests, or `-`; nil for a single request.
  package var requests: String?
  package var wantsTrace = false
  /// A denied request in a batch makes the command fail.
  package var failsOnDeny = false
  /// The fields of the single request.
  package var fields: [Field] = []

  /// A field of a request: the name of `requests.md` and its value.
  package struct Field: Sendable, Equatable {
    package var name: String
    package var value: String
    /// The value is JSON, or `@FILE` with JSON in it; else it is a string.
    package var isJSON: Bool
    package init(_ name: String, _ value: String, isJSON: Bool) {
      self.name = name
      self.value = value
      self.isJSON = isJSON
    }
  }

  package init() {}

  /// Runs the command.
  package func run(_ console: Console) throws -> ExitStatus {
    guard
      let project = try ProjectLoader.load(
        policies, allowsInvalid: allowsInvalid, color: color, console)
    else { return .usage }
    return try requests.map { try batch($0, project, console) } ?? single(project, console)
  }

  // MARK: one request

  private func single(_ project: Project, _ console: Console) throws -> ExitStatus {
    guard let kind else { throw UsageError("name the kind of request, or give --requests FILE") }
    let wantsText = (format ?? (console.isTerminal ? .text : .json)) == .text
    let evaluator = RequestEvaluator(project, defaultKind: kind, withTrace: true)
    let request = try request(console)
    let decision: RequestDecision
    do throws(RequestError) {
      decision = try evaluator.decide(request)
    } catch {
      throw UsageError(error.message)
    }
    if wantsText {
      let style = console.style(color, isTerminal: console.isTerminal)
      console.write(
        DecisionText(
          style: style,
          width: console.variable("COLUMNS").flatMap { Int($0) }.map { min(max(60, $0), 1_000) }
            ?? 100
        ).render(decision))
    } else {
      console.write(decision.json.text(.pretty) + "\n", as: .json)
    }
    return decision.outcome == .allow ? .clean : .findings
  }

  /// The options as the JSON object that a line of a batch would be.
  private func request(_ console: Console) throws -> JSONValue {
    var entries: [(key: String, value: JSONValue)] = []
    for field in fields {
      guard field.isJSON else {
        entries.append((field.name, .string(field.value)))
        continue
      }
      let bytes =
        field.value.hasPrefix("@")
        ? try console.fileSystem.read(String(field.value.dropFirst()), within: console.access)
        : Array(field.value.utf8)
      do throws(JSONValue.Malformed) {
        entries.append((field.name, try JSONValue(parsing: bytes)))
      } catch {
        throw UsageError("`--\(field.name)` is not JSON: \(error.message)")
      }
    }
    return .object(entries)
  }

  // MARK: many requests

  private func batch(
    _ path: String, _ project: Project, _ console: Console
  ) throws -> ExitStatus {
    let evaluator = RequestEvaluator(project, defaultKind: kind, withTrace: wantsTrace)
    var tally = Tally()
    let limit = console.access.lineBytes
    // Answers to one read are written together.
    var output: [UInt8] = []
    func write() {
      guard !output.isEmpty else { return }
      console.writeBytes(output)
      output.removeAll(keepingCapacity: true)
    }
    try console.forEachLine(of: path, pausing: write) { line in
      let answer = line.map { evaluator.answer(line: $0) } ?? .tooLong(limit: limit)
      tally.count(answer.decision?.outcome)
      answer.json.write(to: &output)
      output.append(UInt8(ascii: "\n"))
      if output.count >= 1 << 16 { write() }
    }
    return tally.status(failsOnDeny: failsOnDeny)
  }

  private struct Tally {
    var hasInvalid = false
    var hasDenied = false

    /// Counts an answer; nil for a line that is no request.
    mutating func count(_ outcome: RequestDecision.Outcome?) {
      if outcome == nil { hasInvalid = true }
      if outcome == .deny { hasDenied = true }
    }

    func status(failsOnDeny: Bool) -> ExitStatus {
      hasInvalid || (failsOnDeny && hasDenied) ? .findings : .clean
    }
  }
}
