import AssociationFiles
package import PolicyText
import PolicyModel

/// What is worth saying of a file that works only to those who ask for every detail (`--verbose`).
package enum MinorFindings {
  /// The findings about an association file, the minor ones marked.
  package static func marked(_ findings: [Diagnostic], in tree: SourceTree) -> [Diagnostic] {
    guard findings.contains(where: { candidates.contains($0.rule) }) else { return findings }
    return findings.map { finding in
      var finding = finding
      switch finding.rule {
      case "fingerprint-single":
        finding.severity = min(finding.severity, .note)
        finding.isMinor = !hasSeveralKeys(tree)
      // iOS reads `paths` as ever; an object has no order.
      case "apple-legacy-form": finding.isMinor = finding.path.hasSuffix(".paths")
      default: break
      }
      return finding
    }
  }

  private static let candidates: Set<RuleID> = ["fingerprint-single", "apple-legacy-form"]

  /// Where another app lists two keys, one key tells something; alone it may well be the right one.
  private static func hasSeveralKeys(_ tree: SourceTree) -> Bool {
    var keys: [ExactString: Set<ExactString>] = [:]
    for app in AssetFile(tree).apps {
      guard let package = app.package else { continue }
      let own = app.fingerprints.map(\.value).filter { text in
        Fingerprint(text).map { $0.bytes != KnownCertificates.publicDebugKey } ?? false
      }
      keys[package.value, default: []].formUnion(own)
    }
    return keys.values.contains { $0.count > 1 }
  }
}
