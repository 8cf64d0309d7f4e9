import AssociationFiles
import PolicyDecision

/// `assetlinks.json` of every host.
package struct AssetLinksTarget: GeneratorTarget {
  package static let name = "assetlinks"
  package static let summary = "<env>/hosts/<host>/.well-known/assetlinks.json"
  package init() {}

  package func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    try AssociationFileKind(
      target: Self.name, fileName: "assetlinks.json", platform: "Android",
      maximumBytes: 1_048_576, json: { $0.android?.json },
      check: { (host) throws(GeneratorError) in try host.checkAndroid() }
    ).files(for: input)
  }
}
