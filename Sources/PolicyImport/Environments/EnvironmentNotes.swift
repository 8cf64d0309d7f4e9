import PolicyText
import PolicyModel

/// One note for each reason and file, and one error for what nothing decides about a thing.
struct EnvironmentNotes {
  private struct Key: Hashable {
    var file: FileID
    var environments: DomainEnvironment?
    var reason: String
  }
  private struct Undecided: Hashable {
    var file: FileID
    var subject: FactSubject
  }
  private var decided: [(key: Key, values: [(text: ExactString?, location: SourceLocation)])] = []
  private var numbers: [Key: Int] = [:]
  private var undecided:
    [(key: Undecided, values: [(text: ExactString?, location: SourceLocation)])] = []
  private var undecidedNumbers: [Undecided: Int] = [:]

  mutating func add(_ decision: EnvironmentDecision, _ text: ExactString?, _ fact: ResolvedFact) {
    let key = Key(
      file: fact.location.file, environments: decision.environments, reason: decision.reason)
    let number = numbers[key] ?? decided.count
    if number == decided.count {
      numbers[key] = number
      decided.append((key, []))
    }
    decided[number].values.append((text, fact.location))
  }

  mutating func addUndecided(_ text: ExactString?, _ fact: ResolvedFact) {
    let key = Undecided(file: fact.location.file, subject: fact.subject)
    let number = undecidedNumbers[key] ?? undecided.count
    if number == undecided.count {
      undecidedNumbers[key] = number
      undecided.append((key, []))
    }
    undecided[number].values.append((text, fact.location))
  }

  /// Values that nothing decides, by the thing that they belong to.
  var questions: [(file: FileID, texts: [ExactString])] {
    undecided.map { key, values in
      var seen: Set<ExactString> = []
      return (key.file, values.compactMap(\.text).filter { seen.insert($0).inserted })
    }
  }

  /// The findings.
  var diagnostics: [Diagnostic] {
    decided.compactMap { Self.diagnostic($0.key, Self.distinct($0.values)) }
      + undecided.compactMap { Self.diagnostic($0.key, Self.distinct($0.values)) }
  }

  private typealias Values = [(text: ExactString?, location: SourceLocation)]

  /// A host is named once, not for each of its facts; a value that goes nowhere for each of its places.
  private static func distinct(_ values: Values) -> Values {
    var seen: Set<SourceLocation> = []
    return values.filter { seen.insert($0.location).inserted }
  }

  private static func diagnostic(_ key: Key, _ values: Values) -> Diagnostic? {
    guard let first = values.first else { return nil }
    let rule: ImportRule = key.environments == nil ? .dropped : .environment
    let (words, isOne) = words(values)
    let place =
      switch key.environments {
      case nil: isOne ? "is left out" : "are left out"
      case .both?: isOne ? "goes to both environments" : "go to both environments"
      case let environment?: (isOne ? "goes to " : "go to ") + environment.rawValue
      }
    return Diagnostic(
      rule: rule.id, severity: rule.severity, message: "\(words) \(place): \(key.reason)",
      location: first.location, notes: notes(values))
  }

  private static func diagnostic(_ key: Undecided, _ values: Values) -> Diagnostic? {
    guard let first = values.first else { return nil }
    let rule = ImportRule.environmentUnknown
    let (words, isOne) = words(values)
    return Diagnostic(
      rule: rule.id, severity: rule.severity,
      message: "nothing says which environment \(words) \(isOne ? "belongs" : "belong") to, so "
        + "\(isOne ? "it goes" : "they go") nowhere",
      help: "say it with `--environment prod|sandbox|both` or `--map 'GLOB=prod|sandbox|drop'`",
      location: first.location, notes: notes(values))
  }

  /// The values in words, and whether that is one thing: up to three are named.
  private static func words(_ values: Values) -> (words: String, isOne: Bool) {
    var texts: [ExactString] = []
    for text in values.compactMap(\.text) where !texts.contains(text) {
      texts.append(text)
      if texts.count > 3 { break }
    }
    if texts.isEmpty {
      return values.count == 1 ? ("this value", true) : ("\(values.count) values", false)
    }
    guard texts.count <= 3 else { return ("\(values.count) values", false) }
    return (texts.map { UTF8Text.quoted($0.string) }.joined(separator: ", "), texts.count == 1)
  }

  private static func notes(_ values: Values) -> [Diagnostic.Note] {
    values.dropFirst().map {
      Diagnostic.Note(
        ($0.text.map { UTF8Text.quoted($0.string) } ?? "this value") + " too", at: $0.location,
        isFurther: true)
    }
  }
}
