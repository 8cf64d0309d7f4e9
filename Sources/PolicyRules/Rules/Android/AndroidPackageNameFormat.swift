import PolicyText
import PolicyModel

struct AndroidPackageNameFormat: Rule {
  static let info = RuleInfo(
    "android-package-name-format", .android, .error, aliases: ["package-name", "and-package"],
    summary: "Require valid Android package names",
    why: "A package name has at least two segments of letters, digits and `_`. No app can have any "
      + "other name, so nothing ever matches. Google Play rejects `com.example` (a warning).",
    examples: .policy(
      bad: ExamplePolicy.android(package: "com.⟦0acme⟧.home"),
      good: ExamplePolicy.android()),
    references: ["Android: application ID"],
    hides: ["identifier-placeholder", "credentials-missing", "environment-mixed"])

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for app in context.policy.apps {
      if let name = app.packageName { check(name, &findings) }
    }
    for client in context.policy.clients {
      for caller in client.appFlipAndroid?.callers ?? [] {
        if let name = caller.packageName { check(name, &findings) }
      }
    }
  }

  func check(_ name: LocatedText, _ findings: inout Findings) {
    let bytes = Array(name.value.utf8)
    let segments = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard segments.count > 1 else {
      return findings.report(
        name.node,
        "\(name.value.quoted) is not a valid package name, because it has only one segment",
        help: "copy `applicationId` from your Gradle file")
    }
    for segment in segments {
      guard let problem = problem(of: segment) else { continue }
      return findings.report(
        name.node, text: segment.isEmpty ? nil : segment.indices,
        "\(name.value.quoted) is not a valid package name: segment "
          + "\(ExactString(decoding: segment).quoted) \(problem)",
        help: "copy `applicationId` from your Gradle file")
    }
    let template = ["example", "yourcompany", "mycompany", "anonymous"].first {
      segments.starts(with: [Array("com".utf8)[...], Array($0.utf8)[...]])
    }
    if template != nil {
      findings.report(
        name.node, severity: .warning, "\(name.value.quoted) is a package name for examples",
        help: "use your app's application ID; Google Play rejects `com.example`")
    }
  }

  private func problem(of segment: ArraySlice<UInt8>) -> String? {
    guard let first = segment.first else { return "is empty" }
    if first.isDigit { return "starts with a digit" }
    if first == UInt8(ascii: "_") { return "starts with an underscore" }
    let isName = segment.allSatisfy {
      $0.isAlphanumeric
        || $0 == UInt8(ascii: "_")
    }
    return isName ? nil : "contains characters other than letters, digits and `_`"
  }
}

extension AndroidPackageNameFormat: AssetFileRule {
  func check(_ file: AssetFile, reporting findings: inout Findings) {
    for app in file.writtenApps {
      if let package = app.package {
        check(package, &findings)
      } else if let value = file.tree.value(of: "package_name", in: app.target) {
        findings.report(
          value, "`package_name` must be a string; Google and Android ignore the statement",
          help: "write `\"com.example.app\"` with your application ID")
      } else {
        findings.report(
          file.tree.place(app.target),
          "missing key `package_name` in `target`; Google and Android ignore the statement",
          help: "add `\"package_name\"` with your application ID")
      }
    }
  }
}
