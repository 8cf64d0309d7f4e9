import LinkPolicy

/// The configuration that curl reads from standard input, which keeps URLs out of the process list.
struct CurlConfiguration {
  let settings: CurlSettings
  /// A random boundary, so responses can't fake the end of their body.
  let mark: String

  /// How a host name is resolved.
  enum Route {
    /// To these IP addresses, which have been checked.
    case pinned([ExactString])
    /// To the IP address on the command line.
    case override(HostOverride)
    /// By curl, without a check.
    case unchecked
  }

  /// The lines of every request.
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
      // Ignore proxy variables of the environment.
      settings.proxy.map { "proxy = \(Self.quoted($0))" } ?? "noproxy = \"*\"",
    ].filter { !$0.isEmpty }
  }

  /// The configuration for a sequence of requests.
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
        // Pass the checked IP address, because the proxy would look up the name again.
        return ["connect-to = \(Self.quoted("\(host):443:\(texts.first ?? ""):443"))"]
      }
      return ["resolve = \(Self.quoted("\(host):443:\(texts.joined(separator: ","))"))"]
    }
  }

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
