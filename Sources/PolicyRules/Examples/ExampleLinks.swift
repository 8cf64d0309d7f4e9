/// Policies around the link rules of one host, for examples.
extension ExamplePolicy {
  /// An iOS app and its rules, each a mapping in braces.
  static func rules(_ rules: String..., settings: String = "") -> String {
    ios() + """
      domains:
        www.acme.example:
          links:
            - apps: [acme-ios]
              rules:

      """ + rules.map { "          - \($0)\n" }.joined() + settings
  }
}
