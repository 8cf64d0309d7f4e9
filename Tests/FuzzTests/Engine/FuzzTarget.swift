import Foundation
import PolicyTestSupport
import PolicyText

/// A part of the program that reads arbitrary bytes, with checks that apply to all of them.
struct FuzzTarget: Sendable {
  /// The value of `LINKPOLICY_FUZZ_TARGET`.
  let name: String
  /// The maximum length of an input, in bytes.
  let maximumLength: Int
  /// Initial inputs, made from fixtures and test vectors.
  let seeds: @Sendable () throws -> [[UInt8]]
  /// Runs an input. If a check fails, `Finding` ends the program.
  let run: @Sendable ([UInt8]) -> Void

  /// Creates a target. It must be listed in `all`.
  init(
    _ name: String, maximumLength: Int, seeds: @escaping @Sendable () throws -> [[UInt8]],
    run: @escaping @Sendable ([UInt8]) -> Void
  ) {
    self.name = name
    self.maximumLength = maximumLength
    self.seeds = seeds
    self.run = run
  }

  /// All targets. Each is defined in `Targets/`.
  static let all = [
    yaml, policy, format, questions, generate, difference, json, aasa, assetLinks, patterns, uri,
    query, scanner, replay, merge, jwt, simulate, decide, importing, xml, openStep, sources,
    frames, positions, edits, http, dates, records, certificates, arguments,
  ]
}

/// A failed check, which libFuzzer treats as a crash and saves with its input.
enum Finding {
  /// Ends the program with a message.
  static func report(_ message: String) -> Never { fatalError("finding: \(message)") }

  /// Ends the program with a message if a check fails.
  static func unless(_ holds: Bool, _ message: @autoclosure () -> String) {
    if !holds { report(message()) }
  }
}

/// Reads an input step by step: choices from its first bytes, then strings.
struct FuzzBytes {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// Returns an element chosen by the next byte; the first one at the end of the input.
  mutating func one<Value>(of values: [Value]) -> Value {
    values[Int(rest.popFirst() ?? 0) % values.count]
  }

  /// Reads the string up to the next newline.
  mutating func line() -> ExactString {
    let line = rest.prefix { $0 != 0x0A }
    rest = rest[line.endIndex...].dropFirst()
    return ExactString(decoding: line)
  }

  /// The bytes that haven't been read.
  var remaining: [UInt8] { Array(rest) }
}

/// The extreme values of number types, and the limits of dates and protocols.
enum ExtremeNumber {
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
  /// Reads a line as a number; returns 0 for other strings.
  mutating func number() -> Int { Int(line().string) ?? 0 }
}

/// Initial inputs from the test files.
enum Seeds {
  /// Reads the files below a directory of the repository that have one of the suffixes.
  static func files(_ directory: String, _ suffixes: String...) throws -> [[UInt8]] {
    try Fixtures.files(below: directory)
      .filter { path in suffixes.contains { path.hasSuffix($0) } }
      .map { try Fixtures.bytes($0) }
  }

  /// Reads a column of `Tests/Vectors/<table>`, and decodes it if its name ends in `_json`.
  static func column(_ name: String, of table: String) throws -> [String] {
    try Fixtures.table(table).compactMap { row in
      guard let cell = row[name] else { return nil }
      return name.hasSuffix("_json") ? try? Fixtures.string(json: cell) : cell
    }
  }

  /// Reads the objects of `Tests/Vectors/<name>` under a key.
  static func objects(_ key: String, of name: String) throws -> [[String: Any]] {
    let file = try JSONSerialization.jsonObject(with: Fixtures.vectors(name))
    return (file as? [String: Any])?[key] as? [[String: Any]] ?? []
  }

  /// Reads inputs that once revealed a bug, from `Tests/Fixtures/fuzz/<target>/`.
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

  /// Writes the seeds of a target into a directory, with numbers as names.
  static func write(_ target: FuzzTarget, to directory: URL) throws -> Int {
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let all = try all(of: target)
    for (index, seed) in all.enumerated() {
      try Data(seed).write(to: directory.appending(path: "seed-\(index)"))
    }
    return all.count
  }
}
