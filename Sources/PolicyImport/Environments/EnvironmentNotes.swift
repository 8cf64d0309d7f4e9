import PolicyModel
import PolicyText

/// Findings about environments: a note for each reason and file, and an error for each subject without an environment.
struct EnvironmentNotes {
  private struct Key: Hashable {
    var file: FileID
    /// Nil for values that are left out.
    var environments: DomainEnvironment?
    /// Nil for values without a decision.
    var reason: String?
    /// Nil for values with a decision.
    var undecided: ImportSubject?
  }
  private typealias Values = [(text: ExactString?, location: SourceLocation)]
  private var order: [Key] = []
  private var values: [Key: Values] = [:]

  /// Values that are prod by default (`init`).
  private var defaulted: [ExactString] = []

  /// - Parameter decision: nil for a value without evidence.
  mutating func add(
    _ decision: EnvironmentDecision?, _ text: ExactString?, _ value: ResolvedValue
  ) {
    if let text, decision?.reason == EnvironmentDecisions.defaultReason, value.question == nil {
      // A project decides about all of its values.
      var project = value.context?.project
      if case .firebase(let own?) = value.subject { project = own }
      defaulted.append(project ?? text)
    }
    let key = Key(
      file: value.location.file, environments: decision?.environments, reason: decision?.reason,
      undecided: decision == nil ? value.subject : nil)
    if values[key] == nil { order.append(key) }
    values[key, default: []].append((text, value.location))
  }

  /// The values without an environment, by subject.
  var questions: [ExactString] {
    order.filter { $0.undecided != nil }.flatMap { (values[$0] ?? []).compactMap(\.text).unique }
      + defaulted
  }

  var diagnostics: [Diagnostic] {
    (order.filter { $0.undecided == nil } + order.filter { $0.undecided != nil })
      .compactMap(diagnostic)
  }

  private func diagnostic(_ key: Key) -> Diagnostic? {
    // Each location once, because a host has several values.
    var seen: Set<SourceLocation> = []
    let values = (values[key] ?? []).filter { seen.insert($0.location).inserted }
    guard let first = values.first else { return nil }
    let words = Self.words(values)
    let notes = values.dropFirst().map {
      Diagnostic.Note(
        "also " + ($0.text.map { DisplayText.quoted($0.string) } ?? "this value"), at: $0.location,
        isFurther: true)
    }
    guard let reason = key.reason else {
      return ImportRule.environmentUnknown.finding(
        "can't tell the environment, so left out \(words)", at: first.location,
        help: "pass `--environment prod|sandbox|both` or `--map 'GLOB=prod|sandbox|drop'`",
        notes: notes)
    }
    let message =
      switch key.environments {
      case nil: "left out \(words)"
      case .both?: "assigned \(words) to both environments"
      case let environment?: "assigned \(words) to \(environment.rawValue)"
      }
    let rule: ImportRule = key.environments == nil ? .dropped : .environment
    return rule.finding(
      "\(message): \(reason)", at: first.location,
      help: "pass `--map 'GLOB=prod|sandbox|both|drop'` to change this", notes: notes)
  }

  /// The values for messages; more than three are counted.
  private static func words(_ values: Values) -> String {
    let texts = values.compactMap(\.text).unique
    if texts.isEmpty, values.count == 1 { return "this value" }
    return (1...3).contains(texts.count)
      ? texts.map { DisplayText.quoted($0.string) }.joined(separator: ", ")
      : "\(values.count) values"
  }
}
