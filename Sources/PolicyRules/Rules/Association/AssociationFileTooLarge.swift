package import PolicyText

/// A file that a platform refuses for its size.
package struct AssociationFileTooLarge: AppleFileRule, AssetFileRule {
  package static let info = RuleInfo(
    "association-file-too-large", .association, .error, aliases: ["file-too-large"],
    summary: "an association file stays within the platform's limit",
    why:
      "iOS refuses an uncompressed file above 128 KB, Android one above 1 MiB: then no link opens "
      + "the app.",
    examples: .init(
      .appleAppSiteAssociation, bad: "⟦⟧# bytes: 131073\n{ \"appclips\": {} }\n",
      good: "{ \"appclips\": {} }\n"),
    references: ["Apple: App Search Programming Guide (128 KB)", "AOSP StatementService (1 MiB)"])
  package init() {}

  /// Bytes; Apple says 128 KB, that these are 1,024 each is inferred.
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
        "\(bytes) bytes: Android refuses files above 1 MiB (\(Self.maximumAndroidBytes) bytes)",
        help: "move statements into included files, or drop those of old apps")
    } else if bytes > Self.maximumAppleBytes {
      findings.reportFile(
        "\(bytes) bytes: iOS refuses files above 128 KB (\(Self.maximumAppleBytes) bytes)",
        help: "use wildcards and `defaults`, and drop the rules of old apps")
    } else if bytes >= Self.warningAppleBytes {
      findings.reportFile(
        severity: .warning,
        "\(bytes) bytes: iOS refuses files above 128 KB (\(Self.maximumAppleBytes) bytes)",
        help: "use wildcards and `defaults` before the next rules make it too large")
    }
  }
}
