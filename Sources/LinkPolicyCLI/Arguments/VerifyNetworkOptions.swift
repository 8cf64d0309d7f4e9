import ArgumentParser
import LinkPolicy

/// How `verify` reaches servers.
struct VerifyNetworkOptions: ParsableArguments {
  @Option(
    name: .customLong("resolve"),
    help: ArgumentHelp(
      "Where a host is, whatever the name system says; may be repeated.",
      valueName: "host:443:address[:port]"))
  var overrides: [String] = []

  @Option(
    help: ArgumentHelp("Certificates to trust in the place of the system's.", valueName: "file"))
  var cacert: String?

  @Option(
    help: ArgumentHelp(
      "Go through a proxy; those of the environment are not used.", valueName: "url"))
  var proxy: String?

  @Flag(help: "Ask hosts outside of the public network too.")
  var allowPrivate = false

  @Option(
    name: .customLong("allow-host"),
    help: ArgumentHelp("Ask this host whatever its name and --allow-from say; may be repeated."))
  var allowedHosts: [String] = []

  @Option(
    help: ArgumentHelp(
      "For pull requests: ask only hosts that the policies of this git revision name too.",
      valueName: "rev"))
  var allowFrom: String?

  @Flag(help: "Compare IPv4 with IPv6, and HTTP/1.1 with HTTP/2.")
  var bothFamilies = false

  @Option(help: "Seconds that a server has for its answer.")
  var timeout = 10

  @Option(help: "How often a connection that failed, or 502, 503, 504, is tried again.")
  var retries = 1

  @Option(help: "Hosts at a time; no host is ever asked twice at a time.")
  var jobs = 8

  @Option(help: ArgumentHelp("What linkpolicy calls itself. Default: its name and version."))
  var userAgent: String?

  @Option(
    name: .customLong("third-party-base"),
    help: ArgumentHelp("NAME=URL in the place of a third party.", visibility: .hidden))
  var bases: [String] = []

  func validate() throws {
    guard (1...120).contains(timeout) else {
      throw ValidationError("--timeout is 1 to 120 seconds")
    }
    guard (0...10).contains(retries) else { throw ValidationError("--retries is 0 to 10") }
    guard (1...64).contains(jobs) else { throw ValidationError("--jobs is 1 to 64") }
  }

  func fill(_ command: inout VerifyCommand) throws {
    for text in overrides {
      guard let override = HostOverride(text) else {
        throw UsageError(
          "--resolve is HOST:443:ADDRESS or HOST:443:ADDRESS:PORT, not \(UTF8Text.quoted(text))")
      }
      guard override.port == 443 else {
        throw UsageError("--resolve: hosts are asked at port 443, not \(override.port)")
      }
      // The first counts.
      if command.curl.overrides[override.host] == nil {
        command.curl.overrides[override.host] = override
      }
    }
    command.curl.authorities = cacert
    command.curl.proxy = proxy
    command.curl.allowsPrivate = allowPrivate
    command.curl.timeout = timeout
    command.curl.retries = retries
    command.curl.jobs = jobs
    if let userAgent {
      guard userAgent.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else {
        throw UsageError("--user-agent is ASCII without control characters")
      }
      command.curl.userAgent = userAgent
    }
    command.allowedHosts = allowedHosts
    command.curl.allowedHosts = Set(allowedHosts.map { ASCII.lowercased(ExactString($0)) })
    command.allowFrom = allowFrom
    command.comparesRoutes = bothFamilies
    command.bases = bases
  }
}
