import PolicyText

/// Reports a `robots.txt` that blocks association files, although Apple and Google aren't known to
/// read it.
package struct RobotsCheck: Check {
  package let target = CheckTarget.files
  private let subject: HostSubject
  private let request: ObservedRequest

  package init(_ subject: HostSubject) {
    self.subject = subject
    request = ObservedRequest(
      ExactString("https://\(subject.host.string)/robots.txt"), limit: RequestLimits.json)
  }

  package func requests(_ responses: Responses) -> [CheckRequest] {
    [CheckRequest("robots", request)]
  }

  package func findings(_ responses: Responses) -> [CheckFinding] {
    guard let response = responses.response(request), response.status == 200, !response.isPage
    else { return [] }
    let rules = RobotsRules(response.body)
    return subject.files.filter { !rules.allows($0.path) }.flatMap { file in
      subject.place.finding(
        "robots-blocks", .note, request.url,
        "\(UntrustedText.quoted(request.url.string)) blocks crawlers from \(DisplayText.quoted(file.path))",
        help: "no action needed: Apple and Google were not seen to read it",
        notes: ["inferred: neither documents it"])
    }
  }
}

/// The rules for all crawlers in a `robots.txt` file (RFC 9309).
struct RobotsRules {
  private var rules: [(pattern: [UInt8], allows: Bool)] = []

  init(_ body: [UInt8]) {
    var isForAll = false
    var isNaming = false
    for line in body.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      let text = line.prefix { $0 != UInt8(ascii: "#") }
      guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let name = ASCII.lowercased(ExactString(decoding: Self.trimmed(text[..<colon])))
      let value = Array(Self.trimmed(text[(colon + 1)...]))
      switch name {
      case "user-agent":
        // Consecutive user agents share the following rules.
        isForAll = (isNaming && isForAll) || value == Array("*".utf8)
        isNaming = true
      case "allow", "disallow":
        isNaming = false
        if isForAll, !value.isEmpty { rules.append((value, name == "allow")) }
      default: continue
      }
    }
  }

  /// The longest matching pattern applies; with equal length, `allow` does.
  func allows(_ path: String) -> Bool {
    let path = Array(path.utf8)
    let found = rules.filter { Self.matches($0.pattern[...], path[...]) }
    let longest = found.map(\.pattern.count).max()
    return longest == nil || found.contains { $0.pattern.count == longest && $0.allows }
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let start = bytes.drop { $0 <= 0x20 }
    return start.dropLast(start.reversed().prefix { $0 <= 0x20 }.count)
  }

  /// `*` matches anything; `$` at the end matches the end.
  private static func matches(_ pattern: ArraySlice<UInt8>, _ path: ArraySlice<UInt8>) -> Bool {
    let isWhole = pattern.last == UInt8(ascii: "$")
    let pattern = (isWhole ? pattern.dropLast() : pattern)[...]
    var pieces = pattern.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)[...]
    guard let first = pieces.popFirst(), path.starts(with: first) else { return false }
    var rest = path.dropFirst(first.count)
    guard !pieces.isEmpty else { return !isWhole || rest.isEmpty }
    let last = isWhole ? pieces.popLast() : nil
    // The earliest match leaves the most for the rest.
    for piece in pieces where !piece.isEmpty {
      var place = rest
      while !place.starts(with: piece) {
        guard place.popFirst() != nil else { return false }
      }
      rest = place.dropFirst(piece.count)
    }
    guard let last else { return true }
    return rest.count >= last.count && rest.suffix(last.count).elementsEqual(last)
  }
}
