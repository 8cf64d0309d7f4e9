import PolicyDiagnostics
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
    case "apple-app-site-association", "apple-app-site-association.json":
      self = .appleAppSiteAssociation
    case "assetlinks.json": self = .assetLinks
    default:
      // Editors take `POLICY.YML` for YAML, too.
      let lower = ASCII.lowercased(name)
      guard lower.hasSuffix(".yaml") || lower.hasSuffix(".yml") else { return nil }
      self = .policy
    }
  }
}
