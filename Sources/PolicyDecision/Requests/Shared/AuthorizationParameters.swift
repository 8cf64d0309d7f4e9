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
  package enum Name: Int, Sendable, CaseIterable {
    case clientID, redirectURI, responseType, scope, state, codeChallenge, codeChallengeMethod

    /// The spelling in requests.
    package var text: String { Self.texts[rawValue] }

    private static let texts = [
      "client_id", "redirect_uri", "response_type", "scope", "state", "code_challenge",
      "code_challenge_method",
    ]
  }

  /// The location of a value.
  package enum Location: Sendable, Equatable {
    case missing, notRecorded
    case value(Range<Int>)
  }

  /// The bytes that the locations refer to.
  package private(set) var bytes: ArraySlice<UInt8>
  private var locations: [Location]

  /// No parameters.
  package init() {
    self.init(in: [], at: [Location](repeating: .missing, count: Name.allCases.count))
  }

  /// Parameters whose values are in a byte array.
  ///
  /// - Parameter locations: in the order of the names; more are ignored.
  init(in bytes: ArraySlice<UInt8>, at locations: [Location]) {
    self.bytes = bytes
    self.locations = locations
  }

  /// No parameters, with capacity for the bytes of their values.
  init(capacity: Int) {
    self.init()
    bytes.reserveCapacity(capacity)
  }

  package init(
    clientID: Parameter = .missing, redirectURI: Parameter = .missing,
    responseType: Parameter = .missing, scope: Parameter = .missing, state: Parameter = .missing,
    codeChallenge: Parameter = .missing, codeChallengeMethod: Parameter = .missing
  ) {
    self.init()
    self[.clientID] = clientID
    self[.redirectURI] = redirectURI
    self[.responseType] = responseType
    self[.scope] = scope
    self[.state] = state
    self[.codeChallenge] = codeChallenge
    self[.codeChallengeMethod] = codeChallengeMethod
  }

  /// The location of a value; an empty one is the same as a missing one.
  package subscript(location name: Name) -> Location {
    get {
      let location = locations[name.rawValue]
      if case .value(let range) = location, range.isEmpty { return .missing }
      return location
    }
    set { locations[name.rawValue] = newValue }
  }

  /// The range of a value; nil if the parameter is missing or not recorded.
  package func range(of name: Name) -> Range<Int>? {
    if case .value(let range) = self[location: name] { range } else { nil }
  }

  /// Calls a function with the bytes of a value; nil if the parameter is missing or not recorded.
  @inline(__always)
  func withBytes<Result>(of name: Name, _ body: (Swift.Span<UInt8>) -> Result) -> Result? {
    guard let range = range(of: name) else { return nil }
    let start = bytes.startIndex
    return body(bytes.span.extracting((range.lowerBound - start)..<(range.upperBound - start)))
  }

  /// A parameter with its value.
  package subscript(name: Name) -> Parameter {
    get {
      switch self[location: name] {
      case .missing: .missing
      case .notRecorded: .notRecorded
      case .value(let range): .value(ExactString(decoding: bytes[range]))
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

  /// Sets a parameter to a UTF-8 value.
  mutating func set(_ name: Name, to value: some Collection<UInt8>) {
    let start = bytes.endIndex
    bytes.append(contentsOf: value)
    self[location: name] = .value(start..<bytes.endIndex)
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
