import PolicyText

/// What a file is read as.
public enum InputKind: String, Sendable, CaseIterable {
  /// YAML of the policy language: policies, test files, configuration.
  case policy
  /// An `apple-app-site-association`.
  case appleAppSiteAssociation = "aasa"
  /// An `assetlinks.json`.
  case assetLinks = "assetlinks"

  /// The kind that a file name tells; nil for other files.
  public init?(path: String) {
    let name =
      path.utf8.split(separator: UInt8(ascii: "/")).last.map { ExactString(decoding: $0) } ?? ""
    switch name {
    case "apple-app-site-association", "apple-app-site-association.json",
      "apple-app-site-association-unsigned", "apple-app-site-association-unsigned.json":
      self = .appleAppSiteAssociation
    case "assetlinks.json": self = .assetLinks
    default:
      // Editors take `POLICY.YML` for YAML, too.
      let lower = ASCII.lowercased(name)
      guard lower.hasSuffix(".yaml") || lower.hasSuffix(".yml") else { return nil }
      self = .policy
    }
  }

  /// The kind of a file that a user named: by its name, else by its contents. JSON with the keys of an
  /// association file is one; everything else must be a policy.
  package init(path: String, bytes: [UInt8]) {
    self =
      InputKind(path: path) ?? Self.contents(SignedMessage.content(of: bytes) ?? bytes) ?? .policy
  }

  private static func contents(_ bytes: [UInt8]) -> InputKind? {
    func mentions(_ key: String) -> Bool {
      let word = Array("\"\(key)\"".utf8)
      return bytes.firstRange(of: word, in: 0..<bytes.count) != nil
    }
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    switch bytes[start...].first(where: { !" \t\r\n".utf8.contains($0) }) {
    case UInt8(ascii: "{"):
      let sections = ["applinks", "webcredentials", "appclips", "activitycontinuation"]
      return sections.contains(where: mentions) ? .appleAppSiteAssociation : nil
    case UInt8(ascii: "["):
      let isList = mentions("relation") && mentions("target") || mentions("include")
      return isList ? .assetLinks : nil
    default: return nil
    }
  }
}
