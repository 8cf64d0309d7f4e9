public import PolicyText

/// Assumptions about the user, the device and the servers while flows run.
public struct FlowFacts: Sendable, Equatable {
  /// The name of an assumption in `--fact`.
  public enum Name: String, Sendable, CaseIterable {
    case installed, user, offline, timeout, account, unticked
    case appVersion = "app_version"
    case code

    /// The valid values; nil for `unticked`, which takes scopes.
    var values: [String]? {
      switch self {
      case .installed, .offline, .timeout: ["true", "false"]
      case .user: User.allCases.map(\.rawValue)
      case .account: ["active", "disabled"]
      case .unticked: nil
      case .appVersion: ["current", "old"]
      case .code: Code.allCases.map(\.rawValue)
      }
    }
  }

  /// The user's decision.
  public enum User: String, Sendable, CaseIterable {
    case approves, denies, cancels
  }

  /// The state of an authorization code, or of the code in an email.
  public enum Code: String, Sendable, CaseIterable {
    case valid, used, expired
  }

  /// Whether our app is on the device.
  public var isInstalled = true
  /// The user's decision.
  public var user = User.approves
  /// Whether our app has no network when it opens.
  public var isOffline = false
  /// Whether our server doesn't respond in time.
  public var isTimedOut = false
  /// Whether the user's account is disabled.
  public var isAccountDisabled = false
  /// The scopes that the user leaves unticked.
  public var unticked: [ExactString] = []
  /// Whether our app is older than the policy's minimum version.
  public var isAppOld = false
  /// The state of the code when it is exchanged or applied.
  public var code = Code.valid
  /// The given assumptions, without duplicates.
  public private(set) var names: [Name] = []

  /// The defaults: the user approves, and our app is installed, up to date and online.
  public init() {}

  /// Parses `NAME=VALUE` strings as in `--fact`. The last value of a name applies; values of
  /// `unticked` are combined.
  ///
  /// - Throws: `FlowError` for an unknown name or value, with a suggestion.
  public init(_ texts: [String]) throws(FlowError) {
    for text in texts {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let word = String(parts[0])
      guard let name = Name.allCases.first(where: { ExactString($0.rawValue) == ExactString(word) })
      else {
        throw FlowError.unknown(
          word, "is not an assumption of flows", among: Name.allCases.map(\.rawValue))
      }
      guard parts.count == 2, !parts[1].isEmpty else {
        throw FlowError("`\(name.rawValue)` has no value: write `\(name.rawValue)=…`")
      }
      try set(name, String(parts[1]))
    }
  }

  private mutating func set(_ name: Name, _ value: String) throws(FlowError) {
    if let known = name.values, !known.contains(where: { ExactString($0) == ExactString(value) }) {
      throw FlowError.unknown(
        value, "is not a value of the assumption `\(name.rawValue)`", among: known)
    }
    switch name {
    case .installed: isInstalled = value == "true"
    case .offline: isOffline = value == "true"
    case .timeout: isTimedOut = value == "true"
    case .user: user = User(rawValue: value) ?? .approves
    case .account: isAccountDisabled = value == "disabled"
    case .unticked: unticked.append(ExactString(value))
    case .appVersion: isAppOld = value == "old"
    case .code: code = Code(rawValue: value) ?? .valid
    }
    if !names.contains(name) { names.append(name) }
  }
}

extension FlowFacts {
  /// Why the authorization server issues no code.
  struct Refusal {
    /// The `outcome` field of the authorization request.
    var outcome: JSONValue
    /// The `error` that the client gets (RFC 6749 section 4.1.2.1).
    var error: String
    var cause: String
  }

  /// Why the authorization server doesn't issue a code; nil if it does.
  var refusal: Refusal? {
    if isTimedOut {
      return Refusal(
        outcome: "temporarily_unavailable", error: "temporarily_unavailable",
        cause: "the server doesn't respond in time")
    }
    if isAccountDisabled {
      return Refusal(outcome: "deny", error: "access_denied", cause: "the account is disabled")
    }
    guard user != .approves else { return nil }
    return Refusal(outcome: "deny", error: "access_denied", cause: "the user does not approve")
  }
}
