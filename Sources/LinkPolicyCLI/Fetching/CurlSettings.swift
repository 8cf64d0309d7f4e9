package import LinkPolicy

/// How `verify` reaches servers, as the command line says.
package struct CurlSettings: Sendable, Equatable {
  /// Seconds of a whole request.
  package var timeout = 10
  package var retries = 1
  /// Requests at a time, never two to one host.
  package var jobs = 8
  package var userAgent = "linkpolicy/\(linkPolicyVersion) (verify)"
  /// Certificates that are trusted in the place of those of the system.
  package var authorities: String?
  package var proxy: String?
  /// Addresses outside of the public network too.
  package var allowsPrivate = false
  /// `--resolve`, by host.
  package var overrides: [ExactString: HostOverride] = [:]
  /// Hosts that the command line names: a proxy may look them up.
  package var allowedHosts: Set<ExactString> = []
  /// Hosts that the command line names with an address of their own: where they lead is not asked.
  package var unchecked: Set<ExactString> = []

  /// curl can tell about certificates.
  var showsCertificates = true

  package init() {}

  /// Seconds until a connection stands.
  var connectTimeout: Int { min(5, timeout) }
  /// Bytes per second that are read at most: an endless answer fills no disk while time runs out.
  static let bytesPerSecond = "2M"
}
