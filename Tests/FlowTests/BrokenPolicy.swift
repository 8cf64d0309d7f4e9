/// A policy one of whose flows breaks: App Flip on Android answers no app. That is an error of a rule too, so
/// it runs only where errors are allowed.
enum BrokenPolicy {
  static let text = """
    linkpolicy: 1
    name: lumen
    apps:
      droid:
        platform: android
        package_name: com.lumen.home
        sha256_cert_fingerprints:
          - "47:A5:1E:54:DD:A3:3F:F5:D1:97:67:CF:02:EB:77:75:42:F4:D9:AB:3E:F0:31:A8:E3:FD:AC:63:5A:A2:F3:65"
          - "33:CA:F8:0D:D8:9F:9E:E6:FC:D9:B9:C3:BF:EE:FF:C7:CB:D4:75:5B:5F:54:5C:FC:BF:39:86:4A:93:DA:ED:A1"
    clients:
      google-home:
        provider: google-account-linking
        type: web
        client_id: { prod: google-home-prod }
        client_secret: { env: LUMEN_SECRET }
        redirect_uris:
          prod:
            - https://oauth-redirect.googleusercontent.com/r/lumen-home
            - https://oauth-redirect.googleusercontent.com/a/com.google.Chromecast
            - https://oauth-redirect.googleusercontent.com/a/com.google.OPA
        app_flip:
          android: { app: droid, intent_action: com.lumen.home.APP_FLIP, callers: [] }

    """
}
