public import PolicyText

/// The decisions on the requests of a log: counts that can be added, and samples.
public struct ReplaySummary: Sendable {
  /// The version of the JSON format.
  public static let schemaVersion = 1

  /// The decisions on the requests of one client.
  public struct Counts: Sendable, Equatable {
    /// Allowed requests.
    public var allow = 0
    /// Denied requests.
    public var deny = 0
    /// Ignored requests.
    public var ignore = 0

    /// All requests.
    public var all: Int { allow + deny + ignore }
  }

  /// `allow + deny + ignore + malformed`.
  public var lines = 0
  /// Allowed requests.
  public var allow = 0
  /// Denied requests.
  public var deny = 0
  /// Ignored requests.
  public var ignore = 0
  /// Lines that are not requests.
  public var malformed = 0
  /// The number of requests by reason ID.
  public var reasons: [ExactString: Int] = [:]
  /// Counts by client key, or by `policy/key` if policies share a key. Includes clients without
  /// requests.
  public var clients: [ExactString: Counts] = [:]
  /// The number of requests without a client of the policies.
  public var unknownClients = 0
  /// Changed decisions by direction; empty without a comparison.
  public var flips: [ExactString: Int] = [:]
  /// Sorted by class and reason, then by rank.
  public var samples: [ReplaySample] = []

  /// Creates an empty summary.
  public init() {}

  /// The counts of requests without a client; none of them is allowed.
  public var unknownCounts: Counts {
    let ignored = max(0, ignore - clients.values.reduce(0) { $0 + $1.ignore })
    return Counts(allow: 0, deny: max(0, unknownClients - ignored), ignore: ignored)
  }

  /// The number of changed decisions.
  public var flipped: Int { flips.values.reduce(0, +) }

  /// Adds a summary of other lines; the order doesn't matter.
  ///
  /// - Parameter limit: the maximum number of samples per class and reason.
  /// - Throws: `Overflow` if a count exceeds the range of integers.
  public mutating func add(_ other: ReplaySummary, samples limit: Int) throws(Overflow) {
    lines = try Self.sum(lines, other.lines)
    allow = try Self.sum(allow, other.allow)
    deny = try Self.sum(deny, other.deny)
    ignore = try Self.sum(ignore, other.ignore)
    malformed = try Self.sum(malformed, other.malformed)
    unknownClients = try Self.sum(unknownClients, other.unknownClients)
    for (name, count) in other.reasons {
      reasons[name] = try Self.sum(reasons[name] ?? 0, count)
    }
    for (name, count) in other.flips { flips[name] = try Self.sum(flips[name] ?? 0, count) }
    for (name, counts) in other.clients {
      var own = clients[name] ?? Counts()
      own.allow = try Self.sum(own.allow, counts.allow)
      own.deny = try Self.sum(own.deny, counts.deny)
      own.ignore = try Self.sum(own.ignore, counts.ignore)
      clients[name] = own
    }
    var groups: [ExactString: (count: Int, group: SampleGroup<ReplaySample>)] = [:]
    for part in [samples, other.samples] {
      // Every sample of a group contains the count of the group.
      var counted: Set<ExactString> = []
      for sample in part {
        var entry = groups[sample.group] ?? (0, SampleGroup(limit: limit))
        if counted.insert(sample.group).inserted {
          entry.count = try Self.sum(entry.count, sample.count)
        }
        entry.group.add(sample, SampleRank(sample.request))
        groups[sample.group] = entry
      }
    }
    samples = groups.sorted { $0.key < $1.key }.flatMap { entry in
      entry.value.group.ranked.map { ranked in
        var sample = ranked.item
        sample.count = entry.value.count
        return sample
      }
    }
  }

  /// A count that exceeds the range of integers.
  public struct Overflow: LinkPolicyError {
    /// The message.
    public var message: String { "a count is too large" }
  }

  static func sum(_ left: Int, _ right: Int) throws(Overflow) -> Int {
    let (sum, overflows) = left.addingReportingOverflow(right)
    guard !overflows else { throw Overflow() }
    return sum
  }
}
