import LinkPolicy
import Testing

/// The result is the same wherever a log is split.
@Suite struct SplittingTests {
  private static let log: [UInt8] = {
    var maker = LineMaker(seed: 3)
    let lines = (0..<60).map { index in index % 4 == 0 ? maker.damaged() : maker.line() }
    // The last line has no newline, one is empty, one ends with CRLF.
    return Array(lines.map { $0 + [0x0A] }.joined()) + [0x0A] + maker.line() + [0x0D, 0x0A]
      + maker.line()
  }()

  private static func text(_ summary: ReplaySummary) -> String { summary.json.text() }

  @Test(arguments: [1, 2, 3, 5, 7, 16, 17, 64, 255, 256, 1_000])
  func `the length of a read doesn't matter`(length: Int) throws {
    let whole = try Replaying.run(Self.log)
    #expect(whole.lines == 63)
    #expect(whole.addsUp)
    let project = Replaying.project(Replaying.policy)
    for isStream in [true, false] {
      let pieces = try Replay(project).run(
        ["log"], logs: OneLog(bytes: Self.log, isStream: isStream, piece: length))
      #expect(Self.text(pieces) == Self.text(whole))
      var options = Replay.Options()
      options.limits.read = max(8, length)
      let buffers = try Replay(project, options: options).run(
        ["log"], logs: OneLog(bytes: Self.log, isStream: isStream))
      #expect(Self.text(buffers) == Self.text(whole))
    }
  }

  @Test func `two parts split at any line ending add up to the whole, in either order`() throws {
    let whole = try Replaying.run(Self.log, against: Replaying.older)
    let ends = Self.log.indices.filter { Self.log[$0] == 0x0A }
    #expect(ends.count == 62)
    for end in ends {
      let parts = [Self.log[...end], Self.log[(end + 1)...]].map(Array.init)
      let summaries = try parts.map { try Replaying.run($0, against: Replaying.older) }
      for order in [summaries, summaries.reversed()] {
        var sum = ReplaySummary()
        for summary in order {
          // Written and parsed again, as for `merge`.
          let read = try ReplaySummary.read(Array(summary.json.text(.pretty).utf8))
          try sum.add(#require(read.first), samples: 5)
        }
        #expect(Self.text(sum) == Self.text(whole))
      }
    }
  }

  @Test(arguments: [1, 2, 3, 4, 9, 50], [1, 2, 3, 4])
  func `parts of any length, read by any number of workers, give one result`(
    _ length: Int, _ jobs: Int
  ) throws {
    let whole = try Replaying.run(Self.log, against: Replaying.older)
    // One job more, because a single job doesn't split a log.
    let parts = try Replaying.run(Self.log, against: Replaying.older, jobs: jobs + 1) {
      $0.limits.part = length
      $0.limits.smallestPart = 1
    }
    #expect(Self.text(parts) == Self.text(whole))
  }

  @Test func `sums are associative`() throws {
    var maker = LineMaker(seed: 5)
    let parts = try (0..<3).map { _ in
      try Replaying.run(
        Array((0..<80).map { _ in maker.line() + [0x0A] }.joined()), against: Replaying.older)
    }
    func sum(_ left: ReplaySummary, _ right: ReplaySummary) throws -> ReplaySummary {
      var sum = left
      try sum.add(right, samples: 3)
      return sum
    }
    let left = try sum(try sum(parts[0], parts[1]), parts[2])
    let right = try sum(parts[0], try sum(parts[1], parts[2]))
    #expect(Self.text(left) == Self.text(right))
  }
}
