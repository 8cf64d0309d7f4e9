/// The fields of a line that say something about the request; others are ignored.
enum LogField: Int, CaseIterable {
  // Those of the memo's key come first, in its order.
  case clientID, redirectURI, responseType, scope, codeChallengeMethod
  case state, codeChallenge, environment, query, url
  // Those of access logs, which say where a request went and not what it holds.
  case target, otherTarget, requestLine, method, host, otherHost

  /// The field with a name, nil for all that is ignored.
  ///
  /// Every line has several names: they are compared as numbers, the first and the last eight bytes, which
  /// overlap in all names but the longest. Its middle is compared by itself.
  @inline(__always) init?(_ name: LineText) {
    let first = name.firstWord
    guard name.count >= 8 else {
      switch first {
      // scope
      case 0x0000_0065_706F_6373 where name.count == 5: self = .scope
      // state
      case 0x0000_0065_7461_7473 where name.count == 5: self = .state
      // query
      case 0x0000_0079_7265_7571 where name.count == 5: self = .query
      // url
      case 0x0000_0000_006C_7275 where name.count == 3: self = .url
      default: return nil
      }
      return
    }
    let last = name.lastWord
    switch name.count {
    // client_id
    case 9:
      guard first == 0x695F_746E_6569_6C63, last == 0x6469_5F74_6E65_696C else { return nil }
      self = .clientID
    // redirect_uri
    case 12:
      guard first == 0x7463_6572_6964_6572, last == 0x6972_755F_7463_6572 else { return nil }
      self = .redirectURI
    // response_type
    case 13:
      guard first == 0x6573_6E6F_7073_6572, last == 0x6570_7974_5F65_736E else { return nil }
      self = .responseType
    // code_challenge_method
    case 21:
      guard first == 0x6168_635F_6564_6F63, last == 0x646F_6874_656D_5F65,
        name.isEqual(to: "code_challenge_method")
      else { return nil }
      self = .codeChallengeMethod
    // code_challenge
    case 14:
      guard first == 0x6168_635F_6564_6F63, last == 0x6567_6E65_6C6C_6168 else { return nil }
      self = .codeChallenge
    // environment
    case 11:
      guard first == 0x6D6E_6F72_6976_6E65, last == 0x746E_656D_6E6F_7269 else { return nil }
      self = .environment
    default: return nil
    }
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
  /// Not in the format of the log: text where another field must stand, or an end before its time.
  case format = "line-format"
  /// An object of an access log in which no field says what was asked for.
  case noTarget = "field-missing"
}
