import LinkPolicy
import LinkPolicyCLI
import PolicyDecision
import PolicyModel

extension WebService {
  /// The routes that are named after commands.
  func perform(_ operation: Route.Operation, _ bytes: [UInt8]) throws(WebError) -> [UInt8] {
    switch operation {
    case .validate: try validate(RouteBody(bytes, names: ["files", "disk", "verbose"]))
    case .test:
      try test(RouteBody(bytes, names: ["files", "disk", "filter", "coverage", "allow_invalid"]))
    case .generate:
      try generate(
        RouteBody(bytes, names: ["files", "disk", "targets", "environment", "texts"]))
    case .simulate: try simulate(RouteBody(bytes, names: nil))
    case .match: try match(RouteBody(bytes, names: nil))
    case .diff: try diff(RouteBody(bytes, names: ["old", "new", "allow_invalid"]))
    case .flow:
      try flow(
        RouteBody(
          bytes,
          names: ["files", "disk", "client", "flow", "environment", "facts", "allow_invalid"]))
    case .addresses: try addresses(RouteBody(bytes, names: ["files", "disk"]))
    case .whoAllows:
      try whoAllows(RouteBody(bytes, names: ["files", "disk", "uri", "allow_invalid"]))
    case .hover: try editor("textDocument/hover", bytes)
    case .completion: try editor("textDocument/completion", bytes)
    case .actions: try editor("textDocument/codeAction", bytes)
    }
  }

  private func validate(_ body: RouteBody) throws(WebError) -> [UInt8] {
    let view = try WorkspaceView(body.json)
    let isVerbose = try body.flag("verbose")
    return try workspace.run(view) { console in
      var command = ValidateCommand()
      command.paths = view.paths(options.paths)
      command.formats = [FormatRequest(.json)]
      command.isQuiet = false
      command.isVerbose = isVerbose
      command.allowsEmpty = true
      return try command.run(console)
    }
  }

  private func test(_ body: RouteBody) throws(WebError) -> [UInt8] {
    let view = try WorkspaceView(body.json)
    var command = TestCommand()
    command.paths = view.paths(options.paths)
    command.allowsEmpty = true
    command.allowsInvalid = try body.flag("allow_invalid")
    command.filter = try body.text("filter")
    command.wantsCoverage = try body.flag("coverage")
    command.format = .json
    return try workspace.run(view) { try command.run($0) }
  }

  private func flow(_ body: RouteBody) throws(WebError) -> [UInt8] {
    let view = try WorkspaceView(body.json)
    var command = FlowCommand()
    command.paths = view.paths(options.paths)
    command.client = try body.text("client")
    command.flow = try body.text("flow")
    command.environment = try body.environment()
    command.facts = try body.texts("facts")
    command.format = .json
    command.allowsEmpty = true
    command.allowsInvalid = try body.flag("allow_invalid")
    return try workspace.run(view) { try command.run($0) }
  }

  private func whoAllows(_ body: RouteBody) throws(WebError) -> [UInt8] {
    let view = try WorkspaceView(body.json)
    guard let uri = try body.text("uri") else { throw WebError.unusable("there is no `uri`") }
    var command = WhoAllowsCommand(uri: uri)
    command.policies = view.paths(options.paths)
    command.allowsInvalid = try body.flag("allow_invalid")
    command.isJSON = true
    return try workspace.run(view) { try command.run($0) }
  }

  // MARK: requests

  /// Members that are none of a request.
  private static let aside = ["files", "disk", "trace", "requests", "allow_invalid"]

  private static func without(_ json: JSONValue, _ names: [String]) -> JSONValue {
    guard case .object(let entries) = json else { return json }
    return .object(
      entries.filter { entry in !names.contains { $0.utf8.elementsEqual(entry.key.utf8) } })
  }

  private func simulate(_ body: RouteBody) throws(WebError) -> [UInt8] {
    let view = try WorkspaceView(body.json)
    var command = SimulateCommand()
    command.policies = view.paths(options.paths)
    command.allowsInvalid = try body.flag("allow_invalid")
    command.wantsTrace = try body.flag("trace")
    command.requests = "-"
    command.format = .json
    guard let requests = body.json["requests"] else {
      let input = InputText(line(Self.without(body.json, Self.aside)))
      return try workspace.run(view, input: { input.read($0) }) { try command.run($0) }
    }
    guard let items = requests.items, items.count <= 10_000 else {
      throw WebError.unusable("`requests` is a list of at most 10000 requests")
    }
    let input = InputText(items.flatMap { line($0) })
    var output = try workspace.run(view, input: { input.read($0) }) { try command.run($0) }
    // One answer on each line: commas between them make a list, and no byte of them is another.
    if output.last == 0x0A { output.removeLast() }
    let answers = output.split(separator: 0x0A).joined(separator: [0x2C])
    return Array(#"{"schemaVersion":1,"answers":["#.utf8) + answers + Array("]}\n".utf8)
  }

  private func match(_ body: RouteBody) throws(WebError) -> [UInt8] {
    // Android has no line of its own: its file is asked as the command asks it.
    if body.json["assetlinks"] != nil { return try matchAndroid(body) }
    let explains = try body.flag("explain")
    let input = InputText(line(Self.without(body.json, ["files", "disk", "explain"])))
    return try workspace.run(input: { input.read($0) }) { console in
      try MatchCommand(source: .lines, explains: explains).run(console)
    }
  }

  private func matchAndroid(_ body: RouteBody) throws(WebError) -> [UInt8] {
    guard let file = body.json["assetlinks"], let domain = try body.text("domain"),
      let url = try body.text("url")
    else { throw WebError.unusable("`assetlinks`, `domain` and `url` are wanted") }
    let source = SourceFile(name: "assetlinks.json", bytes: Array(file.text().utf8))
    do throws(AssociationMatch.Malformed) {
      let answer = try AssociationMatch(
        assetLinks: source, domain: domain, package: try? body.text("package"),
        androidVersion: body.json["android_version"]?.integer ?? 15
      ).answer(url)
      return line([
        "id": body.json["id"] ?? .null, "decision": .string(answer.outcome.rawValue),
        "explanation": .array(answer.explanation.map { .string($0) }),
        "closest": .optional(answer.closest),
      ])
    } catch {
      throw WebError.unusable("the file is no JSON")
    }
  }

  // MARK: all addresses

  /// Every entry that lets an address in: the matrix of clients and environments.
  private func addresses(_ body: RouteBody) throws(WebError) -> [UInt8] {
    let project = try workspace.project(WorkspaceView(body.json))
    let entries = project.addresses.map { entry -> JSONValue in
      [
        "policy": .string(entry.policy.string), "client": .optional(entry.client?.string),
        "client_id": .optional(entry.clientID?.string),
        "environment": .string(entry.environment.rawValue), "place": .string(entry.place),
        "form": .string(entry.form.rawValue), "value": .string(entry.entry.value.string),
        "source": project.workspace.source(of: entry.entry.anchor)?.json ?? .null,
      ]
    }
    return line(["schemaVersion": 1, "addresses": .array(entries)])
  }
}

/// A text that a command reads as its standard input.
final class InputText: @unchecked Sendable {
  // One thread runs a command.
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  func read(_ limit: Int) -> [UInt8] {
    let chunk = Array(rest.prefix(limit))
    rest = rest.dropFirst(chunk.count)
    return chunk
  }
}
