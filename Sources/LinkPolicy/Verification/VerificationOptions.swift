public import PolicyVerification
public import PolicyText

/// What `verify` looks at, and how far it goes.
public struct VerificationOptions: Sendable {
  /// nil for both.
  public var environment: Environment?
  /// Only these hosts; empty for all.
  public var hosts: [String] = []
  /// Only these; empty for all that ask nobody else.
  public var targets: [CheckTarget] = []
  /// Ask Apple's CDN and Google's APIs too: the question tells them the names of our hosts.
  public var asksThirdParties = false
  /// Put requests with altered redirect URIs to our authorization endpoints.
  public var probesAuthorization = false
  /// Compare IPv4 with IPv6, and HTTP/1.1 with HTTP/2.
  public var comparesRoutes = false
  /// What could not be asked is an error.
  public var isStrict = false
  /// A directory stands for the servers: it has the files of each environment, and nothing else.
  public var isDirectory = false
  /// Built entitlements, property lists in XML.
  public var entitlements: [[UInt8]] = []
  /// What is known is not reported again.
  package var baseline = Baseline()
  /// Where third parties are asked; tests put servers of their own there.
  package var thirdParties = ThirdParties()

  /// Everything that asks nobody else.
  public init() {}

  /// True when a target is wanted.
  func wants(_ target: CheckTarget) -> Bool {
    switch target {
    case .authorize where !probesAuthorization: false
    case .appleCDN, .google: asksThirdParties && isChosen(target)
    default: isDirectory ? target == .files : isChosen(target)
    }
  }

  /// True when the keys of Apple and Google are wanted: they are compared with nothing, so only who names them
  /// gets them.
  var wantsPublicKeys: Bool { asksThirdParties && !isDirectory && targets.contains(.jwks) }

  private func isChosen(_ target: CheckTarget) -> Bool {
    targets.isEmpty || targets.contains(target)
  }
}
