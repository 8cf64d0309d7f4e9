import LinkPolicy

/// Asks servers through the program `curl`: one after the other of each host, several hosts at a time.
struct CurlFetcher: Fetcher {
  let settings: CurlSettings
  let console: Console
  /// Unix seconds after which nobody is asked any more.
  let deadline: Int
  private let names = NameCache()
  private let pace = Pace()

  init(_ settings: CurlSettings, _ console: Console) {
    self.settings = settings
    self.console = console
    deadline = SystemClock.now() + RequestLimits.runSeconds
  }

  func responses(to requests: [ObservedRequest]) -> [ObservedResult] {
    let results = AnswerSlots(requests.count)
    let free = requests.indices.filter { !requests[$0].isPaced }
    ask(free, of: requests, into: results)
    for _ in 0..<settings.retries {
      let again = free.filter { isWorthRetrying(results[$0], requests[$0].host) }
      guard !again.isEmpty, SystemClock.now() < deadline else { break }
      console.pause(1_000 * (again.map { results[$0]?.wait ?? 1 }.max() ?? 1))
      ask(again, of: requests, into: results)
    }
    askSlowly(requests.indices.filter { requests[$0].isPaced }, of: requests, into: results)
    let now = Timestamp.now
    return requests.indices.map { index in
      ObservedResult(
        url: requests[index].url, time: now,
        results[index]
          ?? .failure(ObservedFailure(.timeout, "the run has taken its five minutes")))
    }
  }

  // MARK: names

  private func override(_ host: ExactString) -> HostOverride? {
    settings.overrides[host]
  }

  /// Why a host is not asked; looks it up, once a run, where the command line says nothing about it.
  private func problem(_ host: ExactString) -> ObservedFailure? {
    if override(host) != nil || settings.unchecked.contains(host) { return nil }
    if names[host] == nil {
      names[host] = NameResolver(processes: console.processes).addresses(of: host.string)
    }
    let addresses = names[host] ?? []
    guard !addresses.isEmpty else { return unknown(host) }
    guard !settings.allowsPrivate,
      let closed = addresses.first(where: { !PublicAddress.isPublic($0) })
    else { return nil }
    return ObservedFailure(.address, "\(closed.string) is no address of the public network")
  }

  /// A proxy may know a name that this machine does not know; where it leads then is nothing that we see.
  private func unknown(_ host: ExactString) -> ObservedFailure? {
    guard settings.proxy != nil else { return ObservedFailure(.dns, "the name has no address") }
    guard !settings.allowsPrivate, !settings.allowedHosts.contains(host) else { return nil }
    return ObservedFailure(
      .connect,
      "only the proxy may know its address, which is not looked at then: `--allow-host` lets it ask"
    )
  }

  private func route(_ host: ExactString) -> CurlConfiguration.Route {
    if let override = override(host) { return .override(override) }
    guard let addresses = names[host], !addresses.isEmpty else { return .unchecked }
    return .pinned(addresses)
  }

  // MARK: asking

  /// All requests of a host go to one process, one after the other over one connection.
  private func ask(
    _ indices: [Int], of requests: [ObservedRequest], into results: AnswerSlots
  ) {
    var order: [ExactString] = []
    var byHost: [ExactString: [Int]] = [:]
    for index in indices {
      let host = requests[index].host
      if byHost[host] == nil { order.append(host) }
      byHost[host, default: []].append(index)
    }
    guard !order.isEmpty else { return }
    // Several hosts for each process, since one takes as long to start as a host to answer, and several
    // processes for each worker, since some hosts are slow.
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
  /// At least so many, where no worker is idle for it.
  private static let hostsPerProcess = 4

  private func fetch(
    _ indices: [Int], of requests: [ObservedRequest], into results: AnswerSlots
  ) {
    guard !indices.isEmpty else { return }
    let mark = Self.mark
    let configuration = CurlConfiguration(settings: settings, mark: mark)
    let text = configuration.text(indices.map { (requests[$0], route(requests[$0].host)) })
    var stream = CurlStream(mark: mark, limits: indices.map { requests[$0].limit })
    guard
      let status = try? console.processes.run(
        "curl", ["--disable", "--config", "-"], input: Array(text.utf8), until: deadline,
        output: { stream.add($0) })
    else {
      for index in indices {
        results[index] = .failure(ObservedFailure(.connect, "curl cannot be run"))
      }
      return
    }
    for (index, outcome) in zip(indices, stream.outcomes) { results[index] = outcome }
    // What was not asked any more is left open.
    guard SystemClock.now() < deadline else { return }
    for index in indices.dropFirst(stream.outcomes.count) {
      results[index] = .failure(
        ObservedFailure(.connect, "curl ends with exit status \(status)"))
    }
  }

  /// 128 bits, after a byte that texts do not have.
  private static var mark: String {
    var generator = SystemRandomNumberGenerator()
    let bits = (0..<2).map { _ in
      String(UInt64.random(in: 0...(.max), using: &generator), radix: 16)
    }
    return "\u{1E}linkpolicy-\(bits.joined(separator: "-"))-"
  }

  /// The authorization endpoint of somebody: half a second between two requests, and none after a 429.
  private func askSlowly(
    _ indices: [Int], of requests: [ObservedRequest], into results: AnswerSlots
  ) {
    var closed: Set<ExactString> = []
    for index in indices {
      let host = requests[index].host
      guard SystemClock.now() < deadline else { return }
      guard !closed.contains(host) else {
        results[index] = .failure(ObservedFailure(.refused, "the server asked to be left alone"))
        continue
      }
      if let problem = problem(host) {
        results[index] = .failure(problem)
        continue
      }
      if pace.isFollowing() { console.pause(500) }
      fetch([index], of: requests, into: results)
      if case .response(let response)? = results[index], response.status == 429 {
        closed.insert(host)
      }
    }
  }

  /// What may be gone a second later; nothing that the server means.
  private func isWorthRetrying(_ outcome: ObservedResult.Outcome?, _ host: ExactString) -> Bool {
    switch outcome {
    case .failure(let failure)?:
      // What was never asked is not asked again.
      failure.kind == .connect && problem(host) == nil
    case .response(let response)?:
      [502, 503, 504].contains(response.status)
        && (outcome?.wait ?? 1) <= RequestLimits.maximumRetryDelay
    case nil: false
    }
  }
}

extension ObservedResult.Outcome {
  /// Seconds until the next attempt: what the server asks for, otherwise one.
  fileprivate var wait: Int {
    guard case .response(let response) = self else { return 1 }
    return response.retrySeconds(at: .now) ?? 1
  }
}
