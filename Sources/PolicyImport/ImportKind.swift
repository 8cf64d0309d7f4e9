package import PolicyText

/// A kind of file that teams already have, and what it says about sign-in.
///
/// One type, one file in `Kinds/`, one line in `ImportKindRegistry`. A kind knows its format and nothing of the
/// policy that comes out: it states facts (`ImportFacts`) with the place of each, and names what it leaves out.
/// Environments, joining and writing are the business of those who read the facts.
package protocol ImportKind: Sendable {
  /// The name after `--type`, kebab-case.
  static var name: String { get }
  /// What the file is, for people: "apple-app-site-association".
  static var summary: String { get }
  /// Usual names of such files, as globs of paths. They decide only between kinds that both recognise the
  /// content, and say which files are looked at in a directory.
  static var usualNames: [String] { get }

  /// Whether the content is of this kind. The name of the file is not asked.
  static func recognize(_ source: ImportSource) -> ImportRecognition
  /// States what the file says. Never fails: what cannot be read is reported to `facts`.
  static func read(_ source: ImportSource, into facts: inout ImportFacts)
}

/// Whether a file is of a kind.
package enum ImportRecognition: Sendable, Equatable {
  /// It is not.
  case no
  /// It is.
  case yes
  /// It is close, but something that makes the kind is missing: for the message about unknown files.
  case nearly(missing: String)
  /// It is known and cannot be read, or must not be: a signature, a private key.
  case refused(message: String, help: String)
  /// It has values of the kind, and no reason to believe that they are meant for a policy: digests of other
  /// certificates. Counts only for a file of no other kind.
  ///
  /// - Parameter reason: completes "left out: ".
  case declined(reason: String, help: String, values: [SkippedValue])
}

/// A value that is left out.
package struct SkippedValue: Sendable, Equatable {
  /// The value, or a name for it.
  package var name: ExactString
  package var span: Span

  package init(_ name: ExactString, _ span: Span) {
    self.name = name
    self.span = span
  }
}
