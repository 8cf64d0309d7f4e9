/// Policies around a provider's settings, for examples.
extension ExamplePolicy {
  /// Settings of a Firebase project, indented by four.
  static func firebase(_ lines: String) -> String {
    """
    linkpolicy: 1
    name: example
    providers:
      firebase:
        project_id: { prod: acme-home }
        \(lines)

    """
  }

  /// The email-link sign-in of a Firebase project; `lines` are indented by ten.
  static func action(_ lines: String, handle: String = "true", domains: String? = nil) -> String {
    let list = domains.map { "authorized_domains: { prod: [\($0)] }\n    " } ?? ""
    return firebase(
      list + "email_actions:\n      sign_in:\n          handle_code_in_app: \(handle)\n          "
        + lines)
  }

  /// Sign in with Apple; `lines` are indented by four.
  static func apple(_ lines: String) -> String {
    """
    linkpolicy: 1
    name: example
    providers:
      apple:
        platforms: [ios]
        \(lines)

    """
  }

  /// One scope of Google Sign-In.
  static func scope(_ scope: String) -> String {
    """
    linkpolicy: 1
    name: example
    providers:
      google_sign_in:
        scopes:
          sign_in: [openid, \(scope)]

    """
  }

  /// Google Sign-In on iOS.
  static func googleIOS(
    _ id: String, server: String? = nil, schemes: String? = nil, number: String? = nil
  ) -> String {
    ios() + """
      providers:
        google_sign_in:
          ios:
            app: acme-ios
            client_id: { prod: \(id) }

      """
      + (server.map { "      server_client_id: { prod: \($0) }\n" } ?? "")
      + (schemes.map { "      url_schemes: { prod: \($0) }\n" } ?? "")
      + (number.map {
        "  firebase: { project_id: { prod: acme-home }, project_number: { prod: \"\($0)\" } }\n"
      } ?? "")
  }
}
