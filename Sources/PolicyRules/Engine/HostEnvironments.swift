package import Diagnostics
import PolicyModel
package import TextSupport

/// Which environment a host belongs to, as a policy itself says.
///
/// In this order, the first that knows the host decides: Google's account-linking hosts, `domains`, the
/// two hosts of the Firebase project, and the longest matching authorized domain. What is said of both
/// environments belongs to neither.
package struct HostEnvironments: Sendable {
  /// Why a host belongs where it does.
  package struct Claim: Sendable {
    package var environment: Environment
    /// "because …" in messages.
    package var reason: String
  }

  private var exact: [ExactString: Set<Environment>] = [:]
  private var projects: [ExactString: Set<Environment>] = [:]
  private var authorized: [ExactString: Set<Environment>] = [:]
  /// Environments that have authorized domains.
  package private(set) var withAuthorizedDomains: Set<Environment> = []

  /// Reads the policy.
  init(_ policy: Policy) {
    for domain in policy.domains {
      exact[Self.lower(domain.host.value), default: []].formUnion(
        domain.environment.value.environments)
    }
    for (environment, id) in policy.firebase?.projectID?.values ?? [] {
      for suffix in [".firebaseapp.com", ".web.app"] {
        projects[ExactString(id.value.string + suffix), default: []].insert(environment)
      }
    }
    for (environment, domains) in policy.firebase?.authorizedDomains?.values ?? [] {
      withAuthorizedDomains.insert(environment)
      for domain in domains {
        authorized[Self.bareHost(domain.value), default: []].insert(environment)
      }
    }
  }

  /// The environment of a host in lower case; nil where it belongs to both or nobody says.
  package func claim(on host: ExactString) -> Claim? {
    if let environment = GoogleLinking.environment(ofHost: host) {
      return Claim(
        environment: environment, reason: "it is Google's account-linking host of \(environment)")
    }
    if let claim = only(exact[host], "`domains` has it in ") { return claim }
    if exact[host] != nil { return nil }
    if let claim = only(projects[host], "it is the host of the Firebase project of ") {
      return claim
    }
    if projects[host] != nil || host == "localhost" { return nil }
    guard let domain = authorizedDomain(covering: host) else { return nil }
    return only(authorized[domain], "\(domain.quoted) is an authorized domain in ")
  }

  /// The environment of a host by what is not the list of authorized domains itself.
  package func ownClaim(on host: ExactString) -> Claim? {
    only(exact[host], "`domains` has it in ")
      ?? (exact[host] == nil
        ? only(projects[host], "it is the host of the Firebase project of ") : nil)
  }

  private func only(_ environments: Set<Environment>?, _ reason: String) -> Claim? {
    guard let environments, environments.count == 1, let environment = environments.first else {
      return nil
    }
    return Claim(environment: environment, reason: "\(reason)\(environment) only")
  }

  /// The longest authorized domain of any environment that is the host or a parent of it.
  package func authorizedDomain(covering host: ExactString) -> ExactString? {
    guard !authorized.isEmpty else { return nil }
    return Self.parents(of: host).first { authorized[$0] != nil }
  }

  /// True when an authorized domain of an environment covers a host.
  package func isAuthorized(_ host: ExactString, in environment: Environment) -> Bool {
    Self.parents(of: host).contains { authorized[$0]?.contains(environment) == true }
  }

  /// The host and its parents, longest first; a bound keeps a host of dots from being quadratic.
  package static func parents(of host: ExactString) -> [ExactString] {
    let bytes = Array(host.utf8)
    guard bytes.count <= 255 else { return [host] }
    return [host]
      + bytes.indices.filter { bytes[$0] == UInt8(ascii: ".") }.map {
        ExactString(decoding: bytes[($0 + 1)...])
      }
  }

  /// The host that a domain means where it was written with a scheme, port or path: that is one mistake,
  /// and says nothing about the addresses on that host.
  static func bareHost(_ text: ExactString) -> ExactString {
    let bytes = Array(text.utf8)
    guard bytes.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ":") }) else {
      return lower(text)
    }
    let start = bytes[...].firstRange(ofBytes: "://")?.upperBound ?? 0
    return ExactString(
      decoding: bytes[start...].prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ":") }
        .lowered)
  }

  static func lower(_ text: ExactString) -> ExactString {
    guard text.utf8.contains(where: { (0x41...0x5A).contains($0) }) else { return text }
    return ExactString(
      decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 })
  }
}
