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

  /// All targets: one file in `Targets/` and one line here.
  static let all = [
    yaml, policy, format, questions, generate, difference, json, aasa, assetLinks, patterns, uri,
    query, scanner, replay, merge, jwt, simulate, decide, importing, xml, openStep, sources,
    frames, positions, edits, http, dates, records, certificates, arguments,
  ]
}
