import LinkPolicy
import LinkPolicyCLI

extension WebService {
  /// Performs an operation.
  func perform(_ operation: Route.Operation, _ bytes: [UInt8]) throws(WebError) -> [UInt8] {
    switch operation {
    case .validate: try validate(RouteBody(bytes, names: ["files", "disk", "verbose"]))
    case .test:
      try test(RouteBody(bytes, names: Self.viewNames + ["filter", "coverage", "allow_invalid"]))
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
          names: Self.viewNames + ["client", "flow", "environment", "facts", "allow_invalid"])
      )
    case .diagram: try diagram(RouteBody(bytes, names: Self.viewNames + ["flow", "allow_invalid"]))
    case .addresses: try addresses(RouteBody(bytes, names: Self.viewNames))
    case .map: try map(RouteBody(bytes, names: Self.viewNames))
    case .links: try links(RouteBody(bytes, names: Self.viewNames))
    case .`init`: try initialize(RouteBody(bytes, names: ["starter", "write"]))
    case .whoAllows:
      try whoAllows(RouteBody(bytes, names: Self.viewNames + ["uri", "allow_invalid"]))
    case .hover: try editor("textDocument/hover", bytes)
    case .completion: try editor("textDocument/completion", bytes)
    case .actions: try editor("textDocument/codeAction", bytes)
    }
  }

  /// Runs a command line over the files of a view.
  private func run(
    _ view: WorkspaceView, input: InputText? = nil, _ arguments: [String]
  ) throws(WebError) -> [UInt8] {
    try workspace.run(view, input: { input?.read($0) ?? [] }) {
      try Program.execute(arguments, on: $0)
    }
  }

  private func validate(_ body: RouteBody) throws(WebError) -> [UInt8] {
    let view = try WorkspaceView(body.json)
    var arguments = ["validate", "--format=json", "--allow-empty"]
    if try body.flag("verbose") { arguments.append("--verbose") }
    return try run(view, arguments + ["--"] + view.paths(options.paths))
  }

  private func test(_ body: RouteBody) throws(WebError) -> [UInt8] {
    let view = try view(body)
    var arguments = ["test", "--format=json", "--allow-empty"]
    arguments += try body.invalidOption
    if try body.flag("coverage") { arguments.append("--coverage") }
    arguments += try body.option("filter")
    return try run(view, arguments + ["--"] + view.paths(options.paths))
  }

  private func flow(_ body: RouteBody) throws(WebError) -> [UInt8] {
    let view = try view(body)
    var arguments = ["flow", "--format=json", "--allow-empty"]
    arguments += try body.invalidOption
    arguments += try body.option("client")
    arguments += try body.option("flow")
    if let environment = try body.environment() {
      arguments.append("--environment=\(environment.rawValue)")
    }
    for fact in try body.texts("facts") { arguments.append("--fact=\(fact)") }
    return try run(view, arguments + ["--"] + view.paths(options.paths))
  }

  private func diagram(_ body: RouteBody) throws(WebError) -> [UInt8] {
    let view = try view(body)
    let arguments = ["flow", "--format=svg"] + (try body.invalidOption) + (try body.option("flow"))
    return try run(view, arguments + ["--"] + view.paths(options.paths))
  }

  private func whoAllows(_ body: RouteBody) throws(WebError) -> [UInt8] {
    let view = try view(body)
    guard let uri = try body.text("uri") else { throw WebError.unusable("missing `uri`") }
    var arguments = ["who-allows", "--format=json"]
    arguments += try body.invalidOption
    for path in view.paths(options.paths) { arguments.append("--policy=\(path)") }
    return try run(view, arguments + ["--", uri])
  }

  // MARK: requests

  /// Members that are options, not part of the request.
  private static let optionNames = viewNames + ["trace", "requests", "allow_invalid"]

  private static func without(_ json: JSONValue, _ names: [String]) -> JSONValue {
    guard case .object(let entries) = json else { return json }
    return .object(
      entries.filter { entry in !names.contains { $0.utf8.elementsEqual(entry.key.utf8) } })
  }

  private func simulate(_ body: RouteBody) throws(WebError) -> [UInt8] {
    let view = try view(body)
    var arguments = ["simulate", "--format=json", "--requests=-"]
    arguments += try body.invalidOption
    if try body.flag("trace") { arguments.append("--trace") }
    for path in view.paths(options.paths) { arguments.append("--policy=\(path)") }
    guard let requests = body.json["requests"] else {
      return try run(
        view, input: InputText(line(Self.without(body.json, Self.optionNames))), arguments)
    }
    guard let items = requests.items, items.count <= 10_000 else {
      throw WebError.unusable("`requests` must be a list of at most 10000 requests")
    }
    var output = try run(view, input: InputText(items.flatMap { line($0) }), arguments)
    // One result per line: join them to a JSON list. No result contains a line feed.
    if output.last == 0x0A { output.removeLast() }
    let answers = output.split(separator: 0x0A).joined(separator: [0x2C])
    return Array(#"{"schemaVersion":1,"answers":["#.utf8) + answers + Array("]}\n".utf8)
  }

  private func match(_ body: RouteBody) throws(WebError) -> [UInt8] {
    // `match --ndjson` has no lines for Android.
    if body.json["assetlinks"] != nil { return try matchAndroid(body) }
    return try run(
      WorkspaceView(),
      input: InputText(line(Self.without(body.json, ["files", "disk", "explain"]))),
      ["match", "--ndjson"] + (try body.flag("explain") ? ["--explain"] : []))
  }

  private func matchAndroid(_ body: RouteBody) throws(WebError) -> [UInt8] {
    guard let file = body.json["assetlinks"], let domain = try body.text("domain"),
      let url = try body.text("url")
    else { throw WebError.unusable("missing `assetlinks`, `domain` or `url`") }
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
      throw WebError.unusable("the file is not valid JSON")
    }
  }
}

/// Standard input of a command, which runs on one thread.
final class InputText: @unchecked Sendable {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  func read(_ limit: Int) -> [UInt8] {
    let chunk = Array(rest.prefix(limit))
    rest = rest.dropFirst(chunk.count)
    return chunk
  }
}
