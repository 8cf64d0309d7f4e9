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

  /// Throws where the program is not there, or too old to say what is needed.
  func check() throws(UsageError) {
    guard let result = try? console.processes.run("curl", ["--disable", "--version"], input: []),
      result.status == 0
    else {
      throw UsageError(
        "`verify` asks servers through the program `curl`: install the package `curl`")
    }
    let words = result.output.prefix { $0 != 0x0A }.split(separator: 0x20)
    let version = words.count > 1 ? String(decoding: words[1], as: UTF8.self) : ""
    let numbers = version.split(separator: ".").prefix(2).compactMap { Int($0) }
    guard numbers.count == 2, (numbers[0], numbers[1]) >= (7, 83) else {
      throw UsageError("`verify` needs curl 7.83 or newer, not \(UTF8Text.quoted(version))")
    }
  }

  func answers(to requests: [ObservedRequest]) -> [ObservedAnswer] {
    let results = AnswerSlots(requests.count)
    resolve(requests)
    let open = requests.indices.filter { index in
      guard let failure = problem(requests[index]) else { return true }
      results[index] = .failure(failure)
      return false
    }
    ask(open.filter { !requests[$0].isPaced }, of: requests, into: results)
    for index in open.filter({ !requests[$0].isPaced }) where results[index] == nil {
      results[index] = .failure(ObservedFailure(.timeout, "the run has taken its five minutes"))
    }
    for _ in 0..<settings.retries {
      let again = open.filter { !requests[$0].isPaced && isWorthRetrying(results[$0]) }
      guard !again.isEmpty, SystemClock.now() < deadline else { break }
      console.pause(again.map { results[$0]?.wait ?? 1 }.max() ?? 1)
      ask(again, of: requests, into: results)
    }
    askSlowly(open.filter { requests[$0].isPaced }, of: requests, into: results)
    let now = SystemClock.now()
    return requests.indices.map { index in
      ObservedAnswer(
        url: requests[index].url, time: now,
        results[index] ?? .failure(ObservedFailure(.connect, "curl said nothing")))
    }
  }

  // MARK: names

  private func override(_ host: ExactString) -> HostOverride? {
    settings.overrides.first { $0.host == host && $0.port == 443 }
  }

  /// Looks up every host that the command line says nothing about, once a run.
  private func resolve(_ requests: [ObservedRequest]) {
    var seen: Set<ExactString> = []
    let hosts = requests.map(\.host).filter {
      override($0) == nil && !settings.unchecked.contains($0) && names[$0] == nil
        && seen.insert($0).inserted
    }
    guard !hosts.isEmpty else { return }
    let resolver = NameResolver(processes: console.processes)
    console.workers.run(tasks: hosts.count, workers: settings.jobs) { _, task in
      names[hosts[task]] = resolver.addresses(of: hosts[task].string)
    }
  }

  private func problem(_ request: ObservedRequest) -> ObservedFailure? {
    let host = request.host
    if override(host) != nil || settings.unchecked.contains(host) { return nil }
    let addresses = names[host] ?? []
    guard !addresses.isEmpty else { return ObservedFailure(.dns, "the name has no address") }
    guard !settings.allowsPrivate,
      let closed = addresses.first(where: { !PublicAddress.isPublic($0) })
    else { return nil }
    return ObservedFailure(.address, "\(closed.string) is no address of the public network")
  }

  private func route(_ request: ObservedRequest) -> CurlConfiguration.Route {
    if let override = override(request.host) { return .override(override) }
    guard let addresses = names[request.host] else { return .unchecked }
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
    // Several hosts for each process, and several processes for each worker: some hosts are slow.
    let length = max(1, order.count / (settings.jobs * 4))
    let groups = stride(from: 0, to: order.count, by: length).map { start in
      order[start..<min(start + length, order.count)].flatMap { byHost[$0] ?? [] }
    }
    console.workers.run(tasks: groups.count, workers: settings.jobs) { _, task in
      guard SystemClock.now() < deadline else { return }
      fetch(groups[task], of: requests, into: results)
    }
  }

  private func fetch(
    _ indices: [Int], of requests: [ObservedRequest], into results: AnswerSlots
  ) {
    let mark = Self.mark
    let configuration = CurlConfiguration(settings: settings, mark: mark)
    let text = configuration.text(indices.map { (requests[$0], route(requests[$0])) })
    guard
      let result = try? console.processes.run(
        "curl", ["--disable", "--config", "-"], input: Array(text.utf8))
    else { return }
    let output = CurlOutput(result.output, mark: mark)
    for (position, index) in indices.enumerated() {
      results[index] =
        output.outcome(position, limit: requests[index].limit)
        ?? .failure(ObservedFailure(.connect, "curl ends with exit status \(result.status)"))
    }
  }

  /// 128 bits.
  private static var mark: String {
    var generator = SystemRandomNumberGenerator()
    let bits = (0..<2).map { _ in
      String(UInt64.random(in: 0...(.max), using: &generator), radix: 16)
    }
    return "linkpolicy-\(bits.joined())-"
  }

  /// The authorization endpoint of somebody: half a second between two requests, and none after a 429.
  private func askSlowly(
    _ indices: [Int], of requests: [ObservedRequest], into results: AnswerSlots
  ) {
    var closed: Set<ExactString> = []
    for index in indices {
      let host = requests[index].host
      guard !closed.contains(host), SystemClock.now() < deadline else {
        results[index] = .failure(ObservedFailure(.refused, "the server asked to be left alone"))
        continue
      }
      if pace.isFollowing() { console.pause(0.5) }
      fetch([index], of: requests, into: results)
      if case .response(let response)? = results[index], response.status == 429 {
        closed.insert(host)
      }
    }
  }

  /// What may be gone a second later; nothing that the server means.
  private func isWorthRetrying(_ outcome: ObservedAnswer.Outcome?) -> Bool {
    switch outcome {
    case .failure(let failure)?: failure.kind == .connect
    case .response(let response)?:
      [502, 503, 504].contains(response.status)
        && (outcome?.wait ?? 1) <= Double(RequestLimits.patience)
    case nil: false
    }
  }
}

extension ObservedAnswer.Outcome {
  /// Seconds until it is worth asking again.
  fileprivate var wait: Double {
    guard case .response(let response) = self else { return 1 }
    return response.header("retry-after").flatMap { Double($0) } ?? 1
  }
}
