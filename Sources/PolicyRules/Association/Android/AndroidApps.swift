import AssociationFiles
import PolicyDiagnostics
import PolicyModel
import PolicySourceTree
import PolicyText

extension AndroidPackageNameFormat: AssetFileRule {
  package func check(_ file: AssetFile, reporting findings: inout Findings) {
    for app in file.apps {
      if let package = app.package {
        check(package, &findings)
      } else if let value = file.tree.value(of: "package_name", in: app.target) {
        findings.report(
          value, "`package_name` is a string: Google and Android ignore the statement")
      } else {
        findings.report(
          file.tree.place(app.target),
          "`target` needs a `package_name`: Google and Android ignore the statement")
      }
    }
  }
}

extension FingerprintPlaceholder: AssetFileRule {
  package func check(_ file: AssetFile, reporting findings: inout Findings) {
    check(file.fingerprints, &findings)
  }
}

extension FingerprintPublicDebugKey: AssetFileRule {
  package func check(_ file: AssetFile, reporting findings: inout Findings) {
    check(file.fingerprints, &findings)
  }
}

extension AppFlipTestFingerprint: AssetFileRule {
  package func check(_ file: AssetFile, reporting findings: inout Findings) {
    check(file.fingerprints, &findings)
  }
}

extension DocumentationExample: AssetFileRule {
  package func check(_ file: AssetFile, reporting findings: inout Findings) {
    check(file.fingerprints, &findings)
  }
}

extension FingerprintFormat: AssetFileRule {
  package func check(_ file: AssetFile, reporting findings: inout Findings) {
    check(file.fingerprints, &findings)
    for app in file.apps {
      if let list = app.list, file.tree.kind(list) != .sequence {
        findings.report(
          list, "`sha256_cert_fingerprints` is an array: Google and Android ignore the statement",
          help: "wrap it in `[ ]`")
      } else if let list = app.list {
        for item in file.tree.items(list) where !file.tree.isString(item) {
          findings.report(
            item, "a fingerprint is a string: Google and Android ignore the statement")
        }
      }
    }
    for text in file.apps.flatMap(\.fingerprints) {
      // The bytes are right: Android compares text, and that of the certificate is in this form.
      guard let value = Fingerprint(text.value), !Fingerprint.isCanonical(text.value) else {
        continue
      }
      findings.report(
        text.node,
        "a fingerprint stands in upper case with colons: Android compares it as text and never matches "
          + "this one",
        help: "write `\(UTF8Text.shortened(value.text, to: 11))`",
        fixes: findings.replacing(
          text.node, by: value.text, "write it in upper case with colons", isSafe: true))
    }
  }
}

extension FingerprintMissing: AssetFileRule {
  package func check(_ file: AssetFile, reporting findings: inout Findings) {
    for app in file.apps {
      if app.list == nil {
        findings.report(
          file.tree.place(app.target),
          "`sha256_cert_fingerprints` is missing: the whole statement is void",
          help: "add the SHA-256 from Play Console > App integrity")
      } else if let list = app.list, file.tree.kind(list) == .sequence, file.tree.count(list) == 0 {
        findings.report(
          list, "`sha256_cert_fingerprints` is empty: the whole statement is void",
          help: "add the SHA-256 from Play Console > App integrity")
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
      counts[package.value, default: []].formUnion(app.fingerprints.map(\.value))
    }
    for app in file.apps where app.relations.contains(AssetLinks.handleAllURLs) {
      guard let package = app.package, counts[package.value]?.count == 1,
        let only = app.fingerprints.first, Fingerprint(only.value) != nil
      else { continue }
      findings.report(
        only.node, "app \(package.value.quoted) has one fingerprint only",
        help: "if Google Play signs the app, add the app signing key from Play Console > "
          + "App integrity")
    }
  }
}

extension EnvironmentMixed: AssetFileRule {
  package func check(_ file: AssetFile, reporting findings: inout Findings) {
    Self.report(
      variants: file.apps.filter { $0.relations.contains(AssetLinks.handleAllURLs) }
        .compactMap(\.package), &findings)
  }
}
