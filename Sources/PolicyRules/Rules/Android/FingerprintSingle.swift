import AssociationFiles
package import PolicyText
import PolicyModel

/// Only one signing key.
package struct FingerprintSingle: Rule {
  package static let info = RuleInfo(
    "fingerprint-single", .android, .warning,
    summary: "an Android app lists every key that signs it",
    why:
      "Google Play signs with its own key, builds from your machine with the upload key. With one of "
      + "them missing, links work for some installations only.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.android(fingerprints: ["⟦\"\(ExamplePolicy.fingerprints[0])\"⟧"]),
      good: ExamplePolicy.android()),
    references: ["Android: Play App Signing"])
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for app in context.policy.apps {
      for (environment, fingerprints) in app.sha256Fingerprints?.distinct ?? []
      where fingerprints.count == 1 {
        findings.report(
          fingerprints[0].node, in: environment,
          "app \(app.id.value.quoted) has one fingerprint only",
          help: "if Google Play signs the app, add the app signing key from Play Console > "
            + "App integrity")
      }
    }
  }
}

extension FingerprintSingle: AssetFileRule {
  package func check(_ file: AssetFile, reporting findings: inout Findings) {
    // The other key may stand in a statement of its own.
    var counts: [ExactString: Set<ExactString>] = [:]
    for app in file.apps {
      guard let package = app.package else { continue }
      // The public debug key signs no release: with it or without, the app lists one key of its own.
      counts[package.value, default: []].formUnion(
        app.fingerprints.map(\.value).filter { !Self.isPublic($0) })
    }
    var single: [LocatedText] = []
    var packages: Set<ExactString> = []
    for app in file.apps where app.relations.contains(AssetLinks.handleAllURLs) {
      guard let package = app.package, counts[package.value]?.count == 1,
        // Builds for tests have one key, and Google Play signs none of them.
        !TestBuild.isOne(package.value),
        let only = app.fingerprints.first(where: { !Self.isPublic($0.value) }),
        Fingerprint(only.value) != nil,
        packages.insert(package.value).inserted
      else { continue }
      single.append(Located(package.value, only.node))
    }
    guard let first = single.first else { return }
    findings.report(
      first.node, severity: .note,
      single.count == 1
        ? "app \(first.value.quoted) has one fingerprint only"
        : "\(single.count) apps have one fingerprint only, \(first.value.quoted) first",
      help: "if Google Play signs the app, add the app signing key from Play Console > "
        + "App integrity",
      notes: single.enumerated().dropFirst().map { index, app in
        findings.note("\(app.value.quoted) too", at: app.node, isFurther: index > 2)
      })
  }

  private static func isPublic(_ fingerprint: ExactString) -> Bool {
    Fingerprint(fingerprint).map { $0.bytes == KnownCertificates.publicDebugKey } ?? false
  }
}
