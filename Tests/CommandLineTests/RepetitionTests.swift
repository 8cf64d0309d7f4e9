import Foundation
import LinkPolicyCLI
import PolicyTestSupport
import ProjectTestSupport
import Testing

/// Work is proportional to the number of repetitions of any part of a file, on separate lines and
/// on one line.
@Suite struct RepetitionTests {
  struct Input: CustomTestStringConvertible, Sendable {
    var name: String
    /// The rule that reports each repetition; nil if it is valid.
    var rule: String?
    var arguments: [String]
    /// Returns the files by name.
    var files: @Sendable (Int) -> [String: String]
    var testDescription: String { name }

    /// Creates an input with a single policy.
    init(
      _ name: String, _ rule: String? = nil, arguments: [String] = ["validate", "p.yaml"],
      _ text: @escaping @Sendable (Int) -> String
    ) {
      self.init(name, rule, arguments: arguments, files: { ["p.yaml": text($0)] })
    }

    init(
      _ name: String, _ rule: String? = nil, arguments: [String],
      files: @escaping @Sendable (Int) -> [String: String]
    ) {
      self.name = name
      self.rule = rule
      self.arguments = arguments
      self.files = files
    }
  }

  private static func times(
    _ count: Int, _ separator: String = "", _ text: (Int) -> String
  ) -> String {
    (0..<count).map(text).joined(separator: separator)
  }

  private static let head = "linkpolicy: 1\nname: many\n"
  private static let client = """
    clients:
      c:
        provider: generic
        type: web
        client_id: { prod: c-prod, sandbox: c-sandbox }
        client_secret: { env: C_SECRET }

    """
  private static let domain = """
    apps: { i: { platform: ios, bundle_id: com.acme.home, team_id: R7KM2QX94T } }
    domains:
      www.acme.example:
        links:
          - apps: [i]
            rules:

    """

  /// A client with these redirect URIs in prod.
  private static func uris(_ prod: String) -> String {
    "\(head)\(client)    redirect_uris: { sandbox: ['https://s.example/cb'], prod: \(prod) }\n"
  }
  private static let policy = uris("['https://b.example/cb']")

  static var inputs: [Input] { lists + anchors + comments + findings + requests + layouts }

  private static var lists: [Input] {
    [
      Input("keys") { "\(policy)x-a: {\(times($0, ", ") { "k\($0): v" })}\n" },
      Input("keys that are unknown", "unknown-key") {
        "\(policy)\(times($0) { "unknown\($0): v\n" })"
      },
      Input("keys that stand twice", "yaml-duplicate-key") {
        "\(policy)x-a: {\(times($0, ", ") { _ in "k: v" })}\n"
      },
      Input("entries") { "\(policy)x-a: [\(times($0, ", ") { "v\($0)" })]\n" },
      Input("scopes") { "\(policy)    scopes: [\(times($0, ", ") { "s\($0)" })]\n" },
      Input("rules") {
        "\(head)\(domain)\(times($0) { "          - { path: /a/x\($0) }\n" })"
      },
      Input("tests") {
        let test = "request: { kind: authorize, client: c }, expect: { decision: deny }"
        return "\(policy)tests:\n\(times($0) { "  - { name: t\($0), \(test) }\n" })"
      },
      Input("documents") { "\(policy)\(times($0) { "---\nx: \($0)\n" })" },
    ]
  }

  private static var anchors: [Input] {
    [
      Input("aliases") { "\(policy)x-a: &a v\nx-b: [\(times($0, ", ") { _ in "*a" })]\n" },
      Input("aliases of one address on a line", "uri-duplicate") {
        uris("[&a 'https://b.example/cb', \(times($0, ", ") { _ in "*a" })]")
      },
      Input("aliases of scopes") {
        "\(policy)    scopes: [&a s, \(times($0, ", ") { _ in "*a" })]\n"
      },
      Input("aliases of nothing") { "\(policy)x-a: [\(times($0, ", ") { _ in "*none" })]\n" },
      Input("anchors") { "\(policy)x-a: [\(times($0, ", ") { "&a\($0) v" })]\n" },
      Input("anchors of one name") { "\(policy)x-a: [\(times($0, ", ") { _ in "&a v" })]\n" },
      Input("anchors with their aliases") { count in
        let names = times(count, ", ") { "&a\($0) v" }
        return "\(policy)x-a: [\(names)]\nx-b: [\(times(count, ", ") { "*a\($0)" })]\n"
      },
      Input("merge keys") {
        "\(policy)x-a: &a { k: v }\nx-b:\n\(times($0) { _ in "  - { <<: *a }\n" })"
      },
    ]
  }

