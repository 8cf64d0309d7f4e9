import Foundation
import LinkPolicy
import PolicyTestSupport
import PolicyText
import Testing

/// `simulate` and the generated code agree: both accept everything that `generate` writes, and give
/// the same result for near misses.
@Suite struct GeneratedCodeTests {
  /// How many policies one Python process loads.
  private static let policiesInProcess = 250

  @Test func `simulate and the generated Python code allow everything that is registered`() throws {
    let python = try #require(Tool.path("python3"), "python3 is not installed")
    var counts = (policies: 0, valid: 0, requests: 0)
    var requested = 0
    var seeds = (0..<UInt64(TestForm.size(60, full: 300))).makeIterator()
    while true {
      let batch = (0..<Self.policiesInProcess).compactMap { _ in seeds.next() }
      if batch.isEmpty { break }
      try Tool.withTemporaryDirectory { directory in
        for seed in batch {
          counts.policies += 1
          guard let count = try write(seed, to: directory) else { continue }
          counts.valid += 1
          counts.requests += count
        }
        requested += try run(python, directory)
      }
    }
    // Without enough requests, the test proves nothing.
    #expect(counts.valid * 3 > counts.policies && counts.requests > counts.valid * 40)
    #expect(requested >= counts.requests)
    print("generated code: \(counts), \(requested) requests to Python")
  }

  /// Writes the module of a policy and its requests.
  ///
  /// - Returns: the number of requests; nil for a policy with errors.
  private func write(_ seed: UInt64, to directory: URL) throws -> Int? {
    let policy = RandomPolicy(seed: seed)
    let project = FlowPropertyTests.project(policy.text)
    guard !project.report.has(atLeast: .error) else { return nil }
    let files = try project.generatedFiles(targets: ["python", "json", "conformance"])
    let list = try #require(files.first { $0.path == "allowlist.json" })
    let requests = AllowlistRequests(
      try JSONText.parse(list.bytes), RequestEvaluator(project), seed: seed)
    for refusal in requests.refusals {
      Issue.record("seed \(seed) \(policy.mistakes): registered but denied: \(refusal)")
    }
    let folder = directory.appending(path: "\(seed)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for file in files where ["python", "conformance"].contains(file.target) {
      let parts = file.path.split(separator: "/")
      // `vectors.json` has three times as many requests, so only some policies use it.
      guard parts.last != "vectors.json" || seed % 4 == 0 else { continue }
      let url = folder.appending(
        path: parts.dropFirst(parts.count == 2 ? 1 : 2).joined(separator: "/"))
      try Data(file.bytes).write(withFolderTo: url)
    }
    let lines = requests.requests.enumerated().map { $1.json("\($0)").text() }
    try Data("{\"vectors\":[\(lines.joined(separator: ",\n"))]}".utf8)
      .write(to: folder.appending(path: "requests.json"))
    return lines.count
  }

  /// Runs the requests of the modules in a directory.
  private func run(_ python: String, _ directory: URL) throws -> Int {
    try Tool.withTemporaryDirectory { place in
      let driver = place.appending(path: "driver.py")
      try Data(Fixtures.program("generated_modules.py").utf8).write(to: driver)
      let run = try Tool.run(python, ["-B", "-W", "error", driver.path, directory.path])
      #expect(run.status == 0, "\(run.output.suffix(2_000))")
      let lines = run.output.split(separator: "\n")
      for line in lines where !line.hasPrefix("requests ") {
        Issue.record("\(line.prefix(1_500))")
      }
      return lines.last.flatMap { Int($0.dropFirst("requests ".count)) } ?? 0
    }
  }
}

/// A request to generated code, with the result of `simulate` in the format of the conformance
/// vectors.
struct GeneratedRequest {
  /// The members that the test runner of the generated code reads.
  var members: [(key: String, value: JSONValue)]
  /// The result of `simulate`.
  var expect: String

  /// The line for the test runner.
  func json(_ id: String) -> JSONValue {
    .object([("id", .string(id))] + members + [("expect", .string(expect))])
  }
}

