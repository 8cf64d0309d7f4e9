package import PolicyText

/// Decides which URLs may be requested: only those of public `https` servers.
///
/// Redirect URIs and redirect targets are never requested.
package enum RequestTarget {
  /// Domains of private networks (RFC 6761, 6762, 8375; ICANN SAC 113).
  private static let local: [ExactString] = [
    "local", "internal", "lan", "home.arpa", "localhost",
  ]

  /// Why a URL isn't allowed; nil if it is.
  package static func problem(_ url: ExactString) -> String? {
    let parts = URIParts(url)
    guard parts.lowerScheme == "https" else { return "only `https` is allowed" }
    guard parts.userinfo == nil else { return "URLs with user information are not allowed" }
    if let port = parts.port, !port.isEmpty, parts.text(port) != "443" {
      return "only port 443 is allowed"
    }
    guard url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"\"\\<>^`{|}".utf8.contains($0) }) else {
      return "the URL contains invalid characters"
    }
    return problem(host: parts.lowerHost)
  }

  /// Why a host isn't allowed; nil if it is.
  package static func problem(host: ExactString) -> String? {
    let bytes = Array(host.utf8)
    let labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard !bytes.contains(where: { "[]:".utf8.contains($0) }),
      labels.last?.allSatisfy(\.isDigit) == false,
      labels.last?.starts(with: "0x".utf8) == false
    else { return "IP addresses are not allowed" }
    guard labels.count > 1 else { return "single-label hosts are not allowed" }
    guard bytes.count <= 253,
      labels.allSatisfy({ label in
        (1...63).contains(label.count) && label.first != 0x2D && label.last != 0x2D
          && label.allSatisfy {
            $0.isDigit || (0x61...0x7A).contains($0) || $0 == 0x2D || $0 == 0x5F
          }
      })
    else { return "the host is not a valid domain name" }
    if let name = local.first(where: { host.isBelow($0) || host == $0 }) {
      return "hosts in `.\(name.string)` are private"
    }
    return nil
  }
}

/// Limits of requests. Sizes are in bytes; one more byte is read to detect larger responses.
package enum RequestLimits {
  /// Apple's limit for `apple-app-site-association`.
  package static let appleFile = 131_072
  /// Android's limit for `assetlinks.json`.
  package static let assetLinks = 1 << 20
  /// The limit for other JSON.
  package static let json = 256 << 10
  /// The limit for pages.
  package static let page = 64 << 10
  /// Valid status codes; 0 without a status line.
  package static let statuses = 0...999
  /// The limit for response headers.
  package static let header = 64 << 10
  /// Slower responses are reported, in seconds.
  package static let slowSeconds = 3
  /// The limit for a run, in seconds.
  package static let runSeconds = 300
  /// Certificates that expire in fewer days are reported.
  package static let certificateDays = 14
  /// The maximum number of altered requests per client.
  package static let maximumControls = 9
  /// The longest `Retry-After` that a run waits for, in seconds.
  package static let maximumRetryDelay = 5
}
