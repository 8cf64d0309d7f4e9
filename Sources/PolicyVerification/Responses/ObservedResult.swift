public import PolicyText

/// The result of a request to a server, a record or a directory.
public struct ObservedResult: Sendable, Equatable {
  /// A response or a failure.
  public enum Outcome: Sendable, Equatable {
    /// The server responded.
    case response(ObservedResponse)
    /// The request failed.
    case failure(ObservedFailure)
  }

  /// The complete URL, with values that differ in each run.
  public var url: ExactString
  /// When the response arrived; the start of 1970 if unknown.
  public var time: Timestamp
  /// A response or a failure.
  public var outcome: Outcome

  /// Creates a result.
  public init(url: ExactString, time: Timestamp, _ outcome: Outcome) {
    self.url = url
    self.time = time
    self.outcome = outcome
  }

  /// The response; nil after a failure.
  public var response: ObservedResponse? {
    if case .response(let response) = outcome { response } else { nil }
  }

  /// The failure; nil if there is a response.
  public var failure: ObservedFailure? {
    if case .failure(let failure) = outcome { failure } else { nil }
  }
}

/// Why a request failed.
public struct ObservedFailure: Sendable, Equatable {
  /// The cause of a failure.
  public enum Kind: String, Sendable, CaseIterable {
    /// The TLS handshake or the certificate.
    case tls
    /// The host has no DNS record, or DNS is unreachable.
    case dns
    /// The connection, or the HTTP protocol.
    case connect
    /// The time limit.
    case timeout
    /// A response over the size limit.
    case size
    /// A response header over the size limit.
    case header
    /// The IP address isn't public.
    case address
    /// The request isn't allowed and was not sent.
    case refused
    /// The record of the request is missing.
    case missing
  }

  /// The cause.
  public var kind: Kind
  /// A description from the component that failed.
  public var detail: String
  /// The status code, if it was received.
  public var status: Int?
  /// Creates a failure.
  public init(_ kind: Kind, _ detail: String = "", status: Int? = nil) {
    self.kind = kind
    self.detail = detail
    self.status = status
  }
}

/// The results of a run so far.
package struct Responses: Sendable {
  private var known: [ObservedRequest: ObservedResult] = [:]
  package init() {}

  package subscript(request: ObservedRequest) -> ObservedResult? { known[request] }

  /// The response to a request; nil if absent yet.
  package func response(_ request: ObservedRequest) -> ObservedResponse? {
    known[request]?.response
  }

  /// Whether any host was resolved: DNS works.
  package var hasName: Bool {
    known.values.contains { answer in
      answer.response != nil
        || answer.failure.map {
          [.tls, .connect, .timeout, .size, .header, .address].contains($0.kind)
        }
          ?? false
    }
  }

  package mutating func add(_ responses: [ObservedResult], to requests: [ObservedRequest]) {
    for (request, answer) in zip(requests, responses) { known[request] = answer }
  }

  /// Removes results to send their requests again.
  package mutating func forget(_ isOutdated: (ObservedRequest, ObservedResult) -> Bool) {
    known = known.filter { !isOutdated($0.key, $0.value) }
  }
}
