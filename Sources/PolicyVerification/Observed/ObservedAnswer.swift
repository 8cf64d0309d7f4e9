public import PolicyText

/// What came of a request, wherever it comes from: a server, a record, a directory.
///
/// All that decides reads this type and nothing else.
public struct ObservedAnswer: Sendable, Equatable {
  /// An answer, or why there is none.
  public enum Outcome: Sendable, Equatable {
    /// The server answered.
    case response(ObservedResponse)
    /// It did not, or was not asked.
    case failure(ObservedFailure)
  }

  /// The address that was asked, with what was new in that run.
  public var url: ExactString
  /// When the answer came; the start of 1970 if nobody recorded it.
  public var time: Timestamp
  /// An answer, or why there is none.
  public var outcome: Outcome

  /// What came of a request.
  public init(url: ExactString, time: Timestamp, _ outcome: Outcome) {
    self.url = url
    self.time = time
    self.outcome = outcome
  }

  /// The answer; nil where there is none.
  public var response: ObservedResponse? {
    if case .response(let response) = outcome { response } else { nil }
  }

  /// Why there is no answer; nil where there is one.
  public var failure: ObservedFailure? {
    if case .failure(let failure) = outcome { failure } else { nil }
  }
}

/// Why there is no answer.
public struct ObservedFailure: Sendable, Equatable {
  /// What failed.
  public enum Kind: String, Sendable, CaseIterable {
    /// The handshake, or the certificate.
    case tls
    /// The name has no address, or nobody could be asked.
    case dns
    /// The connection, or what was sent over it.
    case connect
    /// There was no time left.
    case timeout
    /// More bytes than anybody reads.
    case size
    /// A response header with more bytes or lines than linkpolicy reads.
    case header
    /// The address is none of the public network.
    case address
    /// Nobody was asked: what linkpolicy may ask does not include this.
    case refused
    /// There is no record of the request.
    case missing
  }

  /// What failed.
  public var kind: Kind
  /// In words, as whoever noticed it says it.
  public var detail: String
  /// The status code, where the server got so far.
  public var status: Int?
  /// A failure.
  public init(_ kind: Kind, _ detail: String = "", status: Int? = nil) {
    self.kind = kind
    self.detail = detail
    self.status = status
  }
}
