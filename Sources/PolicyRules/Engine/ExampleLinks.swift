/// Policies around the link rules of one host, for examples.
extension ExamplePolicy {
  /// An iOS app and its rules, each a mapping in braces.
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

/// Association files around the part that an example is about.
enum ExampleFile {
  /// A file for one app with these members of its entry.
  static func apple(_ entry: String, app: String = "\"R7KM2QX94T.com.acme.home\"") -> String {
    """
    {
      "applinks": {
        "details": [
          { "appIDs": [\(app)], \(entry) }
        ]
      }
    }

    """
  }

  /// A file for one app with these components.
  static func components(_ components: String...) -> String {
    apple(
      "\"components\": [\n" + components.map { "        \($0)" }.joined(separator: ",\n") + " ]")
  }

  /// A statement about an app.
  static func android(
    package: String = "\"com.acme.home\"", fingerprints: String? = nil,
    relation: String = "[\"delegate_permission/common.handle_all_urls\"]", more: String = ""
  ) -> String {
    """
    [
      {
        "relation": \(relation),
        "target": {
          "namespace": "android_app",
          "package_name": \(package),
          "sha256_cert_fingerprints": \(fingerprints ?? Self.fingerprints)
        }\(more)
      }
    ]

    """
  }

  /// Two fingerprints.
  static let fingerprints =
    "[\n        " + ExamplePolicy.fingerprints.map { "\"\($0)\"" }.joined(separator: ",\n        ")
    + "\n      ]"

  /// A statement with dynamic rules.
  static func dynamic(_ rules: String) -> String {
    android(
      more: """
        ,
            "relation_extensions": {
              "delegate_permission/common.handle_all_urls": {
                "dynamic_app_link_components": \(rules)
              }
            }
        """)
  }
}
