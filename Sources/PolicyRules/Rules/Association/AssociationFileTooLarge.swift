package import PolicyText

package struct AssociationFileTooLarge: AppleFileRule, AssetFileRule {
  package static let info = RuleInfo(
    "association-file-too-large", .association, .error, aliases: ["file-too-large"],
    summary: "Disallow association files above the platform's size limit",
    why:
      "iOS rejects an uncompressed file above 128 KB, and Android one above 1 MiB. Then no link "
      + "opens the app.",
    examples: .init(
      .appleAppSiteAssociation, bad: "⟦⟧# bytes: 131073\n{ \"appclips\": {} }\n",
      good: "{ \"appclips\": {} }\n"),
    references: ["Apple: App Search Programming Guide (128 KB)", "AOSP StatementService (1 MiB)"])
  package init() {}

  /// In bytes. Apple says 128 KB; that a KB is 1,024 bytes is inferred.
  static let maximumAppleBytes = 131_072
  private static let warningAppleBytes = 100_000
  private static let maximumAndroidBytes = 1 << 20

  package func check(_ file: AppleFile, reporting findings: inout Findings) {
    check(bytes: file.tree.source.bytes.count, isApple: true, &findings)
  }

  package func check(_ file: AssetFile, reporting findings: inout Findings) {
    check(bytes: file.tree.source.bytes.count, isApple: false, &findings)
  }

  package func check(unreadableAppleFile file: SourceFile, reporting findings: inout Findings) {
    check(bytes: file.bytes.count, isApple: true, &findings)
  }

  package func check(unreadableAssetFile file: SourceFile, reporting findings: inout Findings) {
    check(bytes: file.bytes.count, isApple: false, &findings)
  }

  private func check(bytes: Int, isApple: Bool, _ findings: inout Findings) {
    if !isApple {
      guard bytes > Self.maximumAndroidBytes else { return }
      findings.reportFile(
        "file has \(bytes) bytes, but Android rejects files above 1 MiB "
          + "(\(Self.maximumAndroidBytes) bytes)",
        help: "move statements to included files, or remove those of old apps")
    } else if bytes > Self.maximumAppleBytes {
      findings.reportFile(
        "file has \(bytes) bytes, but iOS rejects files above 128 KB (\(Self.maximumAppleBytes) "
          + "bytes)",
        help: "use wildcards and `defaults`, and remove the rules of old apps")
    } else if bytes >= Self.warningAppleBytes {
      findings.reportFile(
        severity: .warning,
        "file has \(bytes) bytes; iOS rejects files above 128 KB (\(Self.maximumAppleBytes) bytes)",
        help: "use wildcards and `defaults` before you add more rules")
    }
  }
}
