import LinkPolicy

/// A name of one commit: a branch, a tag, a hash, `HEAD~2`, `main@{upstream}`.
///
/// Anything that git could read as an option, a path, a range or a second line is rejected.
package struct RevisionName: Sendable {
  package let text: String

  /// The maximum number of bytes in a name.
  private static let maximumLength = 250

  package init(_ text: String) throws(UsageError) {
    let bytes = Array(text.utf8)
    let isName =
      (1...Self.maximumLength).contains(bytes.count)
      // A colon starts a path or search; names can't contain backslashes.
      && bytes.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != 0x3A && $0 != 0x5C }
      && !zip(bytes, bytes.dropFirst()).contains { $0 == 0x2E && $1 == 0x2E }
    guard isName, let first = bytes.first, !"-^.".utf8.contains(first) else {
      throw UsageError(
        "\(DisplayText.quoted(text)) is not the name of a revision: write a branch, a tag or a commit"
      )
    }
    self.text = text
  }
}
