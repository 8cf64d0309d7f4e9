public import PolicyText

/// An example of a class and reason.
///
/// Samples are chosen by their contents only: merging the summaries of parts gives the summary of
/// the whole log.
public struct ReplaySample: Sendable, Equatable {
  /// A decision, a direction of changed decisions, or `malformed`.
  public var kind: String
  /// The ID of the reason.
  public var reason: String
  /// The number of requests with this class and reason.
  public var count: Int
  /// The line for another replay; null if it is hidden.
  public var request: JSONValue
  /// The decision of the policies of `--against`; null without them.
  public var old: JSONValue
  /// The decision of the policies; null for a line that isn't a request.
  public var new: JSONValue

  var group: ExactString { ExactString("\(kind) \(reason)") }

  /// The sample as JSON.
  public var json: JSONValue {
    [
      "class": .string(kind), "reason": .string(reason), "count": .int(count),
      "request": request, "old": old, "new": new,
    ]
  }
}

/// The rank of a request among the samples of its group; the lowest ranks are kept.
struct SampleRank {
  /// A hash of the client ID and redirect URI; requests with the same hash need only one sample.
  var subject: UInt64

  /// The rank of a displayed request, by its client ID and redirect URI. Anything else ranks by its
  /// text.
  init(_ shown: JSONValue) {
    guard let request = LoggedRequest(shown), request.problem == nil else {
      self.init(text: shown)
      return
    }
    // The displayed request is already redacted.
    self.init(request.fields, request.environment, redacts: false)
  }

  /// The rank of a line that is not a request.
  init(text: JSONValue) { subject = ExactString(text.text()).withBytes { RankHash.hash($0, 0) } }

  /// The rank of a parsed request, by the parts that samples show.
  init(_ parameters: AuthorizationParameters, _ environment: Environment, redacts: Bool) {
    subject = environment == .sandbox ? 2 : 1
    for name in [AuthorizationParameters.Name.clientID, .redirectURI] {
      let bytes = parameters.range(of: name).map { parameters.bytes[$0] } ?? []
      if redacts, !ParameterMask().ranges(in: bytes).isEmpty {
        let masked = ParameterMask().masked(ExactString(decoding: bytes))
        subject = masked.withBytes { RankHash.hash($0, subject) }
      } else {
        subject = RankHash.hash(bytes.span, subject)
      }
    }
  }

  /// The rank of a request with a known hash.
  init(subject: UInt64) { self.subject = subject }
}

/// An item that is ranked among samples.
protocol SampleItem: Equatable, Sendable {
  /// The displayed request; of two with the same hash, the one with the lower text is kept.
  var shown: JSONValue { get }
}

extension ReplaySample: SampleItem {
  var shown: JSONValue { request }
}

/// The samples of one class and reason, or the data to create them from.
struct SampleGroup<Item: SampleItem> {
  private(set) var ranked: [(subject: UInt64, item: Item)] = []
  /// The highest hash that is still added.
  private(set) var highest: UInt64
  /// The maximum number of items.
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
    highest = limit > 0 ? .max : 0
  }

  /// Adds an item if its rank is low enough.
  mutating func add(_ item: Item, _ rank: SampleRank) {
    guard limit > 0 else { return }
    let subject = rank.subject
    if let same = ranked.firstIndex(where: { $0.subject == subject }) {
      // Most lines with the same hash have the same display.
      guard ranked[same].item != item else { return }
      if ExactString(item.shown.text()) < ExactString(ranked[same].item.shown.text()) {
        ranked[same].item = item
      }
      return
    }
    let place = ranked.firstIndex { subject < $0.subject } ?? ranked.count
    guard place < limit else { return }
    ranked.insert((subject, item), at: place)
    if ranked.count > limit { ranked.removeLast() }
    if ranked.count == limit { highest = ranked[limit - 1].subject }
  }

  /// Adds the items of another group.
  mutating func add(_ other: SampleGroup) {
    for entry in other.ranked { add(entry.item, SampleRank(subject: entry.subject)) }
  }
}
