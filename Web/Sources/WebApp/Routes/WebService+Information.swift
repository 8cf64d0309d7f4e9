import LinkPolicy
import LinkPolicyCLI
import PolicyModel

extension WebService {
  /// `GET /api/info`.
  func info() -> [UInt8] {
    let policies = (try? workspace.configuration().defaultPaths) ?? []
    let json: JSONValue = [
      "schemaVersion": 1, "version": .string(linkPolicyVersion),
      "root": .string(workspace.root), "write": .bool(options.allowsWriting),
      "policies": .array((options.paths.isEmpty ? policies : options.paths).map { .string($0) }),
      "targets": .array(Project.targetNames.map { .string($0) }),
      "limits": [
        "body_bytes": .int(Route.operation(.validate).bodyLimit),
        "replay_bytes": .int(Route.replay.bodyLimit), "work_seconds": 10,
      ],
    ]
    return line(json)
  }

  /// `GET /api/configuration`: the output of `validate --show-config`.
  func configuration() throws(WebError) -> [UInt8] {
    let text = try workspace.run { console in
      try Program.execute(["validate", "--show-config", "--"] + options.paths, on: console)
    }
    return line(["schemaVersion": 1, "text": .string(String(decoding: text, as: UTF8.self))])
  }

  /// `GET /api/files`.
  func listing() throws(WebError) -> [UInt8] {
    line([
      "schemaVersion": 1, "files": .array(try workspace.list().map { .object($0.entries) }),
    ])
  }

  /// `GET /api/files/ID`.
  func content(of id: String) throws(WebError) -> [UInt8] {
    let file = try workspace.file(id)
    return line(
      .object(
        [("schemaVersion", 1)] + file.entries
          + [("text", .string(String(decoding: file.shown, as: UTF8.self)))]))
  }

  /// `PUT /api/files/ID`.
  func save(_ id: String, _ bytes: [UInt8], _ head: WebHead) throws(WebError) -> [UInt8] {
    guard let digest = head.values("if-match").first else {
      throw WebError.unusable("`If-Match` must be the digest of the version that you loaded")
    }
    let body = try RouteBody(bytes, names: ["text"])
    guard let text = try body.text("text") else { throw WebError.unusable("missing `text`") }
    let bare = String(decoding: digest.utf8.filter { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
    let file = try workspace.save(id, text, over: bare)
    return line(.object([("schemaVersion", 1)] + file.entries))
  }

  /// `GET /api/rules`: the output of `rules --format json`.
  static func rules(_ console: Console) throws -> ExitStatus {
    try Program.execute(["rules", "--format=json"], on: console)
  }

  /// `GET /api/rules/ID`: the output of `explain` as JSON.
  func rule(_ id: String) throws(WebError) -> [UInt8] {
    let rules = RuleCatalogue.rules(named: id)
    guard !rules.isEmpty else { throw WebError(404, "rule", "unknown rule") }
    return line([
      "schemaVersion": 1,
      "rules": .array(
        rules.map { rule in
          .object(
            rule.members + [
              ("why", .string(rule.why)), ("fixable", .bool(rule.isFixable)),
              ("example_kind", .string("\(rule.examples.kind)")),
              ("wrong", .string(RuleInfo.unmarked(rule.examples.bad))),
              ("right", .string(RuleInfo.unmarked(rule.examples.good))),
              ("references", .array(rule.references.map { .string($0) })),
            ])
        }),
    ])
  }

  /// `GET /api/kinds`: the request types and their fields.
  func kinds() -> [UInt8] {
    line([
      "schemaVersion": 1,
      "kinds": .array(
        RequestKind.allCases.map { kind in
          [
            "kind": .string(kind.rawValue),
            "fields": .array(RequestShape.kind(kind).keys.compactMap(Self.field)),
          ]
        }),
    ])
  }

  private static func field(_ key: KeyShape) -> JSONValue? {
    guard !["kind", "id", "environment"].contains(key.name) else { return nil }
    return [
      "name": .string(key.name), "summary": .string(key.summary),
      "words": .array(words(key.shape).map { .string($0) }), "json": .bool(isJSON(key.shape)),
    ]
  }

  private static func words(_ shape: Shape) -> [String] {
    switch shape {
    case .enumeration(let values): values.map(\.name)
    case .nullable(let inner): words(inner)
    default: []
    }
  }

  private static func isJSON(_ shape: Shape) -> Bool {
    switch shape {
    case .string, .enumeration: false
    case .nullable(let inner): isJSON(inner)
    default: true
    }
  }

  func line(_ json: JSONValue) -> [UInt8] { Array((json.text() + "\n").utf8) }
}
