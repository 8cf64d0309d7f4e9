package import LinkPolicy
import PolicyText

/// How `verify` connects to servers.
package struct CurlSettings: Sendable, Equatable {
  /// The timeout of a request in seconds.
  package var timeout = 10
  package var retries = 1
  /// The number of hosts to request in parallel.
  package var jobs = 8
  package var userAgent = "linkpolicy/\(linkPolicyVersion) (verify)"
  /// A file of certificates to trust instead of the system's.
  package var authorities: String?
  package var proxy: String?
  /// Whether to allow IP addresses outside of the public network.
  package var allowsPrivate = false
  /// `--resolve`, by host.
  package var overrides: [ExactString: HostOverride] = [:]
  /// Hosts of `--allow-host`: a proxy may look them up.
  package var allowedHosts: Set<ExactString> = []
  /// Hosts whose IP addresses aren't checked (third parties with a replaced base URL).
  package var unchecked: Set<ExactString> = []

  /// Whether curl reports certificates.
  var showsCertificates = true

  package init() {}

  /// The timeout for establishing a connection in seconds.
  var connectTimeout: Int { min(5, timeout) }
  /// The rate limit per second, which keeps an endless response small until the timeout.
  static let bytesPerSecond = "2M"
}

/// The installed curl.
struct CurlVersion {
  /// Whether it reports certificates (`%{certs}`, since 7.88).
  let showsCertificates: Bool

  /// Throws if curl is missing or too old.
  init(_ console: Console) throws(UsageError) {
    guard
      let result = try? console.processes.run(
        ExternalProgram("curl", ["--disable", "--version"])),
      result.status == 0
    else {
      throw UsageError(
        "`verify` needs the program `curl`; install the package `curl`")
    }
    let words = result.output.prefix { $0 != 0x0A }.split(separator: 0x20)
    let version = words.count > 1 ? String(decoding: words[1], as: UTF8.self) : ""
    let numbers = version.split(separator: ".").prefix(2).compactMap { Int($0) }
    guard numbers.count == 2, (numbers[0], numbers[1]) >= (7, 83) else {
      throw UsageError("`verify` needs curl 7.83 or newer, found \(DisplayText.quoted(version))")
    }
    showsCertificates = (numbers[0], numbers[1]) >= (7, 88)
    if !showsCertificates {
      console.writeError(
        "linkpolicy: curl \(DisplayText.visible(version)) doesn't report certificates, so their expiry is not checked\n"
      )
    }
  }
}
