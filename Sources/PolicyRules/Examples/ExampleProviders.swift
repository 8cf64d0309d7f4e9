/// Example policies with settings of a provider.
extension ExamplePolicy {
  /// Settings of a Firebase project, indented by four spaces.
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

  /// Email-link sign-in; `lines` are indented by ten spaces.
  static func action(_ lines: String, handle: String = "true", domains: String = "app.acme.example")
    -> String
  {
    let list = "authorized_domains: { prod: [acme-home.firebaseapp.com, \(domains)] }\n    "
    return firebase(
      list + "email_actions:\n      sign_in:\n          handle_code_in_app: \(handle)\n          "
        + lines)
  }

  /// Sign in with Apple in an app; `lines` are indented by four spaces.
  static func apple(_ lines: String) -> String {
    ios() + """
      providers:
        apple:
          platforms: [ios]
          bundle_apps: [acme-ios]
          \(lines)

      """
  }

  /// Sign in with Apple on the web, and a Firebase project; `lines` are indented by four spaces.
  static func appleWeb(_ platform: String, _ lines: String) -> String {
    firebase("sign_in: { email_link: true }") + """
        apple:
          platforms: [\(platform)]
      \(lines.contains("team_id:") ? "" : appleKeys)    \(lines)

      """
  }

  /// The keys that the web flow needs.
  private static let appleKeys = """
        team_id: R7KM2QX94T
        key_id: K1L2M3N4O5
        private_key: { env: APPLE_KEY }

    """

  /// Email-link sign-in in an iOS app; `lines` are indented by eight spaces.
  static func signIn(
    _ lines: String, appStoreID: String = "", domains: String = ""
  ) -> String {
    """
    linkpolicy: 1
    name: example
    apps:
      acme-ios: { platform: ios, bundle_id: com.acme.home, team_id: R7KM2QX94T\(appStoreID) }
    \(domains)providers:
      firebase:
        project_id: { prod: acme-home }
        authorized_domains: { prod: [acme-home.firebaseapp.com, app.acme.example] }
        email_actions:
          sign_in:
            url: { prod: https://app.acme.example/finish }
            \(lines)

    """
  }

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