/// Runs `simulate` and converts its results to the format of the conformance vectors.
struct SimulatedAnswers {
  let evaluator: RequestEvaluator

  /// Whether the client may receive its response at the URI.
  func redirectURI(_ environment: String, _ id: String, _ uri: String) -> GeneratedRequest? {
    // If the server redirects with an error, the URI is allowed.
    guard
      let answer = decision([
        ("kind", "authorize"), ("environment", .string(environment)), ("client_id", .string(id)),
        ("redirect_uri", .string(uri)),
      ])
    else { return nil }
    return GeneratedRequest(
      members: [
        ("kind", "redirect_uri"), ("environment", .string(environment)),
        ("client_id", .string(id)), ("redirect_uri", .string(uri)),
      ], expect: answer["channel"] == "redirect" ? "allow" : "deny")
  }

  func authorize(_ environment: String, _ query: String) -> GeneratedRequest? {
    let members: [(key: String, value: JSONValue)] = [
      ("kind", "authorize"), ("environment", .string(environment)), ("query", .string(query)),
    ]
    return decision(members).map {
      GeneratedRequest(members: members, expect: Self.browserAnswer($0))
    }
  }

  func appFlip(_ environment: String, url: String) -> GeneratedRequest? {
    let members: [(key: String, value: JSONValue)] = [
      ("kind", "app_flip_ios"), ("environment", .string(environment)), ("url", .string(url)),
    ]
    return decision(members).map {
      GeneratedRequest(members: members, expect: Self.browserAnswer($0))
    }
  }

  /// An App Flip intent.
  struct Intent {
    var action: String
    var package: String
    var certificates: [String]
    var clientID: String?
    var redirectURI: String?
    var scopes: [String]
  }

  func appFlip(_ environment: String, _ intent: Intent) -> GeneratedRequest? {
    let caller: JSONValue = [
      "package": .string(intent.package),
      "certs": .array(intent.certificates.map { .string($0) }),
    ]
    let scopes = JSONValue.array(intent.scopes.map { .string($0) })
    let kind: [(key: String, value: JSONValue)] = [
      ("kind", "app_flip_android"), ("environment", .string(environment)),
      ("action", .string(intent.action)), ("caller", caller),
    ]
    let requested: JSONValue = [
      "CLIENT_ID": .optional(intent.clientID), "REDIRECT_URI": .optional(intent.redirectURI),
      "SCOPE": scopes,
    ]
    let extras: JSONValue = [
      "client_id": .optional(intent.clientID), "redirect_uri": .optional(intent.redirectURI),
      "scopes": scopes,
    ]
    return decision(kind + [("extras", requested)]).map {
      GeneratedRequest(
        members: kind + [("extras", extras)], expect: Self.intentAnswer($0, intent))
    }
  }

  private func decision(_ members: [(key: String, value: JSONValue)]) -> JSONValue? {
    let answer = evaluator.answer(.object(members))
    return answer.decision == nil ? nil : answer.json
  }

  private static func browserAnswer(_ answer: JSONValue) -> String {
    let target = answer["target"]?.stringValue
    switch answer["decision"] {
    case "ignore": return "ignore"
    case "allow": return "allow " + (target ?? "")
    default:
      if let target { return "redirect " + target }
      return answer["channel"] == "local_error"
        ? "local " + (answer["error"]?.stringValue ?? "") : "not-handled"
    }
  }

  private static func intentAnswer(_ answer: JSONValue, _ intent: Intent) -> String {
    switch answer["decision"] {
    case "ignore": return "ignore"
    case "allow": return "allow " + (intent.redirectURI ?? "")
    default: break
    }
    guard let extras = answer["result"]?["extras"], let type = extras["ERROR_TYPE"],
      let code = extras["ERROR_CODE"]
    else { return "cancelled" }
    let words = extras["ERROR_DESCRIPTION"]?.stringValue.map { " " + $0 } ?? ""
    return "error \(type.text()) \(code.text())\(words)"
  }
}
