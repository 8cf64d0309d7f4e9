import PolicyText

/// The route of a method and a path.
package enum Route: Equatable, Sendable {
  case asset(String)
  case info, configuration, files, rules, kinds, events, session, replay
  case file(String)
  case save(String)
  case rule(String)
  case operation(Operation)

  /// A `POST` request with a JSON response, or a picture.
  package enum Operation: String, CaseIterable, Sendable {
    case validate, test, generate, simulate, match, diff, flow, addresses, links
    /// Writes files, with `write`.
    case `init`
    case map, diagram
    case whoAllows = "who-allows"
    case hover = "editor/hover"
    case completion = "editor/completion"
    case actions = "editor/actions"

    /// Whether the response is a picture.
    var isDrawing: Bool { self == .map || self == .diagram }
  }

  /// The maximum size of the body in bytes.
  package var bodyLimit: Int {
    switch self {
    case .operation, .save: 4 << 20
    case .replay: 256 << 20
    case .session: 1 << 10
    default: 0
    }
  }

  /// Assets and the login don't need a token.
  var needsToken: Bool {
    switch self {
    case .asset, .session: false
    default: true
    }
  }

  /// The media type of the body; nil for no body.
  var bodyType: String? {
    switch self {
    case .operation, .save, .session: "application/json"
    case .replay: "application/x-ndjson"
    default: nil
    }
  }

  /// Whether the request may take as long as a command.
  package var isWork: Bool {
    switch self {
    case .asset, .events, .session: false
    default: true
    }
  }

  /// The command to suggest if the request takes too long.
  var command: String? {
    switch self {
    case .configuration: "validate --show-config"
    case .rules: "rules"
    case .rule: "explain"
    case .replay: "replay"
    case .operation(let operation):
      switch operation {
      case .addresses, .links, .map: "generate --target report"
      case .diagram: "flow"
      case .hover, .completion, .actions: "lsp"
      default: operation.rawValue
      }
    default: nil
    }
  }

  /// Routes a request by its raw path, without decoding.
  init(_ head: WebHead, assets: [String: WebAsset]) throws(WebError) {
    let path = head.path
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .dropFirst().map { String(decoding: $0, as: UTF8.self) }
    guard parts.first == "api" else {
      let name = path == "/" ? "/index.html" : path
      guard let asset = assets[name], asset.path.utf8.elementsEqual(name.utf8) else {
        throw WebError(404, "path", "not found")
      }
      try Self.check(head, ["GET", "HEAD"])
      self = .asset(name)
      return
    }
    switch (parts.dropFirst().joined(separator: "/"), parts.count) {
    case ("info", 2): self = .info
    case ("configuration", 2): self = .configuration
    case ("files", 2): self = .files
    case ("rules", 2): self = .rules
    case ("kinds", 2): self = .kinds
    case ("events", 2): self = .events
    case ("session", 2): self = .session
    case ("replay", 2): self = .replay
    case (_, 3) where parts[1] == "files" && Self.isID(parts[2]):
      self = head.method == "PUT" ? .save(parts[2]) : .file(parts[2])
    case (_, 3) where parts[1] == "rules" && Self.isRule(parts[2]): self = .rule(parts[2])
    case (let name, _):
      guard let operation = Operation(rawValue: name) else {
        throw WebError(404, "path", "not found")
      }
      self = .operation(operation)
    }
    switch self {
    case .operation, .session, .replay: try Self.check(head, ["POST"])
    case .file: try Self.check(head, ["GET", "PUT"])
    case .save: break
    default: try Self.check(head, ["GET"])
    }
  }

  private static func check(_ head: WebHead, _ methods: [String]) throws(WebError) {
    guard methods.contains(where: { $0.utf8.elementsEqual(head.method.utf8) }) else {
      throw WebError(405, "method", "the method must be \(methods.joined(separator: " or "))")
    }
  }

  private static func isID(_ text: String) -> Bool {
    text.utf8.count == 16
      && text.utf8.allSatisfy { $0.isDigit || (0x61...0x66).contains($0) }
  }

  private static func isRule(_ text: String) -> Bool {
    (1...80).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        (0x61...0x7A).contains($0) || $0.isDigit || $0 == UInt8(ascii: "-")
      }
  }
}
