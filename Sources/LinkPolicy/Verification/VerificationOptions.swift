public import PolicyVerification
public import PolicyText

/// Options of `verify`.
public struct VerificationOptions: Sendable {
  /// The environment to check; nil for both.
  public var environment: Environment?
  /// The hosts to check; if empty, all.
  public var hosts: [String] = []
  /// The targets to check; if empty, all that contact no third party.
  public var targets: [CheckTarget] = []
  /// Contact Apple's CDN and Google's APIs, which reveals host names to them.
  public var asksThirdParties = false
  /// Send requests with altered redirect URIs to the policies' authorization endpoints.
  public var probesAuthorization = false
  /// Compare IPv4 with IPv6, and HTTP/1.1 with HTTP/2.
  public var comparesRoutes = false
  /// Report checks that can't run as errors.
  public var isStrict = false
  /// Check files in a directory instead of servers.
  public var isDirectory = false
  /// Entitlements of builds, as XML property lists.
  public var entitlements: [[UInt8]] = []
  /// Findings that aren't reported again.
  package var baseline = Baseline()
  /// Third-party servers; tests replace them.
  package var thirdParties = ThirdParties()

  /// Creates the default options.
  public init() {}

  func wants(_ target: CheckTarget) -> Bool {
    switch target {
    case .authorize where !probesAuthorization: false
    case .appleCDN, .google: asksThirdParties && isChosen(target)
    default: isDirectory ? target == .files : isChosen(target)
    }
  }

  /// Whether to download the keys of Apple and Google, which requires naming the target `jwks`.
  var wantsPublicKeys: Bool { asksThirdParties && !isDirectory && targets.contains(.jwks) }

  private func isChosen(_ target: CheckTarget) -> Bool {
    targets.isEmpty || targets.contains(target)
  }
}
