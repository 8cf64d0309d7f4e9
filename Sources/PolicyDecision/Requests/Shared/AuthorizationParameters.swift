package import PolicyText

/// A parameter of an authorization request.
package enum Parameter: Sendable, Equatable {
  /// The parameter is missing or empty, which is the same (RFC 6749 section 3.1).
  case missing
  case value(ExactString)
  /// The log line doesn't contain the parameter; checks that need it are skipped.
  case notRecorded

  /// The value; nil if missing or not recorded.
  package var text: ExactString? {
    if case .value(let text) = self { text } else { nil }
  }

  /// A value; missing if nil or empty.
  package init(_ text: ExactString?) {
    self = text.flatMap { $0.isEmpty ? nil : .value($0) } ?? .missing
  }
}

/// The parameters that decide an authorization or App Flip request.
///
/// Values are ranges of one byte array.
package struct AuthorizationParameters: Sendable {
  /// The names of the parameters.
  package enum Name: String, Sendable, CaseIterable {
    case clientID = "client_id"
    case redirectURI = "redirect_uri"
    case responseType = "response_type"
    case scope, state
    case codeChallenge = "code_challenge"
    case codeChallengeMethod = "code_challenge_method"
  }

  /// The location of a value; ranges are never empty.
  package enum Location: Sendable, Equatable {
    case missing, notRecorded
    case value(Range<Int>)
  }

  /// The bytes that the locations refer to.
  package private(set) var bytes: [UInt8] = []
  private var clientIDLocation = Location.missing
  private var redirectURILocation = Location.missing
  private var responseTypeLocation = Location.missing
  private var scopeLocation = Location.missing
  private var stateLocation = Location.missing
  private var codeChallengeLocation = Location.missing
  private var codeChallengeMethodLocation = Location.missing

  /// Parameters whose values are in a byte array; all are missing until located.
  package init(in bytes: [UInt8] = []) { self.bytes = bytes }

  /// No parameters, with capacity for the bytes of their values.
  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  package init(
    clientID: Parameter = .missing, redirectURI: Parameter = .missing,
    responseType: Parameter = .missing, scope: Parameter = .missing, state: Parameter = .missing,
    codeChallenge: Parameter = .missing, codeChallengeMethod: Parameter = .missing
  ) {
    self.init(in: [])
    self[.clientID] = clientID
    self[.redirectURI] = redirectURI
    self[.responseType] = responseType
    self[.scope] = scope
    self[.state] = state
    self[.codeChallenge] = codeChallenge
    self[.codeChallengeMethod] = codeChallengeMethod
  }

  /// The location of a value.
  package subscript(location name: Name) -> Location {
    get {
      switch name {
      case .clientID: clientIDLocation
      case .redirectURI: redirectURILocation
      case .responseType: responseTypeLocation
      case .scope: scopeLocation
      case .state: stateLocation
      case .codeChallenge: codeChallengeLocation
      case .codeChallengeMethod: codeChallengeMethodLocation
      }
    }
    set {
      var location = newValue
      if case .value(let range) = newValue, range.isEmpty { location = .missing }
      switch name {
      case .clientID: clientIDLocation = location
      case .redirectURI: redirectURILocation = location
      case .responseType: responseTypeLocation = location
      case .scope: scopeLocation = location
      case .state: stateLocation = location
      case .codeChallenge: codeChallengeLocation = location
      case .codeChallengeMethod: codeChallengeMethodLocation = location
      }
    }
  }

  /// The range of a value; nil if the parameter is missing or not recorded.
  package func range(of name: Name) -> Range<Int>? {
    if case .value(let range) = self[location: name] { range } else { nil }
  }

  /// A parameter with its value.
  package subscript(name: Name) -> Parameter {
    get {
      switch self[location: name] {
      case .missing: .missing
      case .notRecorded: .notRecorded
      case .value(let range): .value(bytes.text(range))
      }
    }
    set {
      switch newValue {
      case .missing: self[location: name] = .missing
      case .notRecorded: self[location: name] = .notRecorded
      case .value(let text): set(name, to: text.utf8)
      }
    }
  }

  /// Sets a parameter to a UTF-8 value; an empty one is the same as a missing one.
  mutating func set(_ name: Name, to value: some Collection<UInt8>) {
    let start = bytes.count
    bytes.append(contentsOf: value)
    self[location: name] = .value(start..<bytes.count)
  }

  /// The same parameters in a separate array.
  package var detached: AuthorizationParameters {
    var copy = AuthorizationParameters()
    for name in Name.allCases { copy[name] = self[name] }
    return copy
  }

  package var clientID: Parameter { self[.clientID] }
  package var redirectURI: Parameter { self[.redirectURI] }
  package var responseType: Parameter { self[.responseType] }
  package var scope: Parameter { self[.scope] }
  package var state: Parameter { self[.state] }
  package var codeChallenge: Parameter { self[.codeChallenge] }
  package var codeChallengeMethod: Parameter { self[.codeChallengeMethod] }
}

extension AuthorizationParameters: Equatable {
  /// Compares the values, not their locations.
  package static func == (left: Self, right: Self) -> Bool {
    Name.allCases.allSatisfy { left[$0] == right[$0] }
  }
}

extension AuthorizationParameters {
  /// Parses the parameters of a query as authorization endpoints do.
  package static func reading(
    query: ExactString
  ) -> Result<AuthorizationParameters, UnreadableRequest> {
    do throws(UnreadableRequest) {
      return .success(try QueryReader.read(query, mode: .form))
    } catch {
      return .failure(error)
    }
  }
}
