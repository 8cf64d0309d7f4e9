/// The format of a log; the raw values are those of `--log-format`.
public enum LogFormat: String, Sendable, CaseIterable {
  /// One JSON object per line with the request itself: `query`, `url` or its decoded fields.
  case ndjson
  /// The common log format of Apache and nginx; what follows the size is not looked at.
  case common
  /// The combined log format: common, then referrer and user agent.
  case combined
  /// Access logs of Application Load Balancers on AWS.
  case alb
  /// HTTP requests of Cloudflare's Logpush, one JSON object per line.
  case cloudflare
  /// Access logs of Envoy and Istio in JSON, with the names that their documentation gives.
  case envoy
  /// Access logs of nginx in JSON (`escape=json`), the names being those of its variables.
  case nginx

  /// True where a line is a JSON object.
  var isJSON: Bool {
    switch self {
    case .ndjson, .cloudflare, .envoy, .nginx: true
    case .common, .combined, .alb: false
    }
  }

  /// The names of the fields in a log's objects.
  ///
  /// The same table is in the documentation. If two names mean the same field, the first one applies.
  var names: [(name: String, field: LogField)] {
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
