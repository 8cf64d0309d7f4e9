import LinkPolicy
package import LinkPolicyCLI
import PolicyText

/// The web application for one directory, without sockets.
///
/// The server calls `refusal(of:)` before it reads a body, and then `answer(to:body:)`.
public final class WebService: Sendable {
  /// The options of the command line.
  public struct Options: Sendable {
    /// Files and directories; empty for those of the configuration.
    public var paths: [String] = []
    /// Whether pages may save files.
    public var allowsWriting = false

    /// The default options.
    public init() {}
  }

  let workspace: WebWorkspace
  let gate: TokenGate
  let options: Options
  private let assets: [String: WebAsset]
  private let browserPage = BrowserPage()

  /// Serves the working directory of the process.
  public convenience init(_ options: Options, assets: [WebAsset]) {
    self.init(options, assets: assets, console: .process)
  }

  /// - Parameter console: the environment of the process.
  package init(
    _ options: Options, assets: [WebAsset], console: Console, gate: TokenGate? = nil
  ) {
    self.options = options
    self.assets = Dictionary(assets.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    workspace = WebWorkspace(console: console, paths: options.paths)
    self.gate = gate ?? TokenGate(clock: console.milliseconds)
  }

  /// The token of this run, for the fragment of the printed URL.
  public var token: String { gate.text }

  /// Creates a page that opens the application with a code that can be exchanged for the token
  /// once.
  ///
  /// - Parameter origin: the application's origin with a trailing slash.
  /// - Returns: the path of the page; nil if it can't be created.
  public func makeBrowserPage(_ origin: String) -> String? {
    let page = RedirectFile(to: "\(origin)#code=\(gate.makeCode())", workspace.console.variable)
    browserPage.set(page)
    return page?.path
  }

  /// Removes that page and invalidates its code, after half a minute or when the server stops.
  public func endBrowserPage() {
    gate.endCode()
    browserPage.set(nil)
  }

  /// The absolute path of a program in `PATH`; nil if it isn't in an absolute directory of `PATH`.
  public static func program(named name: String) -> String? { ProgramSearch.path(of: name) }

  /// Whether a request has the token.
  public func isFromOwner(_ head: WebHead) -> Bool { gate.holdsToken(head) }

  /// The error of the files to serve; nil if there is none.
  public var problem: String? {
    do throws(WebError) {
      _ = try workspace.configuration()
      let missing = options.paths.first { workspace.console.fileSystem.kind(of: $0) == nil }
      return missing.map { "\(DisplayText.visible($0)): no such file or directory" }
    } catch {
      return error.message
    }
  }

  /// The files to watch for changes.
  public var watchedPaths: [String] {
    guard options.paths.isEmpty else { return options.paths }
    let configuration = try? workspace.configuration()
    return (configuration?.defaultPaths ?? ["Policies/"])
      + [configuration?.fileName ?? "linkpolicy.yaml"]
  }

  // MARK: checks, in this order

  /// Whether the request is for this server.
  public func hostRefusal(of head: WebHead) -> WebAnswer? { HostRule.refusal(of: head)?.answer }

  /// Whether it comes from the server's own pages.
  public func originRefusal(of head: WebHead) -> WebAnswer? { OriginRule.refusal(of: head)?.answer }

  /// Whether it has the token, if needed, and a media type that no HTML form can send.
  public func tokenRefusal(of head: WebHead) -> WebAnswer? {
    do throws(WebError) {
      let route = try Route(head, assets: assets)
      if route.needsToken, let refusal = gate.refusal(of: head) { return refusal.answer }
      if let type = route.bodyType,
        let refusal = ContentTypeRule.refusal(of: head, wants: type)
      {
        return refusal.answer
      }
      if case .save = route, !options.allowsWriting {
        return WebError(403, "read-only", "`serve` was started without --write").answer
      }
      return nil
    } catch {
      // Without the token, a missing API path isn't reported as missing.
      guard error.status != 404 || !head.path.utf8.starts(with: "/api/".utf8) else {
        return (gate.refusal(of: head) ?? error).answer
      }
      return error.answer
    }
  }

  /// The first of these refusals.
  package func refusal(of head: WebHead) -> WebAnswer? {
    hostRefusal(of: head) ?? originRefusal(of: head) ?? tokenRefusal(of: head)
  }

  /// The limits of an accepted request.
  public func cost(of head: WebHead) -> (bodyLimit: Int, isWork: Bool, isStream: Bool) {
    guard let route = try? Route(head, assets: assets) else { return (0, false, false) }
    return (route.bodyLimit, route.isWork, route == .replay)
  }

  /// The kind of work, and the response if it takes too long.
  public func work(of head: WebHead) -> (name: String, late: WebAnswer) {
    ("\(head.method) \(head.path)", .late((try? Route(head, assets: assets))?.command))
  }

  // MARK: responses

  /// Handles a request that passed all security checks.
  public func answer(to head: WebHead, body: WebBody = .bytes([])) -> WebAnswer {
    do throws(WebError) {
      return try answer(to: try Route(head, assets: assets), head, body)
    } catch {
      return error.answer
    }
  }

  private func answer(
    to route: Route, _ head: WebHead, _ body: WebBody
  ) throws(WebError) -> WebAnswer {
    var bytes: [UInt8] = []
    if case .bytes(let all) = body { bytes = all }
    switch route {
    case .asset(let path): return asset(path, head)
    case .events: return WebAnswer(fields: Self.eventFields, body: .events)
    case .session: return try session(bytes)
    case .info: return .json(info())
    case .configuration: return .json(try configuration())
    case .kinds: return .json(kinds())
    case .files: return .json(try listing())
    case .file(let id): return .json(try content(of: id))
    case .save(let id): return .json(try save(id, bytes, head))
    case .rules:
      return .json(try workspace.run { try Self.rules($0) })
    case .rule(let id): return .json(try rule(id))
    case .replay: return try replay(head, body)
    case .operation(let operation):
      let output = try perform(operation, bytes)
      return operation.isDrawing ? .svg(output) : .json(output)
    }
  }

  /// The headers of an event stream.
  static let eventFields: [(name: String, value: String)] = [
    ("content-type", "text/event-stream"), ("cache-control", "no-store"),
  ]

  private func asset(_ path: String, _ head: WebHead) -> WebAnswer {
    guard let asset = assets[path] else {
      return WebError(404, "path", "not found").answer
    }
    return WebAnswer(
      fields: [("content-type", asset.type), ("cache-control", "no-cache")],
      body: .bytes(head.method == "HEAD" ? [] : Array(asset.text.utf8)))
  }

  private func session(_ bytes: [UInt8]) throws(WebError) -> WebAnswer {
    let body = try RouteBody(bytes, names: ["code"])
    guard let code = try body.text("code") else { throw WebError.unusable("missing `code`") }
    let json: JSONValue = ["schemaVersion": 1, "token": .string(try gate.redeem(code))]
    browserPage.set(nil)
    return .json(Array((json.text() + "\n").utf8))
  }
}

/// The page of `--open`, while it exists.
private final class BrowserPage: @unchecked Sendable {
  private let lock = Lock()
  // Guarded by the lock.
  private var page: RedirectFile?

  func set(_ page: RedirectFile?) {
    let old = lock.withLock {
      defer { self.page = page }
      return self.page
    }
    old?.remove()
  }
}
