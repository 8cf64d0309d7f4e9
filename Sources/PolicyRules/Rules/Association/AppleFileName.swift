import PolicyText

struct AppleFileName: AppleFileRule {
  static let info = RuleInfo(
    "apple-file-name", .association, .warning, aliases: ["file-name"],
    summary: "Require the file name that Apple fetches",
    why:
      "Apple's servers fetch `/.well-known/apple-app-site-association` and then the same name "
      + "at the root. A file with another name works only if the server serves it under this one.",
    examples: .init(
      .appleAppSiteAssociation,
      bad: "⟦⟧# file: apple-app-site-association.json\n{ \"appclips\": {} }\n",
      good: "{ \"appclips\": {} }\n"
    ),
    references: ["Apple: supporting associated domains"])

  func check(_ file: AppleFile, reporting findings: inout Findings) {
    check(file.tree.source.name, &findings)
  }

  func check(unreadableAppleFile file: SourceFile, reporting findings: inout Findings) {
    check(file.name, &findings)
  }

  private func check(_ path: String, _ findings: inout Findings) {
    let parts = path.utf8.split(separator: UInt8(ascii: "/")).map { ExactString(decoding: $0) }
    guard let name = parts.last else { return }
    let real = "apple-app-site-association"
    if name != ExactString(real), name.hasPrefix(real) {
      findings.reportFile(
        "\(name.quoted) isn't the name that iOS fetches, unless the server maps it",
        help: "rename it to `\(real)`, or keep it if your server serves it under that name")
    } else if name == "apple-app-site-association", parts.dropLast().last == "well-known" {
      findings.reportFile(
        severity: .error,
        "directory must be `.well-known`, found `well-known`, so iOS doesn't find the file",
        help: "rename the directory to `.well-known`, and check that your host deploys it")
    }
  }
}
