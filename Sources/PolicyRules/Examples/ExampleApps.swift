/// Example policies with an app.
extension ExamplePolicy {
  /// Two realistic SHA-256 fingerprints.
  static let fingerprints = [
    "3B:7E:91:0C:55:AD:12:F8:60:4D:E3:27:9A:BC:08:71:D6:2F:84:19:C0:5E:A7:33:F1:68:0B:D2:94:47:EE:1A",
    "C2:15:8F:60:D3:4A:77:09:BE:E1:5C:28:93:F6:0D:42:AB:71:1E:85:30:CF:D8:64:5A:9B:07:E2:3D:F4:16:88",
  ]

  /// The certificate of an app that calls ours.
  static let callerFingerprint =
    "9D:04:6E:B8:21:F7:5C:A3:48:E0:17:CB:7A:36:92:DD:0F:61:BE:54:C8:2A:83:F9:15:70:EC:4B:A6:39:D2:08"

  /// An Android app with fingerprints in YAML.
  static func android(
    package: String = "com.acme.home", fingerprints: [String] = fingerprints.map { "\"\($0)\"" }
  ) -> String {
    """
    linkpolicy: 1
    name: example
    apps:
      acme-android:
        platform: android
        package_name: \(package)
        sha256_cert_fingerprints:

    """ + fingerprints.map { "      - \($0)\n" }.joined()
  }

  static func ios(bundle: String = "com.acme.home", team: String = "R7KM2QX94T") -> String {
    """
    linkpolicy: 1
    name: example
    apps:
      acme-ios:
        platform: ios
        bundle_id: \(bundle)
        team_id: \(team)

    """
  }

  static func flip(
    action: String = "com.acme.home.APP_FLIP",
    caller: String = "com.google.android.googlequicksearchbox",
    fingerprint: String = "\"\(callerFingerprint)\"", settings: String...
  ) -> String {
    android() + """
      clients:
        google:
          provider: google-account-linking
          type: web
          client_id: { prod: google-prod }
          client_secret: { env: GOOGLE_SECRET }
          endpoints: { authorization: https://auth.acme.example/authorize }

      """ + settings.map { "    \($0)\n" }.joined() + """
            redirect_uris: { prod: ["https://oauth-redirect.googleusercontent.com/r/acme"] }
            app_flip:
              android:
                app: acme-android
                intent_action: \(action)
                callers:
                  - package_name: \(caller)
                    sha256_cert_fingerprints: [\(fingerprint)]

        """
  }
}

extension ExamplePolicy {
  /// App Flip on iOS with all of Google's redirect URIs; the link is a YAML value.
  static func flipIOS(
    link: String, provider: String = "generic", domains: String = "", sandbox: Bool = false
  ) -> String {
    func uris(_ environment: String, _ host: String) -> String {
      let paths =
        ["r/acme"]
        + ["Chromecast", "OPA"].flatMap { app in
          ["", ".dev", ".enterprise"].map { "a/com.google.\(app)\($0)" }
        }
      return "      \(environment):\n"
        + paths.map { "        - https://\(host).googleusercontent.com/\($0)\n" }.joined()
    }
    return ios() + domains + """
      clients:
        google:
          provider: \(provider)
          type: web
          client_id: { prod: google-prod\(sandbox ? ", sandbox: google-sandbox" : "") }
          client_secret: { env: GOOGLE_SECRET }
          endpoints: { authorization: https://auth.acme.example/authorize }
          app_flip:
            ios: { app: acme-ios, universal_link: \(link) }
          redirect_uris:

      """ + uris("prod", "oauth-redirect")
      + (sandbox ? uris("sandbox", "oauth-redirect-sandbox") : "")
  }
}
