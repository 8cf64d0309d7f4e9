package import PolicyText

/// The answer of a server.
public struct ObservedResponse: Sendable, Equatable {
  /// A line of the header.
  public struct Header: Sendable, Equatable {
    /// ASCII letters in lower case.
    public var name: String
    /// As it was sent.
    public var value: String
    /// A line.
    public init(_ name: String, _ value: String) {
      self.name = String(decoding: name.utf8.map { ASCII.lowercased($0) }, as: UTF8.self)
      self.value = value
    }
  }

  /// The status code.
  public var status: Int
  /// In order; nil where nobody has seen any: the answer is a file of a directory.
  public var headers: [Header]?
  /// At most one byte more than the request asked for.
  public var body: [UInt8]
  /// `1.1`, `2`; empty where it is not known.
  public var httpVersion: String
  /// The address that answered; nil where it is not known.
  public var address: String?
  /// What the server showed of itself; nil where it is not known.
  public var certificate: ObservedCertificate?
  /// From the first byte that was sent to the last that came.
  public var milliseconds: Int

  /// An answer.
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

  /// The first line with a name, in lower case.
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

  /// The time of the server's clock when it answered (RFC 9110 section 6.6.1); nil if it doesn't say.
  package var date: Timestamp? { header("date").flatMap { Timestamp(http: $0) } }

  /// The media type without parameters, in lower case; empty where the header is missing.
  package var mediaType: String {
    let value = header("content-type") ?? ""
    let type = value.utf8.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ",") }
    return String(
      decoding: type.filter { $0 > 0x20 }.map { ASCII.lowercased($0) }, as: UTF8.self)
  }

  /// True for what leads elsewhere.
  package var isRedirect: Bool { (300..<400).contains(status) && status != 304 }

  /// True for a page for people: what single-page applications answer to everything.
  package var isPage: Bool {
    if mediaType == "text/html" || mediaType == "application/xhtml+xml" { return true }
    let text = body.drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }
    let start = text.prefix(14).map { ASCII.lowercased($0) }
    return ["<!doctype html", "<html", "<head", "<body"].contains { start.starts(with: $0.utf8) }
  }

  /// True for bytes that nobody asked to be packed.
  package var isPacked: Bool {
    let coding = header("content-encoding") ?? "identity"
    return ExactString(coding) != "identity" && !coding.isEmpty
  }

  /// The body as JSON; nil where it is none.
  package var json: JSONValue? { try? JSONText.parse(body) }
}