  private static var comments: [Input] {
    [
      Input("comments") { "\(policy)\(times($0) { "# c\($0)\n" })" },
      Input("comments behind values") { "\(policy)x-a:\n\(times($0) { "  - v # c\($0)\n" })" },
      Input("suppressions that are used") {
        let lists = "    redirect_uris:\n      sandbox: ['https://s.example/cb']\n      prod:\n"
        let comment = "# linkpolicy: ignore[uri-http] not yet"
        return "\(head)\(client)\(lists)"
          + times($0) { "        - http://h\($0).b.example/cb \(comment)\n" }
      },
      Input("suppressions of nothing", "suppression-unused") {
        "\(policy)\(times($0) { "# linkpolicy: ignore[uri-http] reason \($0)\n" })x-a: 1\n"
      },
      Input("names in one suppression", "suppression-unused") {
        "\(policy)x-a: 1 # linkpolicy: ignore[\(times($0, ", ") { _ in "uri-http" })] reason\n"
      },
      Input("unknown names in one suppression", "suppression-unknown-rule") {
        "\(policy)x-a: 1 # linkpolicy: ignore[\(times($0, ", ") { _ in "uri-htpp" })] reason\n"
      },
    ]
  }

  private static var findings: [Input] {
    let formats = [
      "text", "json", "sarif", "github", "gitlab", "junit", "checkstyle", "oneline", "xcode",
    ]
    return formats.map { format in
      Input(
        "findings on a line, as \(format)", "yaml-unsupported",
        arguments: ["validate", "p.yaml", "--format", format]
      ) { "\(policy)x-ü: [\(times($0, ", ") { _ in "!t '😀'" })]\n" }
    } + onLines
  }

  private static var onLines: [Input] {
    [
      Input("addresses with findings on a line", "uri-http") {
        uris("[\(times($0, ", ") { "'http://h\($0).b.example/cb'" })]")
      },
      Input(
        "fixes on a line", arguments: ["validate", "p.yaml", "--diff", "--fail-on", "never"]
      ) { uris("[\(times($0, ", ") { _ in "'https://b.example/cb'" })]") },
      Input("secrets on a line") {
        let rest = "provider: generic, type: web, client_secret: very-secret-text"
        return "\(head)clients: {"
          + times($0, ", ") { "c\($0): { \(rest), client_id: { prod: p\($0), sandbox: s\($0) } }" }
          + "}\n"
      },
    ]
  }

  private static var requests: [Input] {
    [
      batch("requests") { times($0) { _ in "\(request("response_type=code"))\n" } },
      batch("names of a request") { request(times($0, "&") { "p\($0)=v" }) },
      batch("one name of a request") { request(times($0, "&") { _ in "state=v" }) },
      batch("keys of a request") { "{\(times($0, ",") { "\"k\($0)\":1" })}" },
    ]
  }

  private static var layouts: [Input] {
    [
      layout("comments above nothing") { times($0) { "    # c\($0)\n" } },
      layout("comments behind items") { "x-a:\n\(times($0) { "- 'v' # c\($0)\n" })" },
      layout("comments in brackets") { "x-a: [\(times($0) { "v, # c\($0)\n   " })]\n" },
      layout("anchors with their aliases") { count in
        "x-a: [\(times(count, ", ") { "&a\($0) v" })]\nx-b: [\(times(count, ", ") { "*a\($0)" })]\n"
      },
      layout("texts over several lines") {
        "x-a:\n\(times($0) { "  - |+\n    a\($0)\n\n  - a\n    b\n" })"
      },
      layout("lists in lists") {
        "x-a:\n\(times($0 / 100) { _ in "  - \(times(100) { _ in "[" })\(times(100) { _ in "]" })\n" })"
      },
    ]
  }

  private static func layout(_ name: String, _ text: @escaping @Sendable (Int) -> String) -> Input {
    Input(name + ", formatted", nil, arguments: ["fmt", "--check", "p.yaml"]) {
      "\(policy)\(text($0))"
    }
  }

  private static func request(_ query: String) -> String {
    "{\"client\":\"c\",\"query\":\"\(query)\"}"
  }

  private static func batch(_ name: String, _ lines: @escaping @Sendable (Int) -> String) -> Input {
    Input(
      name, nil,
      arguments: ["simulate", "authorize", "--policy", "p.yaml", "--requests", "r.ndjson"],
      files: { ["p.yaml": policy, "r.ndjson": lines($0)] })
  }

  @Test(arguments: inputs)
  func `each repetition is reported, or none if repeating is valid`(input: Input) {
    let count = 40
    let run = CommandLineRun(input.arguments, files: MemoryFileSystem(input.files(count)))
    #expect(run.status != .usage && run.status != .fault, "\(run.errors)")
    if let rule = input.rule { #expect(run.output.contains(rule), "\(run.output.prefix(2_000))") }
  }

  private static func instructions(_ input: Input, _ count: Int) throws -> Double {
    try Tool.withTemporaryDirectory { directory in
      for (name, text) in input.files(count) {
        try Data(text.utf8).write(to: directory.appending(path: name))
      }
      return Double(try Instructions.count(input.arguments, in: directory))
    }
  }

  /// The instructions that each command takes for minimal input. No other input takes fewer.
  private static let smallest = Result {
    try Dictionary(grouping: inputs) { $0.arguments[0] }.mapValues { try instructions($0[0], 1) }
  }

  @Test(.countsInstructions, arguments: inputs)
  func `ten times as many repetitions take about ten times the work`(input: Input) throws {
    let most = try Self.instructions(input, 4_000)
    // If it is less than 13 times the minimum, so is the growth.
    if let smallest = try Self.smallest.get()[input.arguments[0]], most < 13 * smallest { return }
    let growth = most / (try Self.instructions(input, 400))
    #expect(growth < 13, "\(growth) times the instructions for ten times the input")
  }
}
