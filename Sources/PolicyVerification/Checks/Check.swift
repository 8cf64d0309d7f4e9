package import PolicyModel
public import PolicyText

/// A check of deployed files or servers against the policies.
package protocol Check: Sendable {
  var target: CheckTarget { get }
  /// The requests to send, given the responses so far. Called until it returns no new request.
  func requests(_ responses: Responses) -> [CheckRequest]
  /// The findings, after all requests are done.
  func findings(_ responses: Responses) -> [CheckFinding]
}

/// A request of a check.
package struct CheckRequest: Sendable {
  /// The purpose of the request, for the report.
  package var kind: String
  package var request: ObservedRequest
  /// The URL for output.
  package var shownURL: ExactString

  package init(_ kind: String, _ request: ObservedRequest, shownURL: ExactString? = nil) {
    self.kind = kind
    self.request = request
    self.shownURL = shownURL ?? request.recordedURL
  }
}

/// What `verify` can check.
public enum CheckTarget: String, Sendable, CaseIterable {
  /// The association files on their hosts.
  case files
  /// The association files in Apple's CDN.
  case appleCDN = "apple-cdn"
  /// The association files in Google's Digital Asset Links API.
  case google
  /// The Firebase project of an authentication domain.
  case firebase
  /// The metadata of authorization servers.
  case oauth
  /// The keys of authorization servers.
  case jwks
  /// The behavior of authorization endpoints.
  case authorize
}

/// The result of a request, for the report.
public struct CheckResult: Sendable, Equatable {
  /// The outcome of a check.
  public enum Outcome: String, Sendable, CaseIterable {
    /// No finding.
    case ok
    /// There is a finding.
    case finding
    /// The server didn't respond.
    case unreachable
    /// No request was sent.
    case skipped
  }

  /// The target of the check.
  public var target: CheckTarget
  /// The URL, without API keys.
  public var url: ExactString
  /// The purpose of the request, such as `apple-app-site-association` or `statements`.
  public var kind: String
  /// The outcome.
  public var outcome: Outcome
  /// The status code; nil without a response.
  public var status: Int?
  /// The duration of the request; nil without a response.
  public var milliseconds: Int?

  /// An entry of `checks`.
  public var json: JSONValue {
    [
      "target": .string(target.rawValue), "url": .string(DisplayText.visible(url.string)),
      "kind": .string(kind), "outcome": .string(outcome.rawValue),
      "status": status.map { .int($0) } ?? .null,
      "ms": milliseconds.map { .int($0) } ?? .null,
    ]
  }
}

/// A difference between policy and deployment, at a line of the policy.
package struct CheckFinding: Sendable {
  package var rule: RuleID
  package var severity: Severity
  package var environment: Environment?
  package var anchor: SourceAnchor
  package var message: String
  package var help: String?
  /// Further observations.
  package var notes: [String]
  /// The checked URL.
  package var url: ExactString

  package init(
    _ rule: RuleID, _ severity: Severity, in environment: Environment? = nil,
    at anchor: SourceAnchor, url: ExactString, _ message: String, help: String? = nil,
    notes: [String] = []
  ) {
    self.rule = rule
    self.severity = severity
    self.environment = environment
    self.anchor = anchor
    self.url = url
    self.message = message
    self.help = help
    self.notes = notes
  }
}
