import PolicyModel
import PolicyText

struct AppleFileName: AppleFileRule {
  static let info = RuleInfo(
    "apple-file-name", .association, .warning, aliases: ["file-name"],
    summary: "Require the file name that Apple fetches",
    why: "Apple's servers fetch `/.well-known/apple-app-site-association` and then the same name "
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

struct AssociationFileLayout: AppleFileRule, AssetFileRule {
  static let info = RuleInfo(
    "association-file-layout", .association, .note,
    summary: "Require consistent line endings and a final newline",
    why: "Devices accept any layout, but diffs of deployed files don't. A line ending that a "
      + "server or an editor adds shows up as a change. Shown with `--verbose`.",
    examples: .init(
      .appleAppSiteAssociation,
      bad: "{ \"webcredentials\": { \"apps\": [\"R7KM2QX94T.com.acme.home\"] } ⟦}⟧",
      good: "{ \"webcredentials\": { \"apps\": [\"R7KM2QX94T.com.acme.home\"] } }\n"),
    isFixable: true)

  func check(_ file: AppleFile, reporting findings: inout Findings) {
    check(file.tree, &findings)
  }

  func check(_ file: AssetFile, reporting findings: inout Findings) {
    check(file.tree, &findings)
  }

  private func check(_ tree: SourceTree, _ findings: inout Findings) {
    let bytes = tree.source.bytes
    guard let last = bytes.last else { return }
    let feeds = bytes.indices.filter { bytes[$0] == 0x0A }
    let pairs = feeds.filter { $0 > 0 && bytes[$0 - 1] == 0x0D }
    let isMostlyCRLF = 2 * pairs.count > feeds.count
    if last != 0x0A, last != 0x0D {
      let edit = tree.edit(bytes.count..<bytes.count, isMostlyCRLF ? "\r\n" : "\n")
      findings.reportBytes(
        SourceSpan(bytes.count - 1, bytes.count), "last line has no newline",
        help: "add a newline at the end of the file",
        fixes: [Fix("add a final newline", isSafe: true, edits: [edit])], isMinor: true)
    }
    guard let first = pairs.first else { return }
    guard pairs.count < feeds.count else {
      return findings.reportBytes(
        SourceSpan(first - 1, first + 1), "lines end in CR LF, but most deployed files use LF",
        help: "keep it if your server serves it like this", isMinor: true)
    }
    let odd = isMostlyCRLF ? feeds.filter { $0 == 0 || bytes[$0 - 1] != 0x0D } : pairs
    let edits = odd.map { feed in
      isMostlyCRLF ? tree.edit(feed..<feed, "\r") : tree.edit((feed - 1)..<feed, "")
    }
    findings.reportBytes(
      SourceSpan(isMostlyCRLF ? odd[0] : odd[0] - 1, odd[0] + 1),
      "\(odd.count == 1 ? "one line ends" : "\(odd.count) lines end") in "
        + "\(isMostlyCRLF ? "LF, the others in CR LF" : "CR LF, the others in LF")",
      help: "use \(isMostlyCRLF ? "CR LF" : "LF") for every line",
      // A fix of thousands of lines would reformat the whole file.
      fixes: edits.count <= 1_000
        ? [Fix("make the line endings consistent", isSafe: true, edits: edits)] : [], isMinor: true)
  }
}

struct AssociationFileTooLarge: AppleFileRule, AssetFileRule {
  static let info = RuleInfo(
    "association-file-too-large", .association, .error, aliases: ["file-too-large"],
    summary: "Disallow association files above the platform's size limit",
    why: "iOS rejects an uncompressed file above 128 KB, and Android one above 1 MiB. Then no link "
      + "opens the app.",
    examples: .init(
      .appleAppSiteAssociation, bad: "⟦⟧# bytes: 131073\n{ \"appclips\": {} }\n",
      good: "{ \"appclips\": {} }\n"),
    references: ["Apple: App Search Programming Guide (128 KB)", "AOSP StatementService (1 MiB)"])

  /// In bytes. Apple documents 128 KB; that a KB is 1,024 bytes is inferred.
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

struct AssociationHostInvalid: Rule {
  static let info = RuleInfo(
    "association-host-invalid", .association, .error, aliases: ["entitlement-domain"],
    summary: "Require full domain names as association hosts",
    why: "The entitlement `applinks:HOST` and Android's intent filter need a full domain name, so "
      + "a placeholder, an IP address or a single label doesn't work. Each host needs its own "
      + "file, so a wildcard doesn't work either.",
    examples: .policy(bad: links("⟦YOUR_DOMAIN⟧.example"), good: links("www.acme.example")),
    references: ["Apple: Associated Domains Entitlement"])

  private static func links(_ host: String) -> String {
    ExamplePolicy.ios() + ExamplePolicy.link("/orders/*", apps: "acme-ios", host: host)
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for domain in context.policy.domains {
      let host = domain.host
      // `domain-not-bare` reports a scheme, port or path.
      let content = ByteSet(of: host.value)
      guard host.value.utf8.count <= 255, !content.intersects(.hostDelimiters) else { continue }
      let bytes = Array(host.value.utf8)[...]
      let labels = HostLabels.split(bytes)
      if content.contains("*") {
        findings.report(
          host.node,
          "host \(host.value.quoted) must not contain a wildcard, because each host serves "
            + "its own files",
          help: "write one entry for each host")
      } else if let placeholder = Placeholder.find(in: bytes, content: content) {
        findings.report(
          host.node, text: placeholder, "host \(host.value.quoted) is a placeholder",
          help: "write the host that serves the files")
      } else if labels.count < 2 || labels.contains(where: { $0.isEmpty }) {
        findings.report(
          host.node, "host must be a full domain name, found \(host.value.quoted)",
          help: "write the host that serves the files, such as `www.acme.example`")
      } else if let last = labels.last, last.allSatisfy(\.isDigit) {
        findings.report(
          host.node, "host must be a domain name, found the IP address \(host.value.quoted)",
          help: "write the host's DNS name")
      }
    }
  }
}
