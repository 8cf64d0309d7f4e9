import AssociationFiles
import PolicyText
import PolicyModel

struct FingerprintSingle: Rule {
  static let info = RuleInfo(
    "fingerprint-single", .android, .warning,
    summary: "Require every signing key of an Android app",
    why:
      "Google Play signs with its own key, but local builds use the upload key. If one of them "
      + "is missing, links work only for some installations.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.android(fingerprints: ["⟦\"\(ExamplePolicy.fingerprints[0])\"⟧"]),
      good: ExamplePolicy.android()),
    references: ["Android: Play App Signing"])

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for app in context.policy.apps {
      for (environment, fingerprints) in app.sha256Fingerprints?.distinct ?? []
      where fingerprints.count == 1 {
        findings.report(
          fingerprints[0].node, in: environment,
          "app \(app.id.value.quoted) has only one fingerprint",
          help: "if Google Play signs the app, add the app signing key from Play Console > App "
            + "integrity")
      }
    }
  }
}

extension FingerprintSingle: AssetFileRule {
  func check(_ file: AssetFile, reporting findings: inout Findings) {
    // Another statement may list the other key.
    var counts: [ExactString: Set<ExactString>] = [:]
    for app in file.apps {
      guard let package = app.package else { continue }
      // The public debug key signs no release, so it doesn't count as a second key.
      counts[package.value, default: []].formUnion(
        app.fingerprints.map(\.value).filter { !Self.isPublic($0) })
    }
    var single: [LocatedText] = []
    var packages: Set<ExactString> = []
    for app in file.apps where app.relations.contains(AssetLinks.handleAllURLs) {
      guard let package = app.package, counts[package.value]?.count == 1,
        // Test builds have one key, because Google Play doesn't sign them.
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
        ? "app \(first.value.quoted) has only one fingerprint"
        : "\(single.count) apps have only one fingerprint, starting with \(first.value.quoted)",
      help:
        "if Google Play signs the app, add the app signing key from Play Console > App integrity",
      notes: single.enumerated().dropFirst().map { index, app in
        findings.note("\(app.value.quoted) also has only one", at: app.node, isFurther: index > 2)
      },
      // If another app has two keys, a single key looks incomplete.
      isMinor: !Self.hasSeveralKeys(file))
  }

  private static func hasSeveralKeys(_ file: AssetFile) -> Bool {
    var keys: [ExactString: Set<ExactString>] = [:]
    for app in file.apps {
      guard let package = app.package else { continue }
      keys[package.value, default: []].formUnion(
        app.fingerprints.map(\.value).filter { !isPublic($0) && Fingerprint($0) != nil })
    }
    return keys.values.contains { $0.count > 1 }
  }

  private static func isPublic(_ fingerprint: ExactString) -> Bool {
    Fingerprint(fingerprint).map { $0.bytes == KnownCertificates.publicDebugKey } ?? false
  }
}
