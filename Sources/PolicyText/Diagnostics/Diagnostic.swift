/// The environments of a policy; each value belongs to one or both.
public enum Environment: String, Sendable, Hashable, CaseIterable, Comparable,
  CustomStringConvertible
{
  /// What users run.
  case prod
  /// Where integrations are tested.
  case sandbox

  /// The other one.
  package var other: Environment { self == .prod ? .sandbox : .prod }

  /// The raw value; the default implementation would use reflection.
  public var description: String { rawValue }

  /// `prod` before `sandbox`.
  public static func < (left: Environment, right: Environment) -> Bool {
    left == .prod && right == .sandbox
  }
}

/// The severity of a finding.
public enum Severity: String, Sendable, Hashable, CaseIterable, Comparable {
  /// Information that may be useful.
  case note
  /// A likely mistake.
  case warning
  /// Users are locked out, or an attacker gains access.
  case error

  private var rank: Int {
    switch self {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }

  /// Sorts note, warning, error.
  public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }
}

/// The stable ID of a rule in kebab case, which is never reused.
public struct RuleID: Sendable, Hashable, Comparable, RawRepresentable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  /// The ID, such as `uri-fragment`.
  public let rawValue: String
  /// Creates a rule ID.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Creates a rule ID.
  public init(stringLiteral value: String) { rawValue = value }
  /// The ID.
  public var description: String { rawValue }
  /// Compares alphabetically.
  public static func < (left: RuleID, right: RuleID) -> Bool {
    ExactString(left.rawValue) < ExactString(right.rawValue)
  }
}

/// A file of the run, identified by its index.
public struct FileID: Sendable, Hashable, Comparable {
  /// The index in the list of sources.
  public let index: Int
  /// The file with this index.
  package init(_ index: Int) { self.index = index }
  /// Compares the indices.
  public static func < (left: FileID, right: FileID) -> Bool { left.index < right.index }
}

/// A range of bytes in one of the files of the run.
public struct SourceLocation: Sendable, Hashable {
  /// The file.
  public var file: FileID
  /// The bytes.
  public var span: SourceSpan
  /// Creates a location.
  package init(file: FileID, span: SourceSpan) {
    self.file = file
    self.span = span
  }
}

/// A finding: what is wrong, where, and how to fix it.
public struct Diagnostic: Sendable {
  /// An additional message, with or without a location.
  public struct Note: Sendable {
    /// Lower case, no final period.
    public var message: String
    /// The location, if the note has one.
    public var location: SourceLocation?
    /// Whether it is a further location of a grouped finding, shown on request only.
    package var isFurther: Bool
    /// Whether it describes the cause of the finding: findings with different causes aren't
    /// grouped.
    package var isCause = false
    /// Creates a note.
    package init(
      _ message: String, at location: SourceLocation? = nil, isFurther: Bool = false
    ) {
      self.message = message
      self.location = location
      self.isFurther = isFurther
    }
  }

  /// The violated rule.
  public var rule: RuleID
  /// The severity in this case.
  public var severity: Severity
  /// The environment; nil if the finding applies to both or is independent of it.
  public var environment: Environment?
  /// One line in lower case without a final period, with values in backticks.
  public var message: String
  /// An instruction to fix the finding.
  public var help: String?
  /// A label for the marked bytes, printed next to the caret.
  public var label: String?
  /// The location of the problem.
  public var location: SourceLocation
  /// The logical path, such as `clients.google-home.redirect_uris.prod[0]`.
  public var path: String
  /// Further explanations.
  public var notes: [Note]
  /// Edits that fix the finding.
  public var fixes: [Fix]
  /// Whether to report it with `--verbose` only.
  package var isMinor = false

  /// Creates a finding.
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
  /// A replacement of some bytes.
  public struct Edit: Sendable {
    /// The bytes to replace; empty to insert.
    public var location: SourceLocation
    /// The replacement.
    public var replacement: String
    /// Creates an edit.
    package init(_ location: SourceLocation, _ replacement: String) {
      self.location = location
      self.replacement = replacement
    }
  }

  /// A description of the change, as an instruction.
  public var title: String
  /// Whether the author's intention is certain; `--fix` applies only such fixes.
  public var isSafe: Bool
  /// The edits, which don't overlap.
  public var edits: [Edit]

  /// Creates a fix.
  package init(_ title: String, isSafe: Bool, edits: [Edit]) {
    self.title = title
    self.isSafe = isSafe
    self.edits = edits
  }
}
