package import PolicyText

/// A text of a file with its bytes.
package struct SpannedText: Sendable, Equatable {
  /// What it says.
  package var text: ExactString
  /// Where it stands, without quotes.
  package var span: Span

  /// A text at a place.
  package init(_ text: ExactString, _ span: Span) {
    self.text = text
    self.span = span
  }
}
