import PolicyText
import PolicyModel

/// Findings about environments: a note for each reason and file, and an error for each subject without an environment.
struct EnvironmentNotes {
  private struct Key: Hashable {
    var file: FileID
    var environments: DomainEnvironment?
    var reason: String
  }
  private struct Undecided: Hashable {
    var file: FileID
    var subject: ImportSubject
  }
  private var decided: [(key: Key, values: [(text: ExactString?, location: SourceLocation)])] = []
  private var numbers: [Key: Int] = [:]
  private var undecided:
    [(key: Undecided, values: [(text: ExactString?, location: SourceLocation)])] = []
  private var undecidedNumbers: [Undecided: Int] = [:]

  /// Values that are prod by default (`init`).
  private var defaulted: [(file: FileID, text: ExactString)] = []

  mutating func add(_ decision: EnvironmentDecision, _ text: ExactString?, _ value: ResolvedValue) {
    if let text, decision.reason == EnvironmentDecisions.defaultReason, value.question == nil {
      // A project decides about all of its values.
      var project = value.context?.project
      if case .firebase(let own?) = value.subject { project = own }
      defaulted.append((value.location.file, project ?? text))
    }
    let key = Key(
      file: value.location.file, environments: decision.environments, reason: decision.reason)
    let number = numbers[key] ?? decided.count
    if number == decided.count {
      numbers[key] = number
      decided.append((key, []))
    }
    decided[number].values.append((text, value.location))
  }

  mutating func addUndecided(_ text: ExactString?, _ value: ResolvedValue) {
    let key = Undecided(file: value.location.file, subject: value.subject)
    let number = undecidedNumbers[key] ?? undecided.count
    if number == undecided.count {
      undecidedNumbers[key] = number
      undecided.append((key, []))
    }
    undecided[number].values.append((text, value.location))
  }

  /// The values without an environment, by subject.
  var questions: [(file: FileID, texts: [ExactString])] {
    undecided.map { key, values in
      return (key.file, values.compactMap(\.text).unique)
    } + defaulted.map { ($0.file, [$0.text]) }
  }

  var diagnostics: [Diagnostic] {
    decided.compactMap { Self.diagnostic($0.key, Self.distinct($0.values)) }
      + undecided.compactMap { Self.diagnostic($0.key, Self.distinct($0.values)) }
  }

  private typealias Values = [(text: ExactString?, location: SourceLocation)]

  /// Each location once: a host has several values.
  private static func distinct(_ values: Values) -> Values {
    var seen: Set<SourceLocation> = []
    return values.filter { seen.insert($0.location).inserted }
  }

  private static func diagnostic(_ key: Key, _ values: Values) -> Diagnostic? {
    guard let first = values.first else { return nil }
    let rule: ImportRule = key.environments == nil ? .dropped : .environment
    let words = words(values)
    let message =
      switch key.environments {
      case nil: "left out \(words)"
      case .both?: "assigned \(words) to both environments"
      case let environment?: "assigned \(words) to \(environment.rawValue)"
      }
    return Diagnostic(
      rule: rule.id, severity: rule.severity, message: "\(message): \(key.reason)",
      help: "pass `--map 'GLOB=prod|sandbox|both|drop'` to change this", location: first.location,
      notes: notes(values))
  }

  private static func diagnostic(_ key: Undecided, _ values: Values) -> Diagnostic? {
    guard let first = values.first else { return nil }
    let rule = ImportRule.environmentUnknown
    return Diagnostic(
      rule: rule.id, severity: rule.severity,
      message: "can't tell the environment, so left out \(words(values))",
      help: "pass `--environment prod|sandbox|both` or `--map 'GLOB=prod|sandbox|drop'`",
      location: first.location, notes: notes(values))
  }

  /// The values for messages; more than three are counted.
  private static func words(_ values: Values) -> String {
    var texts: [ExactString] = []
    for text in values.compactMap(\.text) where !texts.contains(text) {
      texts.append(text)
      if texts.count > 3 { break }
    }
    if texts.isEmpty {
      return values.count == 1 ? "this value" : "\(values.count) values"
    }
    guard texts.count <= 3 else { return "\(values.count) values" }
    return texts.map { DisplayText.quoted($0.string) }.joined(separator: ", ")
  }

  private static func notes(_ values: Values) -> [Diagnostic.Note] {
    values.dropFirst().map {
      Diagnostic.Note(
        "also " + ($0.text.map { DisplayText.quoted($0.string) } ?? "this value"), at: $0.location,
        isFurther: true)
    }
  }
}
