import LinkPolicy
import PolicyText
import PolicyVerification

/// Sends requests with the program `curl`: several hosts in parallel, one request per host.
struct CurlFetcher: Fetcher {
  let settings: CurlSettings
  let console: Console
  /// Unix seconds after which no request is sent.
  let deadline: Int
  private let state = RunState()

  init(_ settings: CurlSettings, _ console: Console) {
    self.settings = settings
    self.console = console
    deadline = SystemClock.now() + RequestLimits.runSeconds
  }

  func responses(to requests: [ObservedRequest]) -> [ObservedResult] {
    let results = ResponseBuffer(requests.count)
    let free = requests.indices.filter { !requests[$0].isPaced }
    send(free, of: requests, into: results)
    for _ in 0..<settings.retries {
      let again = free.filter { isWorthRetrying(results[$0], requests[$0].host) }
      guard !again.isEmpty, SystemClock.now() < deadline else { break }
      console.pause(1_000 * (again.map { results[$0]?.wait ?? 1 }.max() ?? 1))
      send(again, of: requests, into: results)
    }
    fetchPaced(requests.indices.filter { requests[$0].isPaced }, of: requests, into: results)
    let now = Timestamp.now
    return requests.indices.map { index in
      ObservedResult(
        url: requests[index].url, time: now,
        results[index]
          ?? .failure(ObservedFailure(.timeout, "the run reached its limit of five minutes")))
    }
  }

  // MARK: names

  /// Why a host isn't requested. Looks up its IP addresses once per run.
  private func problem(_ host: ExactString) -> ObservedFailure? {
    if settings.overrides[host] != nil || settings.unchecked.contains(host) { return nil }
    if state[host] == nil {
      state[host] = NameResolver(processes: console.processes).addresses(of: host.string)
    }
    let addresses = state[host] ?? []
    guard !addresses.isEmpty else { return unknown(host) }
    guard !settings.allowsPrivate,
      let closed = addresses.first(where: { !PublicAddress.isPublic($0) })
    else { return nil }
    return ObservedFailure(.address, "\(closed.string) is not a public IP address")
  }

  /// The failure for a host that this machine can't resolve; nil if a proxy may resolve it. The IP
  /// address can't be checked then.
  private func unknown(_ host: ExactString) -> ObservedFailure? {
    guard settings.proxy != nil else {
      return ObservedFailure(.dns, "the host name has no IP address")
    }
    guard !settings.allowsPrivate, !settings.allowedHosts.contains(host) else { return nil }
    return ObservedFailure(
      .connect,
      "only the proxy can resolve the host, so its IP address can't be checked; use `--allow-host`"
    )
  }

  private func route(_ host: ExactString) -> CurlConfiguration.Route {
    if let override = settings.overrides[host] { return .override(override) }
    guard let addresses = state[host], !addresses.isEmpty else { return .unchecked }
    return .pinned(addresses)
  }

  // MARK: requests

  /// Sends all requests of a host through one process and connection.
  private func send(
    _ indices: [Int], of requests: [ObservedRequest], into results: ResponseBuffer
  ) {
    var order: [ExactString] = []
    var byHost: [ExactString: [Int]] = [:]
    for index in indices {
      let host = requests[index].host
      if byHost[host] == nil { order.append(host) }
      byHost[host, default: []].append(index)
    }
    guard !order.isEmpty else { return }
    // Several hosts per process, because starting a process takes as long as a response; and
    // several processes per worker, because some hosts are slow.
    let length = max(
      order.count / (settings.jobs * Self.processesPerWorker),
      min(Self.hostsPerProcess, (order.count + settings.jobs - 1) / settings.jobs))
    let groups = stride(from: 0, to: order.count, by: length).map { start in
      order[start..<min(start + length, order.count)]
    }
    let hosts = byHost
    _ = concurrentMap(groups.count, workers: settings.jobs) { task in
      var open: [Int] = []
      for host in groups[task] {
        guard SystemClock.now() < deadline else { return }
        let own = hosts[host] ?? []
        if let problem = problem(host) {
          for index in own { results[index] = .failure(problem) }
        } else {
          open += own
        }
      }
      fetch(open, of: requests, into: results)
    }
  }

