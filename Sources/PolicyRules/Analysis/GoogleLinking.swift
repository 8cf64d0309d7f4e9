import PolicyText

/// What Google documents about account linking (pages "App Flip for iOS" and "Google Account Linking
/// API"; as of 2026-07).
package enum GoogleLinking {
  static let prodHost: ExactString = "oauth-redirect.googleusercontent.com"
  static let sandboxHost: ExactString = "oauth-redirect-sandbox.googleusercontent.com"
  /// Seen in registrations of third parties, not documented.
  static let testHost: ExactString = "oauth-redirect-test.googleusercontent.com"

  /// The linking host of an environment.
  static func host(of environment: Environment) -> ExactString {
    environment == .prod ? prodHost : sandboxHost
  }

  /// The environment of a linking host; nil for other hosts.
  static func environment(ofHost host: ExactString) -> Environment? {
    host == prodHost ? .prod : host == sandboxHost ? .sandbox : nil
  }

  static func isHost(_ host: ExactString) -> Bool {
    environment(ofHost: host) != nil || host == testHost
  }

  /// The bundle IDs that users have, with the name of the app.
  static let apps: [(bundle: ExactString, name: String)] = [
    ("com.google.Chromecast", "the Google Home app"),
    ("com.google.OPA", "the Google Assistant app"),
  ]

  /// All six that the page lists for either host, those that users have first.
  static let documentedBundles: [ExactString] =
    apps.map(\.bundle) + [
      "com.google.Chromecast.dev", "com.google.Chromecast.enterprise", "com.google.OPA.dev",
      "com.google.OPA.enterprise",
    ]

  static func isDocumented(_ bundle: ExactString) -> Bool { documentedBundles.contains(bundle) }

  /// What a path of a linking URI says.
  enum Path: Hashable, Sendable {
    /// `/r/PROJECT`: back to the browser.
    case project(ExactString)
    /// `/a/BUNDLE_ID`: back to a Google app.
    case bundle(ExactString)
  }

  /// The path of a linking URI; nil for other shapes.
  static func path(of parts: URIParts) -> Path? {
    let start = parts.path.lowerBound
    guard parts.path.count > 3 else { return nil }
    let bytes = parts.bytes(parts.path)
    guard bytes[start] == UInt8(ascii: "/"), bytes[start + 2] == UInt8(ascii: "/"),
      !bytes[(start + 3)...].contains(UInt8(ascii: "/"))
    else { return nil }
    let name = ExactString(decoding: bytes[(start + 3)...])
    switch bytes[start + 1] {
    case UInt8(ascii: "r"): return .project(name)
    case UInt8(ascii: "a"): return .bundle(name)
    default: return nil
    }
  }

  /// Where the name stands in a linking URI that has such a path.
  static func name(in uri: URIOccurrence) -> Range<Int> {
    (uri.parts.path.lowerBound + 3)..<uri.parts.path.upperBound
  }
}
