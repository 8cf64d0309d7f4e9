import LinkPolicy

/// The configuration that curl reads from its standard input: no address stands in a list of processes.
struct CurlConfiguration {
  let settings: CurlSettings
  /// Nobody else knows it, so that no answer can pretend to be the end of itself.
  let mark: String

  /// Where a host is reached.
  enum Route {
    /// These addresses, which were looked at, and no others.
    case pinned([ExactString])
    /// What the command line says.
    case override(HostOverride)
    /// What the name system says.
    case unchecked
  }

  /// What is the same for every request.
  private let common: [String]

  init(settings: CurlSettings, mark: String) {
    self.settings = settings
    self.mark = mark
    let format = CurlStream.format(mark: mark, hasCertificates: settings.showsCertificates)
    common = [
      "globoff", "silent", "proto = \"=https\"", "tlsv1.2", "max-redirs = 0",
      "max-time = \(settings.timeout)", "connect-timeout = \(settings.connectTimeout)",
      "limit-rate = \(CurlSettings.bytesPerSecond)", "write-out = \(Self.quoted(format))",
      settings.authorities.map { "cacert = \(Self.quoted($0))" } ?? "",
      // Nothing of the environment.
      settings.proxy.map { "proxy = \(Self.quoted($0))" } ?? "noproxy = \"*\"",
    ].filter { !$0.isEmpty }
  }

  /// The text for requests that are put one after the other.
  func text(_ requests: [(request: ObservedRequest, route: Route)]) -> String {
    requests.map { section($0.request, $0.route) }.joined(separator: "next\n")
  }

  private func section(_ request: ObservedRequest, _ route: Route) -> String {
    var lines = ["url = \(Self.quoted(request.url.string))"] + common
    lines.append("max-filesize = \(request.limit + 1)")
    if request.agent == .linkpolicy {
      lines.append("user-agent = \(Self.quoted(settings.userAgent))")
    }
    switch request.route {
    case .any: break
    case .ipv4: lines.append("ipv4")
    case .ipv6: lines.append("ipv6")
    case .http1: lines.append("http1.1")
    case .http2: lines.append("http2")
    }
    lines += self.route(request.host.string, route)
    return lines.map { $0 + "\n" }.joined()
  }

  private func route(_ host: String, _ route: Route) -> [String] {
    switch route {
    case .unchecked: return []
    case .override(let override):
      return [
        "connect-to = \(Self.quoted("\(host):\(override.port):\(override.address):\(override.targetPort)"))"
      ]
    case .pinned(let addresses):
      let texts = addresses.map {
        $0.utf8.contains(UInt8(ascii: ":")) ? "[\($0.string)]" : $0.string
      }
      guard settings.proxy == nil else {
        // The proxy is told the address: it would look the name up once more.
        return ["connect-to = \(Self.quoted("\(host):443:\(texts.first ?? ""):443"))"]
      }
      return ["resolve = \(Self.quoted("\(host):443:\(texts.joined(separator: ","))"))"]
    }
  }

  /// As curl reads a value in quotes.
  private static func quoted(_ text: String) -> String {
    var output = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case "\n": output += "\\n"
      case "\r": output += "\\r"
      case "\t": output += "\\t"
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output + "\""
  }
}
