import PolicyDecision
public import PolicyText

/// A request that stands for its class and reason.
///
/// Which ones are kept depends on their text alone: the same for any number of workers and parts, so
/// that summaries of parts add up to the summary of the whole.
public struct ReplaySample: Sendable {
  /// A decision, a direction of a flip or `malformed`.
  public var kind: String
  /// The id of the reason.
  public var reason: String
  /// Requests of this class and reason.
  public var count: Int
  /// The line as it can be replayed; null where it may not be shown.
  public var request: JSONValue
  /// The decision of the policies of `--against`; null where there are none.
  public var old: JSONValue
  /// The decision of the policies; null for a line that is no request.
  public var new: JSONValue

  /// The class and reason in one text.
  var group: ExactString { ExactString("\(kind) \(reason)") }

  /// The JSON form.
  public var json: JSONValue {
    [
      "class": .string(kind), "reason": .string(reason), "count": .int(count),
      "request": request, "old": old, "new": new,
    ]
  }
}

/// The place of a request among the samples of its group; the lowest are kept.
struct SampleRank {
  /// Hash of what a request is about: of two with the same, one is enough.
  var subject: UInt64

  /// Where the hash of a request with fields starts.
  static func seed(isSandbox: Bool) -> UInt64 { isSandbox ? 2 : 1 }

  /// The rank of a request as it is shown. What cannot be read ranks by its text.
  init(_ request: JSONValue) {
    guard let (clientID, redirectURI) = Self.subject(of: request) else {
      subject = LineText.with(request.text().utf8) { $0.hash(0) }
      return
    }
    let environment = Self.seed(isSandbox: request["environment"]?.stringValue == "sandbox")
    let client = LineText.with(clientID.utf8) { $0.hash(environment) }
    subject = LineText.with(redirectURI.utf8) { $0.hash(client) }
  }

  /// The rank of a request by its client ID and redirect URI as samples show them.
  ///
  /// - Parameter otherwise: the rank where these hold nothing that samples leave out.
  static func subject(
    _ clientID: ExactString, _ redirectURI: ExactString, isSandbox: Bool, otherwise: UInt64
  ) -> UInt64 {
    let mask = ParameterMask()
    let client = mask.masked(clientID)
    let address = mask.masked(redirectURI)
    guard client != clientID || address != redirectURI else { return otherwise }
    let seed = LineText.with(client.utf8) { $0.hash(Self.seed(isSandbox: isSandbox)) }
    return LineText.with(address.utf8) { $0.hash(seed) }
  }

  /// Client ID and redirect URI, empty where they are missing; nil where there is no such request.
  ///
  /// What samples leave out was left out of both before.
  private static func subject(
    of request: JSONValue
  ) -> (clientID: ExactString, redirectURI: ExactString)? {
    guard case .object = request else { return nil }
    let read: Result<AuthorizationParameters, UnreadableRequest>
    if let query = request["query"]?.stringValue {
      read = AuthorizationParameters.reading(query: ExactString(query))
    } else if let url = request["url"]?.stringValue {
      read = LoggedRequest.parameters(url: ExactString(url))
    } else {
      func value(_ name: String) -> ExactString { ExactString(request[name]?.stringValue ?? "") }
      return (value("client_id"), value("redirect_uri"))
    }
    guard let parameters = try? read.get() else { return nil }
    return (parameters.clientID.text ?? "", parameters.redirectURI.text ?? "")
  }

  /// The rank of a request that was hashed already.
  init(subject: UInt64) { self.subject = subject }
}

/// What is ranked among samples.
protocol SampleItem {
  /// The request as it is shown; of two about the same, the one with the lower text is kept.
  var shown: JSONValue { get }
}

extension ReplaySample: SampleItem {
  var shown: JSONValue { request }
}

/// The samples of one class and reason, or what they will be made of.
struct SampleGroup<Item: SampleItem> {
  private(set) var ranked: [(subject: UInt64, item: Item)] = []
  /// How many are kept.
  let limit: Int

  init(limit: Int) { self.limit = limit }

  /// The highest subject that is still taken; of requests without one, all are.
  var highest: UInt64 {
    guard limit > 0 else { return 0 }
    return ranked.count == limit ? ranked.last?.subject ?? .max : .max
  }

  /// Takes an item in if it ranks before others.
  mutating func add(_ item: Item, _ rank: SampleRank) {
    guard limit > 0 else { return }
    let subject = rank.subject
    if let same = ranked.firstIndex(where: { $0.subject == subject }) {
      // Only here the texts are made: most requests are about something else.
      if ExactString(item.shown.text()) < ExactString(ranked[same].item.shown.text()) {
        ranked[same].item = item
      }
      return
    }
    let place = ranked.firstIndex { subject < $0.subject } ?? ranked.count
    guard place < limit else { return }
    ranked.insert((subject, item), at: place)
    if ranked.count > limit { ranked.removeLast() }
  }

  /// Takes the items of another group in.
  mutating func add(_ other: SampleGroup) {
    for entry in other.ranked { add(entry.item, SampleRank(subject: entry.subject)) }
  }
}
