/// The two worlds every value of a policy belongs to.
public enum Environment: String, Sendable, Hashable, CaseIterable, Comparable,
  CustomStringConvertible
{
  /// What users run.
  case prod
  /// Where integrations are tried.
  case sandbox

  /// The other one.
  package var other: Environment { self == .prod ? .sandbox : .prod }

  /// The raw value; without it every message would go through reflection.
  public var description: String { rawValue }

  /// `prod` before `sandbox`.
  public static func < (left: Environment, right: Environment) -> Bool {
    left == .prod && right == .sandbox
  }
}

/// How bad a finding is.
public enum Severity: String, Sendable, Hashable, CaseIterable, Comparable {
  /// Worth knowing.
  case note
  /// Likely a mistake.
  case warning
  /// Users are locked out, or an attacker gets in.
  case error

  private var rank: Int {
    switch self {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }

  /// Order by weight: note, warning, error.
  public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }
}

/// The stable name of a rule: kebab-case, never reused.
public struct RuleID: Sendable, Hashable, Comparable, RawRepresentable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  /// The name, such as `uri-fragment`.
  public let rawValue: String
  /// A rule name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// A rule name.
  public init(stringLiteral value: String) { rawValue = value }
  /// The name.
  public var description: String { rawValue }
  /// Alphabetical order.
  public static func < (left: RuleID, right: RuleID) -> Bool {
    ExactString(left.rawValue) < ExactString(right.rawValue)
  }
}

/// A file of the run, by its number in the list of sources.
public struct FileID: Sendable, Hashable, Comparable {
  /// Index into the list of sources.
  public let index: Int
  /// The file with this index.
  package init(_ index: Int) { self.index = index }
  /// Order of loading.
  public static func < (left: FileID, right: FileID) -> Bool { left.index < right.index }
}

/// A range of bytes in one of the files of the run.
public struct SourceLocation: Sendable, Hashable {
  /// The file.
  public var file: FileID
  /// The bytes.
  public var span: SourceSpan
  /// A place in a file.
  package init(file: FileID, span: SourceSpan) {
    self.file = file
    self.span = span
  }
}

/// One finding: what is wrong, where exactly, and what to do.
public struct Diagnostic: Sendable {
  /// A second place that explains the first.
  public struct Note: Sendable {
    /// Lower case, no final period.
    public var message: String
    /// Where, if it is about a place.
    public var location: SourceLocation?
    /// One more of many places of the same cause: shown to people on request only.
    package var isFurther: Bool
    /// The cause of the finding: findings with different causes are not grouped.
    package var isCause = false
    /// A note.
    package init(
      _ message: String, at location: SourceLocation? = nil, isFurther: Bool = false
    ) {
      self.message = message
      self.location = location
      self.isFurther = isFurther
    }
  }

  /// The rule that was broken.
  public var rule: RuleID
  /// Its weight here.
  public var severity: Severity
  /// The environment that it concerns; nil when it concerns both or neither.
  public var environment: Environment?
  /// One line: lower case, no final period, states the rule, user text in backticks.
  public var message: String
  /// An instruction, or nil.
  public var help: String?
  /// A label for the marked bytes, printed next to the caret.
  public var label: String?
  /// The location of the problem.
  public var location: SourceLocation
  /// The logical path, such as `clients.google-home.redirect_uris.prod[0]`.
  public var path: String
  /// Other places that explain it.
  public var notes: [Note]
  /// Edits that fix the finding.
  public var fixes: [Fix]
  /// True for what is worth saying only to those who ask for every detail.
  package var isMinor = false

  /// A finding.
  package init(
    rule: RuleID, severity: Severity, environment: Environment? = nil, message: String,
    help: String? = nil, label: String? = nil, location: SourceLocation, path: String = "",
    notes: [Note] = [], fixes: [Fix] = []
  ) {
    self.rule = rule
    self.severity = severity
    self.environment = environment
    self.message = message
    self.help = help
    self.label = label
    self.location = location
    self.path = path
    self.notes = notes
    self.fixes = fixes
  }
}

extension Diagnostic {
  /// Replaces parameter values in messages, which quote redirect URIs, and removes fixes that contain them.
  mutating func maskParameters() {
    let mask = ParameterMask(.secrets)
    func isShown(_ text: String) -> Bool { mask.ranges(in: Array(text.utf8)[...]).isEmpty }
    if !isShown(message) { message = mask.masked(ExactString(message)).string }
    if let help, !isShown(help) { self.help = mask.masked(ExactString(help)).string }
    if let label, !isShown(label) { self.label = mask.masked(ExactString(label)).string }
    for index in notes.indices where !isShown(notes[index].message) {
      notes[index].message = mask.masked(ExactString(notes[index].message)).string
    }
    fixes.removeAll { fix in
      !isShown(fix.title) || fix.edits.contains { !isShown($0.replacement) }
    }
  }
}

/// An edit of the source that fixes a finding and keeps comments and layout.
public struct Fix: Sendable {
  /// A replacement of a range of bytes.
  public struct Edit: Sendable {
    /// What is replaced; empty to insert.
    public var location: SourceLocation
    /// The text to write instead.
    public var replacement: String
    /// A replacement.
    package init(_ location: SourceLocation, _ replacement: String) {
      self.location = location
      self.replacement = replacement
    }
  }

  /// What the change does, as an instruction.
  public var title: String
  /// True when the meaning that the author surely wanted is kept; `--fix` applies only these.
  public var isSafe: Bool
  /// The replacements; they do not overlap.
  public var edits: [Edit]

  /// A change.
  package init(_ title: String, isSafe: Bool, edits: [Edit]) {
    self.title = title
    self.isSafe = isSafe
    self.edits = edits
  }
}
