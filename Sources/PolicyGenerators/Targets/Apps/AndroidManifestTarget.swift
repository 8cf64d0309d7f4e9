import PolicyDecision
import PolicyText

/// A manifest for every Android app, with the intent filters of its links, App Flip and redirect URIs. Gradle merges it as
/// the manifest of a source set or product flavor. An app without filters gets no file.
package struct AndroidManifestTarget: GeneratorTarget {
  package static let name = "android-manifest"
  package static let isDefault = true
  package static let summary =
    "<env>/apps/<app>/AndroidManifest.xml: verified intent filters, App Flip activity"
  package static func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    try input.appFiles(Self.name, isApple: false) {
      (app) throws(GeneratorError) -> (name: String, text: String)? in
      guard let manifest = try AndroidManifest.element(app) else { return nil }
      return ("AndroidManifest.xml", manifest.document(input.header))
    }
  }
}
