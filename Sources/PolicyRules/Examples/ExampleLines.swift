extension ExamplePolicy {
  /// The smallest policy and one more line.
  static func line(_ line: String) -> String {
    "linkpolicy: 1\nname: example\n\(line)\n"
  }

  /// A comment above an app that lacks a required key, unless `good`.
  static func suppression(_ comment: String, good: Bool = false) -> String {
    let app = "{ platform: ios, bundle_id: com.acme.home\(good ? ", team_id: R7KM2QX94T" : "") }"
    return "linkpolicy: 1\nname: example\napps:\n  \(comment)\n  acme-ios: \(app)\n"
  }
}
