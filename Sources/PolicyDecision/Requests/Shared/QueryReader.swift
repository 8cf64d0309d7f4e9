package import PolicyText

/// A parameter of an authorization request.
package enum Parameter: Sendable, Equatable {
  /// The request does not have it, or it is empty (RFC 6749 section 3.1: a parameter without a value
  /// counts as omitted).
  case missing
  case value(ExactString)
  /// A log line does not say; what depends on it is not checked.
  case notRecorded

  /// The value, or nil.
  package var text: ExactString? {
    if case .value(let text) = self { text } else { nil }
  }

  /// A present text; an empty one counts as missing.
  package init(_ text: ExactString?) {
    self = text.flatMap { $0.isEmpty ? nil : .value($0) } ?? .missing
  }
}

/// The parameters that decide an authorization or App Flip request.
package struct AuthorizationParameters: Sendable, Equatable {
  package var clientID = Parameter.missing
  package var redirectURI = Parameter.missing
  package var responseType = Parameter.missing
  package var scope = Parameter.missing
  package var state = Parameter.missing
  package var codeChallenge = Parameter.missing
  package var codeChallengeMethod = Parameter.missing
  package init() {}
}

/// Why a request cannot be read; nothing of such a request is trusted.
package enum UnreadableRequest: Error, Sendable, Equatable {
  /// A percent escape without two hex digits, or bytes that are no UTF-8, in the piece with this text.
  case malformed(piece: ExactString)
  /// One of the known parameters stands twice.
  case duplicate(name: String)
}

/// The strict reader of request parameters.
///
/// Split at `&` only, empty pieces skipped, split at the first `=`, name and value percent-decoded. One
/// malformed piece refuses the whole request: two parsers that repair it differently would see two
/// different requests. Own algorithm after RFC 6749 section 3.1 (inferred from precedent).
package enum QueryReader {
  /// How the request arrived.
  package enum Mode: Sendable {
    /// At an HTTP endpoint: `+` is a space (`application/x-www-form-urlencoded`).
    case form
    /// In a universal link: `+` is a plus.
    case universalLink
  }

  /// The parameters whose repetition refuses a request.
  fileprivate enum Name: String, CaseIterable {
    case clientID = "client_id"
    case redirectURI = "redirect_uri"
    case responseType = "response_type"
    case scope, state
    case codeChallenge = "code_challenge"
    case codeChallengeMethod = "code_challenge_method"
    /// Not looked at, but never twice.
    case userLocale = "user_locale"
  }

  /// The names of the parameters whose repetition refuses a request.
  package static var parameterNames: [String] { Name.allCases.map(\.rawValue) }

  /// Reads the bytes after the first `?`; what follows a `#` is not part of it.
  package static func read(
    _ query: ExactString, mode: Mode
  ) throws(UnreadableRequest) -> AuthorizationParameters {
    var parameters = AuthorizationParameters()
    var seen: [Name] = []
    var duplicate: Name?
    for (name, value) in try pairs(query, mode: mode) {
      guard let known = Name.allCases.first(where: { ExactString($0.rawValue) == name }) else {
        continue
      }
      if seen.contains(known) {
        duplicate = duplicate ?? known
      } else {
        seen.append(known)
      }
      parameters.set(known, Parameter(value))
    }
    // Malformed pieces anywhere come first (spec step 1), then repetitions.
    if let duplicate { throw .duplicate(name: duplicate.rawValue) }
    return parameters
  }

  /// All names and values in order, decoded.
  static func pairs(
    _ query: ExactString, mode: Mode
  ) throws(UnreadableRequest) -> [(name: ExactString, value: ExactString)] {
    var pairs: [(name: ExactString, value: ExactString)] = []
    // An array: slices of text are several times slower, and logs have millions of queries.
    let bytes = Array(query.utf8).prefix { $0 != UInt8(ascii: "#") }
    var rest = bytes
    while !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: "&")) ?? rest.endIndex
      let piece = rest[..<end]
      rest = rest[end...].dropFirst()
      guard !piece.isEmpty else { continue }
      let equals = piece.firstIndex(of: UInt8(ascii: "="))
      let value = equals.map { piece[($0 + 1)...] } ?? []
      // Decoded before the name is known: a malformed value of any parameter refuses the request.
      let name = try decode(piece[..<(equals ?? piece.endIndex)], mode, piece)
      pairs.append((name, try decode(value, mode, piece)))
    }
    return pairs
  }

  private static func decode(
    _ bytes: ArraySlice<UInt8>, _ mode: Mode, _ piece: ArraySlice<UInt8>
  ) throws(UnreadableRequest) -> ExactString {
    // Most pieces have nothing to decode.
    let isPlain = bytes.allSatisfy {
      $0 < 0x80 && $0 != UInt8(ascii: "%") && $0 != UInt8(ascii: "+")
    }
    if isPlain { return ExactString(decoding: bytes) }
    guard
      let decoded = PercentEncoding.decode(
        Array(bytes), plusIsSpace: mode == .form, malformed: .refuse),
      UTF8Text.firstInvalidByte(of: decoded) == nil
    else { throw .malformed(piece: ExactString(decoding: piece)) }
    return ExactString(decoding: decoded)
  }
}

extension AuthorizationParameters {
  fileprivate mutating func set(_ name: QueryReader.Name, _ value: Parameter) {
    switch name {
    case .clientID: clientID = value
    case .redirectURI: redirectURI = value
    case .responseType: responseType = value
    case .scope: scope = value
    case .state: state = value
    case .codeChallenge: codeChallenge = value
    case .codeChallengeMethod: codeChallengeMethod = value
    case .userLocale: break
    }
  }
}
