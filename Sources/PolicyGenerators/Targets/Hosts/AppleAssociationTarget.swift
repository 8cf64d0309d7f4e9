import AssociationFiles
import PolicyDecision

/// `apple-app-site-association` of every host.
package struct AppleAssociationTarget: GeneratorTarget {
  package static let name = "aasa"
  package static let summary = "<env>/hosts/<host>/.well-known/apple-app-site-association"
  package init() {}

  package func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    try AssociationFileKind(
      target: Self.name, fileName: "apple-app-site-association", platform: "iOS",
      maximumBytes: 131_072, json: { $0.apple?.json },
      check: { (host) throws(GeneratorError) in try host.checkApple() }
    ).files(for: input)
  }
}
