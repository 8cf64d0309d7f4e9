package import PolicyText

/// A response of a server.
public struct ObservedResponse: Sendable, Equatable {
  /// A header field.
  public struct Header: Sendable, Equatable {
    /// The name, in lower case.
    public var name: String
    /// The value as sent.
    public var value: String
    /// Creates a header field.
    public init(_ name: String, _ value: String) {
      self.name = String(decoding: name.utf8.map { ASCII.lowercased($0) }, as: UTF8.self)
      self.value = value
    }
  }

  /// The status code.
  public var status: Int
  /// The headers in order; nil for a file in a directory.
  public var headers: [Header]?
  /// The body, at most one byte longer than the request's limit.
  public var body: [UInt8]
  /// `1.1` or `2`; empty if unknown.
  public var httpVersion: String
  /// The server's IP address; nil if unknown.
  public var address: String?
  /// The server's certificate; nil if unknown.
  public var certificate: ObservedCertificate?
  /// The time from the first byte sent to the last byte received.
  public var milliseconds: Int

  /// Creates a response.
  public init(
    status: Int, headers: [Header]?, body: [UInt8], httpVersion: String = "",
    address: String? = nil, certificate: ObservedCertificate? = nil, milliseconds: Int = 0
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.httpVersion = httpVersion
    self.address = address
    self.certificate = certificate
    self.milliseconds = milliseconds
  }

  /// The value of the first header field with a lowercase name.
  package func header(_ name: String) -> String? {
    headers?.first { ExactString($0.name) == ExactString(name) }?.value
  }

  /// Seconds until the server accepts the next request, from a number or a date (RFC 9110 section 10.2.3), at
  /// most the length of `Timestamp.range`; nil if the header is missing or invalid.
  package func retrySeconds(at time: Timestamp) -> Int? {
    guard let value = header("retry-after") else { return nil }
    if let seconds = WholeNumber.read(value.utf8, atMost: Timestamp.range.upperBound) {
      return seconds
    }
    return Timestamp(http: value).map { max(0, $0.seconds(since: date ?? time)) }
  }

  /// The time of the response by the server's clock (RFC 9110 section 6.6.1); nil if it is missing.
  package var date: Timestamp? { header("date").flatMap { Timestamp(http: $0) } }

  /// The lowercase media type without parameters; empty if the header is missing.
  package var mediaType: String {
    let value = header("content-type") ?? ""
    let type = value.utf8.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ",") }
    return String(
      decoding: type.filter { $0 > 0x20 }.map { ASCII.lowercased($0) }, as: UTF8.self)
  }

  /// Whether the status is a redirect.
  package var isRedirect: Bool { (300..<400).contains(status) && status != 304 }

  /// Whether the response is an HTML page, as single-page applications return for every path.
  package var isPage: Bool {
    if mediaType == "text/html" || mediaType == "application/xhtml+xml" { return true }
    let text = body.drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }
    let start = text.prefix(14).map { ASCII.lowercased($0) }
    return ["<!doctype html", "<html", "<head", "<body"].contains { start.starts(with: $0.utf8) }
  }

  /// Whether the body is compressed, which no request allows.
  package var isCompressed: Bool {
    let coding = header("content-encoding") ?? "identity"
    return ExactString(coding) != "identity" && !coding.isEmpty
  }

  /// The body as JSON; nil if invalid.
  package var json: JSONValue? { try? JSONText.parse(body) }
}

/// A TLS certificate.
public struct ObservedCertificate: Sendable, Equatable {
  /// The expiration time; nil if unreadable.
  public var notAfter: Timestamp?
  /// The host names.
  public var names: [String]
  /// The issuer.
  public var issuer: String

  /// Creates a certificate.
  public init(notAfter: Timestamp?, names: [String], issuer: String) {
    self.notAfter = notAfter
    self.names = names
    self.issuer = issuer
  }
}
