/// The fields of a line that say something about the request; others are ignored.
enum LogField: Int, CaseIterable {
  // Those of the memo's key come first, in its order.
  case clientID, redirectURI, responseType, scope, codeChallengeMethod
  case state, codeChallenge, environment, query, url

  /// As it stands in a line.
  var name: StaticString {
    switch self {
    case .clientID: "client_id"
    case .redirectURI: "redirect_uri"
    case .responseType: "response_type"
    case .scope: "scope"
    case .codeChallengeMethod: "code_challenge_method"
    case .state: "state"
    case .codeChallenge: "code_challenge"
    case .environment: "environment"
    case .query: "query"
    case .url: "url"
    }
  }

  /// The field with a name, nil for all that is ignored.
  @inline(__always) init?(_ name: LineText) {
    // The length tells nearly all of them apart.
    let candidate: LogField
    switch name.count {
    case 3: candidate = .url
    case 5:
      candidate =
        switch (name.start + 1).byte {
        case UInt8(ascii: "t"): .state
        case UInt8(ascii: "c"): .scope
        default: .query
        }
    case 9: candidate = .clientID
    case 11: candidate = .environment
    case 12: candidate = .redirectURI
    case 13: candidate = .responseType
    case 14: candidate = .codeChallenge
    case 21: candidate = .codeChallengeMethod
    default: return nil
    }
    guard name.isEqual(to: candidate.name) else { return nil }
    self = candidate
  }
}

/// Why a line is no request; the raw value stands in summaries.
package enum LineProblem: String, Sendable, CaseIterable {
  /// The line does not start with `{`: nothing, or another value.
  case notObject = "line-not-object"
  /// Not JSON (RFC 8259), or text behind the object.
  case syntax = "line-syntax"
  /// Not UTF-8 (RFC 3629).
  case encoding = "line-encoding"
  /// Values nested deeper than any reader of linkpolicy goes.
  case nesting = "line-nesting"
  /// Longer than `LogLimits.line`.
  case tooLong = "line-too-long"
  /// A field of the request stands twice.
  case duplicate = "field-twice"
  /// A field of the request is neither a string nor null.
  case type = "field-type"
  /// `environment` is neither `prod` nor `sandbox`.
  case environment = "environment-unknown"
}
