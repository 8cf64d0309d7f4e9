import TextSupport

extension GoogleScope {
  /// True for scopes on Google's list of restricted ones, as read in 2026-11; all of `fitness.` are taken
  /// for restricted (inferred).
  static func isRestricted(_ text: ExactString) -> Bool {
    let prefix = "https://www.googleapis.com/auth/"
    guard text.hasPrefix(prefix) else { return text == "https://mail.google.com/" }
    let name = ExactString(decoding: Array(text.utf8.dropFirst(prefix.utf8.count)))
    return name.hasPrefix("fitness.") || restricted.contains(name)
  }

  private static let restricted: [ExactString] = [
    "gmail.readonly", "gmail.metadata", "gmail.modify", "gmail.insert", "gmail.compose",
    "gmail.settings.basic", "gmail.settings.sharing", "drive", "drive.readonly", "drive.activity",
    "drive.activity.readonly", "drive.metadata", "drive.metadata.readonly", "drive.scripts",
    "drive.meet.readonly",
  ]
}
