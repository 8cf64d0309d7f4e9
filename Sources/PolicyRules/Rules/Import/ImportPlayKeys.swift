package import PolicyText

/// All three app-signing certificates of Google Play are imported. Reported by imports.
package struct ImportPlayKeys: NamedRule {
  package static let info = RuleInfo(
    "import-play-keys", .import, .warning,
    summary: "all three app-signing certificates of Google Play are imported",
    why: "With quantum-ready signing phones up to Android 16 and phones from Android 17 on "
      + "verify different certificates; links and sign-in break on those whose "
      + "certificate is missing.",
    examples: .init(
      .importedFiles,
      bad: #"""
        # linkpolicy import fingerprints.txt
        App signing key certificate
        SHA-256 certificate fingerprint: ⟦14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5⟧
        """#,
      good: #"""
        # linkpolicy import fingerprints.txt
        Upload key certificate
        SHA-256 certificate fingerprint: 14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5
        """#))
  package init() {}
}
