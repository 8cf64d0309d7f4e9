/// The format of a log; the raw values are those of `--log-format`.
public enum LogFormat: String, Sendable, CaseIterable {
  /// One JSON object per line with the request itself: `query`, `url` or its decoded fields.
  case ndjson
  /// The common log format of Apache and nginx; anything after the size is ignored.
  case common
  /// The combined log format: common with referrer and user agent.
  case combined
  /// Access logs of Application Load Balancers on AWS.
  case alb
  /// HTTP requests of Cloudflare's Logpush, one JSON object per line.
  case cloudflare
  /// Access logs of Envoy and Istio in JSON, with the names in their documentation.
  case envoy
  /// Access logs of nginx in JSON (`escape=json`), with the names of its variables.
  case nginx

  /// True if each line is a JSON object.
  var isJSON: Bool {
    switch self {
    case .ndjson, .cloudflare, .envoy, .nginx: true
    case .common, .combined, .alb: false
    }
  }

  /// The names of the fields in a log's objects.
  ///
  /// The same table is in the documentation. If two names mean the same field, the first one applies.
  package var names: [(name: String, field: LogField)] {
    switch self {
    case .common, .combined, .alb: []
    case .ndjson:
      [
        ("client_id", .clientID), ("redirect_uri", .redirectURI),
        ("response_type", .responseType), ("scope", .scope), ("state", .state),
        ("code_challenge", .codeChallenge), ("code_challenge_method", .codeChallengeMethod),
        ("environment", .environment), ("query", .query), ("url", .url),
      ]
    case .cloudflare:
      [
        ("ClientRequestURI", .target), ("ClientRequestMethod", .method),
        ("ClientRequestHost", .host),
      ]
    case .envoy:
      [
        ("path", .target), ("x-envoy-origin-path", .otherTarget), ("method", .method),
        ("authority", .host), (":authority", .otherHost),
      ]
    case .nginx:
      [
        ("request_uri", .target), ("request", .requestLine), ("request_method", .method),
        ("http_host", .host), ("host", .otherHost),
      ]
    }
  }
}

/// The fields of a line that describe the request; others are ignored.
package enum LogField: Int, CaseIterable {
  // In the same order as `AuthorizationParameters.Name`.
  case clientID, redirectURI, responseType, scope, state, codeChallenge, codeChallengeMethod
  case environment, query, url
  // Fields of access logs, which contain the request's target instead of its parameters.
  case target, otherTarget, requestLine, method, host, otherHost
}

/// Why a line isn't a request. The raw value is in summaries.
package enum LineProblem: String, Error, CaseIterable {
  /// The line doesn't start with `{`.
  case notObject = "line-not-object"
  /// Not JSON (RFC 8259), or data after the object.
  case syntax = "line-syntax"
  /// Not UTF-8 (RFC 3629).
  case encoding = "line-encoding"
  /// Values are nested more deeply than the readers of linkpolicy support.
  case nesting = "line-nesting"
  /// Longer than `LogLimits.line`.
  case tooLong = "line-too-long"
  /// A duplicate field of the request.
  case duplicate = "field-twice"
  /// A field of the request is neither a string nor null.
  case type = "field-type"
  /// `environment` is neither `prod` nor `sandbox`.
  case environment = "environment-unknown"
  /// Not in the log's format: a wrong field, or an early end.
  case format = "line-format"
  /// No field of the object contains the request's target.
  case noTarget = "field-missing"
}
