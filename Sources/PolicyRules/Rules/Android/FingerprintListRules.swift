import AssociationFiles
import PolicyModel
import PolicyText

struct FingerprintMissing: Rule {
  static let info = RuleInfo(
    "fingerprint-missing", .android, .error, aliases: ["android-sha256-missing"],
    summary: "Require SHA-256 fingerprints for Android apps that open links",
    why: "`assetlinks.json` identifies an app by package and certificate. Without the certificate, "
      + "Android can't verify the host and links open the browser.",
    examples: .policy(
      bad: links("⟦acme-android⟧", ""),
      good: links(
        "acme-android",
        "    sha256_cert_fingerprints: [\"\(ExamplePolicy.fingerprints[0])\", "
          + "\"\(ExamplePolicy.fingerprints[1])\"]\n")),
    references: ["Android: verify app links"])

  private static func links(_ key: String, _ fingerprints: String) -> String {
    """
    linkpolicy: 1
    name: example
    apps:
      \(key):
        platform: android
        package_name: com.acme.home
    \(fingerprints)domains:
      www.acme.example:
        links: [{ apps: [acme-android], rules: [{ path: /orders/* }] }]

    """
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    checkCallers(context, &findings)
    for app in context.policy.apps where app.platform?.value == .android {
      let needed = context.workspaceIndex.appReferences.environments(
        ofApp: app.id.value, in: context.tree.file)
      let missing = Environment.allCases.filter {
        needed.contains(EnvironmentSet($0)) && app.exists(in: $0)
          && app.sha256Fingerprints?[$0]?.isEmpty ?? true
          && !context.tree.isUnknown(AppKey.sha256CertFingerprints, in: app.node, $0)
      }
      guard !missing.isEmpty else { continue }
      let place = missing.count == 1 ? " in \(missing[0])" : ""
      findings.report(
        app.id.node, in: missing.count == 1 ? missing[0] : nil,
        "app \(app.id.value.quoted) opens links but has no SHA-256 fingerprint\(place)",
        help: "add `sha256_cert_fingerprints` with the SHA-256 from Play Console > App integrity",
        unlessErrorsAt: [app.node])
    }
  }

  /// Checks App Flip callers with an empty list; `missing-key` reports a missing list.
  private func checkCallers(_ context: RuleContext, _ findings: inout Findings) {
    let tree = context.tree
    for client in context.policy.clients {
      for caller in client.appFlipAndroid?.callers ?? [] where caller.sha256Fingerprints.isEmpty {
        guard let list = tree.value(of: "sha256_cert_fingerprints", in: caller.node),
          tree.kind(list) == .sequence, tree.isEmpty(list)
        else { continue }
        findings.report(
          list, "caller has no SHA-256 fingerprint, so App Flip rejects it",
          help: "add the certificate that signs the calling app")
      }
    }
  }
}

extension FingerprintMissing: AssetFileRule {
  func check(_ file: AssetFile, reporting findings: inout Findings) {
    for app in file.writtenApps {
      if app.list == nil {
        findings.report(
          file.tree.place(app.target),
          "missing key `sha256_cert_fingerprints`; Google and Android ignore the statement",
          help: "add the SHA-256 from Play Console > App integrity")
      } else if let list = app.list, file.tree.kind(list) == .sequence, file.tree.isEmpty(list) {
        findings.report(
          list,
          "`sha256_cert_fingerprints` must not be empty; Google and Android ignore the "
            + "statement",
          help: "add the SHA-256 from Play Console > App integrity")
      }
    }
  }
}

struct FingerprintSha1Missing: Rule {
  static let info = RuleInfo(
    "fingerprint-sha1-missing", .android, .warning,
    summary: "Require SHA-1 fingerprints for Android apps that use Google or Firebase sign-in",
    why: "Google identifies an Android client by its package and SHA-1. If the SHA-1 isn't "
      + "registered, Google Sign-In returns `DEVELOPER_ERROR`, and Firebase email links and web "
      + "flows fail.",
    examples: .policy(
      bad: example("⟦acme-android⟧", ""),
      good: example("acme-android", "    sha1_cert_fingerprints: [\"\(sha1)\"]\n")),
    references: ["Google: authenticating your client", "Firebase: authenticate using email link"])

  private static let sha1 = "F4:B8:C0:2D:29:B6:4F:6B:C3:FE:3C:58:13:00:54:47:6F:36:9D:BF"

