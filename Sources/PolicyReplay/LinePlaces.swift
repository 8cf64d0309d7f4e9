import PolicyDecision
import PolicyDiagnostics
import PolicyText

/// Answers of the decision core to the addresses of URLs, by all that they depend on: lines of one log name
/// few of them.
final class LinePlaces {
  private let decider: ReplayDecider
  private let known = LineCache<LineElsewhere>(entries: 256, none: [])

  init(_ decider: ReplayDecider) { self.decider = decider }

  /// Where a URL is no endpoint of the client that its query names.
  func elsewhere(
    _ url: LineText, _ environment: Environment, _ clientID: Parameter
  ) -> LineElsewhere {
    // Up to here an address goes (RFC 3986 section 3).
    let count =
      unsafe url.bytes.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
      ?? url.count
    let place = LineText(url.start, count)
    let seed = SampleRank.seed(isSandbox: environment == .sandbox)
    return LineText.with((clientID.text ?? "").utf8) { id in
      let key = LineKey(
        first: place, second: id, third: LineText(place.start, 0),
        forms: environment == .sandbox ? 1 : 0, hash: id.hash(place.hash(seed)))
      if let index = known.place(of: key) { return known.value(at: index) }
      let answer = decider.elsewhere(place.exact, clientID, environment)
      _ = known.keep(answer, for: key) { _, _ in }
      return answer
    }
  }
}
