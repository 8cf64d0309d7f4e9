/// Example policies with the link rules of one host.
extension ExamplePolicy {
  /// An iOS app and its rules, each a flow mapping.
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
