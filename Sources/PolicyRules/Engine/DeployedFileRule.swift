package import PolicyText
package import PolicyModel

/// A rule that compares deployed `assetlinks.json` files with the policies of the same run.
package protocol DeployedFileRule: NamedRule {
  /// The findings about the files, in their order.
  func check(_ files: [SourceTree], in workspace: Workspace) -> [Diagnostic]
}

extension DeployedFileRule {
  package static var forDeployedFiles: (any DeployedFileRule.Type)? { Self.self }
}
