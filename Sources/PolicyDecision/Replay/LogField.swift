/// The fields of a line that say something about the request; others are ignored.
enum LogField: Int, CaseIterable {
  case clientID, redirectURI, responseType, scope, state, codeChallenge, codeChallengeMethod
  case environment, query, url
  // Those of access logs: where a request went and not what it holds.
  case target, otherTarget, requestLine, method, host, otherHost
}

/// What a line says in a field.
enum LogValue {
  case absent, null
  /// The range of a string in its line, without quotes.
  case string(Range<Int>, hasEscapes: Bool)
}

/// Why a line is not a request; the raw value is in summaries.
package enum LineProblem: String, Error, CaseIterable {
  /// The line does not start with `{`: nothing, or another value.
  case notObject = "line-not-object"
  /// Not JSON (RFC 8259), or data after the object.
  case syntax = "line-syntax"
  /// Not UTF-8 (RFC 3629).
  case encoding = "line-encoding"
  /// Values nested deeper than any reader of linkpolicy goes.
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
  /// An object of an access log in which no field says what was requested.
  case noTarget = "field-missing"
}
