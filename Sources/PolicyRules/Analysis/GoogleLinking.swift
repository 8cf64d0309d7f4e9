import PolicyText

/// Hosts, bundle IDs and paths of Google account linking (pages "App Flip for iOS" and "Google Account Linking API";
/// as of 2026-07).
package enum GoogleLinking {
  static let prodHost: ExactString = "oauth-redirect.googleusercontent.com"
  static let sandboxHost: ExactString = "oauth-redirect-sandbox.googleusercontent.com"
  /// Undocumented; seen in third-party registrations.
  static let testHost: ExactString = "oauth-redirect-test.googleusercontent.com"

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

  /// The bundle IDs of public apps, with the app's name.
  static let apps: [(bundle: ExactString, name: String)] = [
    ("com.google.Chromecast", "the Google Home app"),
    ("com.google.OPA", "the Google Assistant app"),
  ]

  /// All six bundle IDs that Google documents for either host, public apps first.
  static let documentedBundles: [ExactString] =
    apps.map(\.bundle) + [
      "com.google.Chromecast.dev", "com.google.Chromecast.enterprise", "com.google.OPA.dev",
      "com.google.OPA.enterprise",
    ]

  static func isDocumented(_ bundle: ExactString) -> Bool { documentedBundles.contains(bundle) }

  /// The meaning of a linking URI's path.
  enum Path: Hashable, Sendable {
    /// `/r/PROJECT`: returns to the browser.
    case project(ExactString)
    /// `/a/BUNDLE_ID`: returns to a Google app.
    case bundle(ExactString)
  }

  /// Returns nil for any other path.
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

  /// The bytes of the project or bundle ID in a linking URI with such a path.
  static func name(in uri: LocatedURI) -> Range<Int> {
    (uri.parts.path.lowerBound + 3)..<uri.parts.path.upperBound
  }
}

/// A redirect URI of a linking client on one of Google's hosts.
struct LinkingURI: Sendable {
  /// The index in `PolicyURIs.all`.
  var index: Int
  /// The index of the client.
  var client: Int
  /// nil for a value that both environments share.
  var environment: Environment?
  var path: GoogleLinking.Path

  /// Returns nil for other URIs.
  init?(_ uri: URIEntry, _ parts: URIParts, index: Int) {
    guard uri.role == .linking, uri.isOnLinkingHost, let client = uri.client,
      let path = GoogleLinking.path(of: parts)
    else { return nil }
    self.index = index
    self.path = path
    self.client = client
    environment = uri.environment
  }

  var bundle: ExactString? {
    if case .bundle(let bundle) = path { bundle } else { nil }
  }

  var project: ExactString? {
    if case .project(let project) = path { project } else { nil }
  }
}
