import LinkPolicy

/// The name of one commit, as git reads it: a branch, a tag, a hash, `HEAD~2`, `main@{upstream}`.
///
/// The only way to a revision: what git could read as an option, a path, a range or a second line is refused.
package struct RevisionName: Sendable {
  /// The name as it was given.
  package let text: String

  /// Bytes of a name; git's own limit for the name of a branch is that of a file name.
  private static let maximumLength = 250

  /// Checks a name that a user, a page or an editor gives.
  package init(_ text: String) throws(UsageError) {
    let bytes = Array(text.utf8)
    let isName =
      (1...Self.maximumLength).contains(bytes.count)
      // A colon starts a path or a search, a backslash is in no name.
      && bytes.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != 0x3A && $0 != 0x5C }
      && !zip(bytes, bytes.dropFirst()).contains { $0 == 0x2E && $1 == 0x2E }
    guard isName, let first = bytes.first, !"-^.".utf8.contains(first) else {
      throw UsageError(
        "\(UTF8Text.quoted(text)) is not the name of a revision: write a branch, a tag or a commit")
    }
    self.text = text
  }
}