  private static let processesPerWorker = 3
  /// The minimum, if no worker would be idle.
  private static let hostsPerProcess = 4

  private func fetch(
    _ indices: [Int], of requests: [ObservedRequest], into results: ResponseBuffer
  ) {
    guard !indices.isEmpty else { return }
    let mark = Self.mark
    let configuration = CurlConfiguration(settings: settings, mark: mark)
    let text = configuration.text(indices.map { (requests[$0], route(requests[$0].host)) })
    var stream = CurlStream(mark: mark, limits: indices.map { requests[$0].limit })
    var program = ExternalProgram("curl", ["--disable", "--config", "-"])
    program.input = Array(text.utf8)
    program.deadline = deadline
    let reason: String
    do throws(ProcessFailure) {
      let result = try console.processes.run(program) { stream.add($0) }
      reason = "curl exited with status \(result.status)"
    } catch {
      reason = error.message
    }
    for (index, outcome) in zip(indices, stream.outcomes) { results[index] = outcome }
    // Requests after the deadline have no outcome.
    guard SystemClock.now() < deadline else { return }
    for index in indices.dropFirst(stream.outcomes.count) {
      results[index] = .failure(ObservedFailure(.connect, reason))
    }
  }

  /// 128 random bits after a control character.
  private static var mark: String {
    var generator = SystemRandomNumberGenerator()
    let bits = (0..<2).map { _ in
      String(UInt64.random(in: 0...(.max), using: &generator), radix: 16)
    }
    return "\u{1E}linkpolicy-\(bits.joined(separator: "-"))-"
  }

  /// Sends requests to authorization endpoints: two per second, and none after a 429.
  private func fetchPaced(
    _ indices: [Int], of requests: [ObservedRequest], into results: ResponseBuffer
  ) {
    var closed: Set<ExactString> = []
    for index in indices {
      let host = requests[index].host
      guard SystemClock.now() < deadline else { return }
      guard !closed.contains(host) else {
        results[index] = .failure(
          ObservedFailure(.refused, "the server returned 429, so no further request was sent"))
        continue
      }
      if let problem = problem(host) {
        results[index] = .failure(problem)
        continue
      }
      if !state.isFirstPacedRequest() { console.pause(500) }
      fetch([index], of: requests, into: results)
      if case .response(let response)? = results[index], response.status == 429 {
        closed.insert(host)
      }
    }
  }

  /// Whether an error may be temporary.
  private func isWorthRetrying(_ outcome: ObservedResult.Outcome?, _ host: ExactString) -> Bool {
    switch outcome {
    case .failure(let failure)?:
      failure.kind == .connect && problem(host) == nil
    case .response(let response)?:
      [502, 503, 504].contains(response.status)
        && (outcome?.wait ?? 1) <= RequestLimits.maximumRetryDelay
    case nil: false
    }
  }
}

extension ObservedResult.Outcome {
  /// Seconds until the next attempt: `Retry-After`, or 1.
  fileprivate var wait: Int {
    guard case .response(let response) = self else { return 1 }
    return response.retrySeconds(at: .now) ?? 1
  }
}

/// State that the workers of a run share.
private final class RunState: @unchecked Sendable {
  private let lock = Lock()
  private var addresses: [ExactString: [ExactString]] = [:]
  private var hasSentPacedRequest = false

  /// The IP addresses of a host.
  subscript(host: ExactString) -> [ExactString]? {
    get { lock.withLock { addresses[host] } }
    set { lock.withLock { addresses[host] = newValue } }
  }

  func isFirstPacedRequest() -> Bool {
    lock.withLock {
      defer { hasSentPacedRequest = true }
      return !hasSentPacedRequest
    }
  }
}

/// The outcomes of requests, by index.
private final class ResponseBuffer: @unchecked Sendable {
  private let lock = Lock()
  private var outcomes: [ObservedResult.Outcome?]

  init(_ count: Int) { outcomes = Array(repeating: nil, count: count) }

  subscript(index: Int) -> ObservedResult.Outcome? {
    get { lock.withLock { outcomes[index] } }
    set { lock.withLock { outcomes[index] = newValue } }
  }
}