  private static func example(_ reference: String, _ fingerprints: String) -> String {
    ExamplePolicy.android() + fingerprints + """
      providers:
        google_sign_in:
          android: { app: \(reference), client_id: { prod: \(GoogleClientIDs.ios) } }

      """
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    var reported: Set<SourceAnchor> = []
    let google = context.policy.googleSignIn?.android
    let clients = Environment.allCases.filter { google?.clientIDs?[$0] != nil }
    check(google?.app, clients, "Google Sign-In", context, &reported, &findings)
    for action in context.policy.firebase?.emailActions ?? []
    where action.handleCodeInApp?.value == true {
      check(
        action.androidApp, context.firebaseEnvironments, "email links", context, &reported,
        &findings)
    }
    guard context.policy.apple?.platforms.contains(where: { $0.value == "android" }) == true else {
      return
    }
    for app in context.policy.apps where app.platform?.value == .android {
      guard let found = context.workspace.app(app.id.value, from: context.document) else {
        continue
      }
      report(
        app.id, nil, found, context.firebaseEnvironments, "Sign in with Apple", context, &reported,
        &findings)
    }
  }

  private func check(
    _ references: PerEnvironment<LocatedText>?, _ environments: [Environment], _ service: String,
    _ context: RuleContext, _ reported: inout Set<SourceAnchor>, _ findings: inout Findings
  ) {
    for (environment, reference) in references?.distinct ?? [] {
      guard let found = context.workspace.app(reference.value, from: context.document),
        found.isApple == false
      else { continue }
      report(
        reference, environment, found, environments, service, context, &reported, &findings)
    }
  }

  private func report(
    _ reference: LocatedText, _ environment: Environment?, _ found: Workspace.AppReference,
    _ environments: [Environment], _ service: String, _ context: RuleContext,
    _ reported: inout Set<SourceAnchor>, _ findings: inout Findings
  ) {
    let missing = environments.filter {
      (environment == nil || environment == $0) && found.exists(in: $0)
        && found.app.sha1Fingerprints?[$0]?.isEmpty ?? true
        && !found.document.tree.isUnknown(AppKey.sha1CertFingerprints, in: found.app.node, $0)
    }
    guard let first = missing.first, reported.insert(found.anchor).inserted else { return }
    let isOne = missing.count == 1 && found.app.sha1Fingerprints != nil
    findings.report(
      reference.node, in: isOne ? first : environment,
      "\(service) on Android needs a SHA-1 fingerprint of app "
        + "\(reference.value.quoted)\(isOne ? " in \(first)" : "")",
      help: "add `sha1_cert_fingerprints` with the SHA-1 from Play Console > App integrity",
      notes: [findings.note("the app", at: found.app.id.node, of: found.document)])
  }
}

struct FingerprintSingle: Rule {
  static let info = RuleInfo(
    "fingerprint-single", .android, .warning,
    summary: "Require every signing key of an Android app",
    why: "Google Play signs with its own key, but local builds use the upload key. If one of them "
      + "is missing, links work only for some installations.",
    examples: .policy(
      bad: ExamplePolicy.android(fingerprints: ["⟦\"\(ExamplePolicy.fingerprints[0])\"⟧"]),
      good: ExamplePolicy.android()),
    references: ["Android: Play App Signing"])

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for app in context.policy.apps {
      for (environment, fingerprints) in app.sha256Fingerprints?.distinct ?? []
      where Self.isOneKey(fingerprints) {
        findings.report(
          fingerprints[fingerprints.count - 1].node, in: environment,
          fingerprints.count == 1
            ? "app \(app.id.value.quoted) has only one fingerprint"
            : "app \(app.id.value.quoted) lists the same fingerprint \(fingerprints.count) times",
          help: "if Google Play signs the app, add the app signing key from Play Console > App "
            + "integrity")
      }
    }
  }

  /// Whether a list has one fingerprint, perhaps in several notations.
  private static func isOneKey(_ fingerprints: [LocatedText]) -> Bool {
    guard let first = fingerprints.first else { return false }
    guard fingerprints.count > 1 else { return true }
    let digit = first.value.utf8.last.map(ASCII.lowercased)
    guard fingerprints.allSatisfy({ $0.value.utf8.last.map(ASCII.lowercased) == digit }),
      let key = LocatedFingerprint.bytes(first.value)
    else { return false }
    return fingerprints.allSatisfy { LocatedFingerprint.bytes($0.value) == key }
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
