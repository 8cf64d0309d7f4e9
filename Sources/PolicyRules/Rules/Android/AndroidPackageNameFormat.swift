package import PolicyText
import PolicyModel

/// An Android application ID that cannot be one.
package struct AndroidPackageNameFormat: Rule {
  package static let info = RuleInfo(
    "android-package-name-format", .android, .error, aliases: ["package-name", "and-package"],
    summary: "an Android package name has two or more segments of letters, digits and _",
    why:
      "No app can have another name, so nothing ever matches. `com.example` is refused by Google "
      + "Play (a warning).",
    examples: .init(
      .policy, bad: ExamplePolicy.android(package: "com.⟦0acme⟧.home"),
      good: ExamplePolicy.android()),
    references: ["Android: application ID"])
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for app in context.policy.apps {
      if let name = app.packageName { check(name, &findings) }
    }
    for client in context.policy.clients {
      for caller in client.appFlipAndroid?.callers ?? [] {
        if let name = caller.packageName { check(name, &findings) }
      }
    }
  }

  /// Judges a name, wherever it stands.
  func check(_ name: LocatedText, _ findings: inout Findings) {
    let bytes = Array(name.value.utf8)
    let segments = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard segments.count > 1 else {
      return findings.report(
        name.node, "\(name.value.quoted) is no Android package name: two segments are needed")
    }
    for segment in segments {
      guard let fault = fault(of: segment) else { continue }
      return findings.report(
        name.node, text: segment.isEmpty ? nil : segment.indices,
        "\(name.value.quoted) is no Android package name: segment "
          + "\(ExactString(decoding: segment).quoted) \(fault)")
    }
    let template = ["example", "yourcompany", "mycompany"].first {
      segments.starts(with: [Array("com".utf8)[...], Array($0.utf8)[...]])
    }
    if template != nil {
      findings.report(
        name.node, severity: .warning, "\(name.value.quoted) is a name for examples",
        help: "use the application ID of your app; Google Play refuses `com.example`")
    }
  }

  private func fault(of segment: ArraySlice<UInt8>) -> String? {
    guard let first = segment.first else { return "is empty" }
    if (0x30...0x39).contains(first) { return "starts with a digit" }
    if first == UInt8(ascii: "_") { return "starts with an underscore" }
    let isName = segment.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
        || $0 == UInt8(ascii: "_")
    }
    return isName ? nil : "has characters other than letters, digits and `_`"
  }
}

extension AndroidPackageNameFormat: AssetFileRule {
  package func check(_ file: AssetFile, reporting findings: inout Findings) {
    for app in file.writtenApps {
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
