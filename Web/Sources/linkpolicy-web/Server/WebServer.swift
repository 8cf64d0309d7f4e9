#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import HummingbirdCore
import Logging
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import ServiceLifecycle
import UnixSignals
import WebApp

/// The port is already in use.
struct PortTaken: Error { var port: Int }

/// The sockets, limits and shutdown of the application.
struct WebServer: Sendable {
  /// The maximum number of open connections.
  static let maximumConnections = 32
  /// The number of seconds between the first signal and the exit.
  static let shutdownSeconds = 2

  private let service: WebService
  private let arguments: WebArguments
  private let hub = EventHub()
  private let times: ServerTimes
  private let pool: WorkPool
  private let connections = ConnectionTable(limit: WebServer.maximumConnections)
  private let activity = Activity()
  private let logger: Logger = {
    // Don't log requests or tokens.
    var logger = Logger(label: "linkpolicy")
    logger.logLevel = .critical
    return logger
  }()

  init(_ service: WebService, arguments: WebArguments) {
    self.service = service
    self.arguments = arguments
    times = ServerTimes()
    pool = WorkPool(timeout: times.work)
  }

  /// Runs until a signal or the idle timeout.
  func run() async throws {
    pool.start()
    let bound = NIOLockedValueBox<Int?>(nil)
    let first = try server("127.0.0.1", arguments.port ?? 0) { port in
      bound.withLockedValue { $0 = port }
    }
    let group = ServiceGroup(
      configuration: .init(services: [first], gracefulShutdownSignals: [], logger: logger))
    let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask {
        do {
          try await group.run()
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
          throw PortTaken(port: arguments.port ?? 0)
        }
      }
      tasks.addTask { await watch(signals, group) }
      tasks.addTask {
        while bound.withLockedValue({ $0 }) == nil { try await Task.sleep(for: .milliseconds(5)) }
        guard let port = bound.withLockedValue({ $0 }) else { return }
        printURL(port)
        // Browsers try both addresses of `localhost`; it isn't an error if the machine has only
        // one.
        let second = try server("::1", port) { _ in }
        let other = ServiceGroup(
          configuration: .init(services: [second], gracefulShutdownSignals: [], logger: logger))
        try? await other.run()
        try await Task.sleep(for: .seconds(86_400 * 365))
      }
      tasks.addTask { await WorkspaceWatch(service, hub, ping: times.ping).run() }
      if arguments.opensBrowser {
        tasks.addTask {
          try await Task.sleep(for: .nanoseconds(times.code.nanoseconds))
          service.endBrowserPage()
          try await Task.sleep(for: .seconds(86_400 * 365))
        }
      }
      if let minutes = arguments.idleMinutes {
        let away = times.away(minutes: minutes)
        tasks.addTask {
          // An open page listens for events, and its user may come back.
          while activity.silence < away || hub.count > 0 {
            try await Task.sleep(for: .milliseconds(200))
          }
          await end(group)
        }
      }
      // If one server ends, the others end, too.
      try await tasks.next()
      tasks.cancelAll()
      leave()
    }
  }

  private func server(
    _ host: String, _ port: Int, started: @escaping @Sendable (Int) -> Void
  ) throws -> any Service {
    let responder = Responder(service: service, pool: pool, hub: hub, activity: activity)
    let (service, connections, times) = (service, connections, times)
    return try HTTPServerBuilder.http1(
      configuration: .init(
        additionalChannelHandlers: [
          ConnectionGuard(connections, times) { service.isFromOwner(WebHead($0)) }
        ],
        httpDecoderConfiguration: .init(
          maxHeaderFieldSize: 8 << 10, maxHeaderListSize: 16 << 10, maxHeaderFieldCount: 100))
    ).buildServer(
      configuration: .init(address: .hostname(host, port: port), reuseAddress: true),
      eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger
    ) { request, writer, _ in
      try await responder.respond(to: request, writer)
    } onServerRunning: { channel in
      started(channel.localAddress?.port ?? 0)
    }
  }

  /// Prints the URL to standard output.
  private func printURL(_ port: Int) {
    let origin = "http://127.0.0.1:\(port)/"
    let url = "\(origin)#token=\(service.token)"
    if arguments.printsURL {
      print(#"{"schemaVersion":1,"url":"\#(url)","port":\#(port),"pid":\#(getpid())}"#)
    } else {
      print(
        "\(url)\nServing \(arguments.allowsWriting ? "with" : "without") writing; Ctrl+C ends it.")
    }
    fflush(nil)
    guard arguments.opensBrowser, let page = service.makeBrowserPage(origin) else { return }
    Browser.open(page)
  }

  /// Ends the process after removing temporary files.
  private func leave() -> Never {
    service.endBrowserPage()
    exit(0)
  }

  private func watch(_ signals: UnixSignalsSequence, _ group: ServiceGroup) async {
    var isEnding = false
    for await _ in signals {
      // A second signal ends the process at once.
      if isEnding { leave() }
      isEnding = true
      Task { await end(group) }
    }
  }

  /// Closes the port, sends `bye`, and waits a moment for running work.
  private func end(_ group: ServiceGroup) async {
    await group.triggerGracefulShutdown()
    hub.end()
    try? await Task.sleep(for: .seconds(Self.shutdownSeconds))
    leave()
  }
}
