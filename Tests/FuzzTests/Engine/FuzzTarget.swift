import Foundation
import PolicyTestSupport
import PolicyText

/// A way into the program for bytes that nobody wrote, and what must hold for all of them.
struct FuzzTarget: Sendable {
  /// The value of `LINKPOLICY_FUZZ_TARGET`.
  let name: String
  /// Bytes of the longest input that is worth its time.
  let maximumLength: Int
  /// Inputs to start from, made from the fixtures and vectors of the tests.
  let seeds: @Sendable () throws -> [[UInt8]]
  /// Takes an input; where something does not hold, `Finding` ends the program.
  let run: @Sendable ([UInt8]) -> Void

  /// A target; see `all` for where it has to be named.
  init(
    _ name: String, maximumLength: Int, seeds: @escaping @Sendable () throws -> [[UInt8]],
    run: @escaping @Sendable ([UInt8]) -> Void
  ) {
    self.name = name
    self.maximumLength = maximumLength
    self.seeds = seeds
    self.run = run
  }

  /// All targets; each is in `Targets/`.
  static let all = [
    yaml, policy, format, questions, generate, difference, json, aasa, assetLinks, patterns, uri,
    query, scanner, replay, merge, jwt, simulate, decide, importing, xml, openStep, sources,
    frames, positions, edits, http, dates, records, certificates, arguments,
  ]
}

/// What libFuzzer takes for a crash, and keeps the input of.
enum Finding {
  /// Ends the program with a message.
  static func report(_ message: String) -> Never { fatalError("finding: \(message)") }

  /// Reports what does not hold.
  static func unless(_ holds: Bool, _ message: @autoclosure () -> String) {
    if !holds { report(message()) }
  }
}

/// An input taken apart: small choices first, texts behind them.
struct FuzzBytes {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// One of several; the first where the input is at its end.
  mutating func one<Value>(of values: [Value]) -> Value {
    values[Int(rest.popFirst() ?? 0) % values.count]
  }

  /// The text up to the next line feed.
  mutating func line() -> ExactString {
    let line = rest.prefix { $0 != 0x0A }
    rest = rest[line.endIndex...].dropFirst()
    return ExactString(decoding: line)
  }

  /// What was not taken yet.
  var remaining: [UInt8] { Array(rest) }
}

/// Numbers at the ends of their types and around the limits of dates and protocols.
enum AnyNumber {
  static let texts = [
    "0", "1", "-1", "-5", "+5", "5.5", "1e3", "1e999", "nan", "inf", "-0", "00", "59", "60",
    "86400",
    "2147483647", "2147483648", "-2147483649", "4294967295", "4294967296", "253402300799",
    "253402300800", "9007199254740993", "9223372036854775807", "9223372036854775808",
    "-9223372036854775808", "-9223372036854775809", "18446744073709551615",
    "340282366920938463463374607431768211456",
  ]
}

extension FuzzBytes {
  /// The number of the next line, 0 for other text.
  mutating func number() -> Int { Int(line().string) ?? 0 }
}

/// Inputs to start from, from the files of the tests.
enum Seeds {
  /// Files below a directory of the repository whose names end so.
  static func files(_ directory: String, _ suffixes: String...) throws -> [[UInt8]] {
    try Fixtures.files(below: directory)
      .filter { path in suffixes.contains { path.hasSuffix($0) } }
      .map { try Fixtures.bytes($0) }
  }

  /// A column of `Tests/Vectors/<table>`; where its name ends in `_json`, the strings that it holds.
  static func column(_ name: String, of table: String) throws -> [String] {
    try Fixtures.table(table).compactMap { row in
      guard let cell = row[name] else { return nil }
      return name.hasSuffix("_json") ? try? Fixtures.string(json: cell) : cell
    }
  }

  /// The objects of `Tests/Vectors/<name>` under a key.
  static func objects(_ key: String, of name: String) throws -> [[String: Any]] {
    let file = try JSONSerialization.jsonObject(with: Fixtures.vectors(name))
    return (file as? [String: Any])?[key] as? [[String: Any]] ?? []
  }

  /// Inputs that once showed a mistake: `Tests/Fixtures/fuzz/<target>/`.
  static func former(_ target: String) throws -> [[UInt8]] {
    let directory = "Tests/Fixtures/fuzz/\(target)"
    let path = Fixtures.root.appending(path: directory).path
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    return try Fixtures.files(below: directory).map { try Fixtures.bytes($0) }
  }

  /// The former findings and the seeds of a target.
  static func all(of target: FuzzTarget) throws -> [[UInt8]] {
    try (former(target.name) + target.seeds()).filter { $0.count <= target.maximumLength }
  }

  /// Writes the seeds of a target into a directory; names are numbers.
  static func write(_ target: FuzzTarget, to directory: URL) throws -> Int {
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let all = try all(of: target)
    for (index, seed) in all.enumerated() {
      try Data(seed).write(to: directory.appending(path: "seed-\(index)"))
    }
    return all.count
  }
}
