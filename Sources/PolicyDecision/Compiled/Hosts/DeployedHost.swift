package import AssociationFiles
package import PolicyText
package import PolicyModel

extension CompiledHost {
  /// A host that serves an existing `apple-app-site-association`.
  ///
  /// - Parameter anchor: the location of the file.
  package init(
    serving file: AppleAppSiteAssociation, at anchor: SourceAnchor, host: ExactString
  ) {
    self.init(anchor: anchor, host: host)
    apple = file
    let links = file.applinks ?? AppleLinks(details: [])
    appleRules = links.details.map { entry in
      links.components(of: entry).map { SourceAnchor(anchor.file, $0.node ?? anchor.node) }
    }
  }

  /// A host that serves an existing `assetlinks.json`.
  ///
  /// - Parameter anchor: the location of the file.
  package init(serving list: AssetLinks, at anchor: SourceAnchor, host: ExactString) {
    self.init(anchor: anchor, host: host)
    android = list
    for statement in list.statements {
      guard case .androidApp(let package, _) = statement.target,
        let rules = statement.dynamicRules, androidRules[package] == nil
      else { continue }
      androidRules[package] = rules.rules.map { rule in
        rule.node.map { SourceAnchor(anchor.file, $0) }
      }
    }
  }

  private init(anchor: SourceAnchor, host: ExactString) {
    self.init(
      host: ASCII.lowercased(host), environment: .prod, anchors: [anchor], apple: nil,
      appleRules: [], android: nil, androidRules: [:], literals: [], flips: [])
  }
}
