import PolicyText

struct AssociationFileTooLarge: AppleFileRule, AssetFileRule {
  static let info = RuleInfo(
    "association-file-too-large", .association, .error, aliases: ["file-too-large"],
    summary: "Disallow association files above the platform's size limit",
    why:
      "iOS rejects an uncompressed file above 128 KB, and Android one above 1 MiB. Then no link "
      + "opens the app.",
    examples: .init(
      .appleAppSiteAssociation, bad: "⟦⟧# bytes: 131073\n{ \"appclips\": {} }\n",
      good: "{ \"appclips\": {} }\n"),
    references: ["Apple: App Search Programming Guide (128 KB)", "AOSP StatementService (1 MiB)"])

  /// In bytes. Apple says 128 KB; that a KB is 1,024 bytes is inferred.
  private static let maximumAppleBytes = 131_072
  private static let warningAppleBytes = 100_000
  private static let maximumAndroidBytes = 1 << 20

  func check(_ file: AppleFile, reporting findings: inout Findings) {
    check(unreadableAppleFile: file.tree.source, reporting: &findings)
  }

  func check(_ file: AssetFile, reporting findings: inout Findings) {
    check(unreadableAssetFile: file.tree.source, reporting: &findings)
  }

  func check(unreadableAppleFile file: SourceFile, reporting findings: inout Findings) {
    let size = "file has \(file.bytes.count) bytes"
    let limit = "iOS rejects files above 128 KB (\(Self.maximumAppleBytes) bytes)"
    if file.bytes.count > Self.maximumAppleBytes {
      findings.reportFile(
        "\(size), but \(limit)",
        help: "use wildcards and `defaults`, and remove the rules of old apps")
    } else if file.bytes.count >= Self.warningAppleBytes {
      findings.reportFile(
        severity: .warning, "\(size); \(limit)",
        help: "use wildcards and `defaults` before you add more rules")
    }
  }

  func check(unreadableAssetFile file: SourceFile, reporting findings: inout Findings) {
    guard file.bytes.count > Self.maximumAndroidBytes else { return }
    findings.reportFile(
      "file has \(file.bytes.count) bytes, but Android rejects files above 1 MiB "
        + "(\(Self.maximumAndroidBytes) bytes)",
      help: "move statements to included files, or remove those of old apps")
  }
}
