import PolicyModel
package import PolicyText

/// Example association files.
package enum ExampleFile {
  /// The name and contents of an example without its marks.
  ///
  /// At the start of the example, `# file: NAME` sets the name, and `# bytes: N` pads the file with spaces to that
  /// size.
  package static func file(
    _ example: String, _ kind: RuleInfo.Examples.Kind
  ) -> (name: String, bytes: [UInt8]) {
    var name = kind == .assetLinks ? "assetlinks.json" : "apple-app-site-association"
    var size = 0
    var rest = Array(example.utf8)[...]
    while rest.starts(with: "# ".utf8) {
      let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
      let line = rest[..<end]
      if line.starts(with: "# file: ".utf8) { name = line.dropFirst(8).string }
      if line.starts(with: "# bytes: ".utf8) { size = Int(line.dropFirst(9).string) ?? 0 }
      rest = rest[end...].dropFirst()
    }
    let filling = [UInt8](repeating: 0x20, count: max(0, size - rest.count))
    return (name, Array(rest) + filling)
  }

  /// The findings about a policy and a file deployed on its host `www.acme.example`.
  package static func report(policy: [UInt8], deployed: [UInt8]) -> Report {
    // Replacing the line that contains the name with spaces keeps the positions.
    var deployed = deployed
    if deployed.starts(with: "# file: ".utf8) {
      for index in 0..<(deployed.firstIndex(of: 0x0A) ?? 0) { deployed[index] = 0x20 }
    }
    let sources = [
      SourceFile(name: "policy.yaml", bytes: policy),
      SourceFile(name: "www.acme.example/.well-known/assetlinks.json", bytes: deployed),
    ]
    let document = PolicyDocument(YAMLReader.read(sources[0], file: FileID(0)))
    let workspace = Workspace(sources: sources, documents: [document])
    let read = JSONReader.read(sources[1], file: FileID(1))
    return Report(
      sources: sources,
      diagnostics: document.diagnostics + RuleRegistry.check(workspace)
        + AssociationFileRules.checkAssetLinks(read)
        + RuleRegistry.check(deployed: [read.tree], in: workspace))
  }

  /// The findings about both association files of a site, each after a line with its name.
  package static func report(site files: [String]) -> Report {
    let sources = files.map { text in
      // Replacing the line that contains the name with spaces keeps the positions.
      var bytes = Array(text.utf8)
      let end = bytes.firstIndex(of: 0x0A) ?? 0
      let name = bytes[..<end].dropFirst(8).string
      for index in 0..<end { bytes[index] = 0x20 }
      return SourceFile(name: name, bytes: bytes)
    }
    let read = sources.enumerated().map {
      JSONReader.read($0.element, file: FileID($0.offset))
    }
    guard read.count == 2 else { return Report(sources: sources, diagnostics: []) }
    return Report(
      sources: sources,
      diagnostics: AssociationFileRules.checkApple(read[0])
        + AssociationFileRules.checkAssetLinks(read[1])
        + SiteFiles(apple: read[0].tree, android: read[1].tree).findings)
  }

  /// A file for one app with these members in its entry, and others in `applinks`.
  static func apple(
    _ entry: String, app: String = "\"R7KM2QX94T.com.acme.home\"", links: String? = nil
  ) -> String {
    """
    {
      "applinks": {\(links.map { "\n    \($0)," } ?? "")
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

  static let fingerprints =
    "[\n        " + ExamplePolicy.fingerprints.map { "\"\($0)\"" }.joined(separator: ",\n        ")
    + "\n      ]"

  static func dynamic(
    _ rules: String, relation: String = "[\"delegate_permission/common.handle_all_urls\"]"
  ) -> String {
    android(
      relation: relation,
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

extension ExamplePolicy {
  /// The smallest policy with one more line.
  static func line(_ line: String) -> String {
    "linkpolicy: 1\nname: example\n\(line)\n"
  }

  /// A comment above an app that lacks a required key, unless `good`.
  static func suppression(_ comment: String, good: Bool = false) -> String {
    let app = "{ platform: ios, bundle_id: com.acme.home\(good ? ", team_id: R7KM2QX94T" : "") }"
    return "linkpolicy: 1\nname: example\napps:\n  \(comment)\n  acme-ios: \(app)\n"
  }
}

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
