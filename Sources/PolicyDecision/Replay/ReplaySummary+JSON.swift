public import PolicyText

extension ReplaySummary {
  /// The output of `replay --summary json` (`Schemas/replay.schema.json`).
  public var json: JSONValue {
    func sorted<Value>(_ table: [ExactString: Value], _ json: (Value) -> JSONValue) -> JSONValue {
      .object(table.sorted { $0.key < $1.key }.map { ($0.key.string, json($0.value)) })
    }
    return [
      "schemaVersion": .int(Self.schemaVersion), "lines": .int(lines), "allow": .int(allow),
      "deny": .int(deny), "ignore": .int(ignore), "malformed": .int(malformed),
      "reasons": sorted(reasons) { .int($0) },
      "clients": sorted(clients) {
        ["allow": .int($0.allow), "deny": .int($0.deny), "ignore": .int($0.ignore)]
      },
      "unknown_clients": .int(unknownClients), "flips": sorted(flips) { .int($0) },
      "samples": .array(samples.map(\.json)),
    ]
  }

  /// Why a file isn't a summary.
  public struct Problem: LinkPolicyError {
    /// Lower case, no period.
    public var message: String
    /// Creates a problem.
    public init(message: String) { self.message = message }
  }

  /// Reads the summaries of a file: one with any formatting, or one per line.
  public static func read(_ bytes: [UInt8]) throws(Problem) -> [ReplaySummary] {
    if let whole = try? JSONText.parse(bytes) { return [try ReplaySummary(whole)] }
    var summaries: [ReplaySummary] = []
    for line in bytes.split(separator: 0x0A) where !line.allSatisfy({ $0 <= 0x20 }) {
      let json: JSONValue
      do throws(JSONText.Problem) {
        json = try JSONText.parse(Array(line))
      } catch {
        throw Problem(message: error.message)
      }
      summaries.append(try ReplaySummary(json))
    }
    return summaries
  }

  /// Reads a summary. All fields are required, and the counts must add up.
  public init(_ json: JSONValue) throws(Problem) {
    guard let version = json["schemaVersion"] else {
      throw Problem(message: "not a replay summary: `schemaVersion` is missing")
    }
    guard version.text() == "\(Self.schemaVersion)" else {
      throw Problem(
        message: "the summary has schema version \(DisplayText.quoted(version.text())), "
          + "but this version of linkpolicy supports only \(Self.schemaVersion)")
    }
    lines = try Self.count("lines", json)
    allow = try Self.count("allow", json)
    deny = try Self.count("deny", json)
    ignore = try Self.count("ignore", json)
    malformed = try Self.count("malformed", json)
    unknownClients = try Self.count("unknown_clients", json)
    for (name, _) in try Self.members("reasons", json) {
      reasons[ExactString(name)] = try Self.count(name, json["reasons"] ?? .null)
    }
    for (name, _) in try Self.members("flips", json) {
      flips[ExactString(name)] = try Self.count(name, json["flips"] ?? .null)
    }
    for (name, value) in try Self.members("clients", json) {
      clients[ExactString(name)] = Counts(
        allow: try Self.count("allow", value), deny: try Self.count("deny", value),
        ignore: try Self.count("ignore", value))
    }
    guard case .array(let items)? = json["samples"] else {
      throw Problem(message: "the summary's `samples` must be an array")
    }
    for item in items { samples.append(try Self.sample(item)) }
    let parts = [allow, deny, ignore, malformed].reduce((sum: 0, overflows: false)) {
      let (sum, overflows) = $0.sum.addingReportingOverflow($1)
      return (sum, $0.overflows || overflows)
    }
    guard !parts.overflows, parts.sum == lines else {
      throw Problem(
        message: "the summary does not add up: allow + deny + ignore + malformed must be lines")
    }
    // No sum of these counts exceeds the number of lines, so adding them can't overflow.
    let byClient = clients.values.flatMap { [$0.allow, $0.deny, $0.ignore] } + [unknownClients]
    for (name, counts) in [
      ("reasons", Array(reasons.values)), ("flips", Array(flips.values)), ("clients", byClient),
    ] where !Self.isSum(of: counts, atMost: lines) {
      throw Problem(message: "the summary does not add up: the sum of `\(name)` exceeds `lines`")
    }
  }

  private static func isSum(of counts: [Int], atMost limit: Int) -> Bool {
    var room = limit
    return counts.allSatisfy { count in
      guard count <= room else { return false }
      room -= count
      return true
    }
  }

  private static func sample(_ json: JSONValue) throws(Problem) -> ReplaySample {
    guard let kind = json["class"]?.stringValue, let reason = json["reason"]?.stringValue,
      let request = json["request"]
    else { throw Problem(message: "a sample of the summary has no `class`, `reason` or `request`") }
    return ReplaySample(
      kind: kind, reason: reason, count: try count("count", json), request: request,
      old: json["old"] ?? .null, new: json["new"] ?? .null)
  }

  private static func members(
    _ name: String, _ json: JSONValue
  ) throws(Problem) -> [(key: String, value: JSONValue)] {
    guard case .object(let members)? = json[name] else {
      throw Problem(message: "\(DisplayText.quoted(name)) of the summary must be an object")
    }
    return members
  }

  private static func count(_ name: String, _ json: JSONValue) throws(Problem) -> Int {
    let number: Int? =
      switch json[name] {
      case .int(let value)?: value
      case .number(let text)?: Int(text)
      default: nil
      }
    guard let number, number >= 0 else {
      throw Problem(message: "\(DisplayText.quoted(name)) of the summary must be a count")
    }
    return number
  }
}
