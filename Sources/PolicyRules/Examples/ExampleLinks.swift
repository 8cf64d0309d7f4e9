/// Example policies with the link rules of one host.
extension ExamplePolicy {
  /// An Android and an iOS app.
  static let bothPlatforms =
    android() + "  acme-ios: { platform: ios, bundle_id: com.acme.home, team_id: R7KM2QX94T }\n"

  /// A host with one link rule.
  static func link(_ path: String, apps: String, host: String = "www.acme.example") -> String {
    """
    domains:
      \(host):
        links: [{ apps: [\(apps)], rules: [{ path: \(path) }] }]

    """
  }

  /// An iOS app and its rules, each a flow mapping.
  static func rules(_ rules: String..., settings: String = "") -> String {
    ios() + """
      domains:
        www.acme.example:
          links:
            - apps: [acme-ios]
              rules:

      """ + rules.map { "          - \($0)\n" }.joined() + settings
  }
}
