package import PolicyText
import PolicyModel

/// Which environment a host belongs to, as a policy itself says.
///
/// In this order, the first that knows the host decides: Google's account-linking hosts, `domains`, the
/// two hosts of the Firebase project, and the longest matching authorized domain. What is said of both
/// environments belongs to neither.
package struct HostEnvironments: Sendable {
  /// Why a host belongs where it does.
  package struct Claim: Sendable {
    enum Basis: Sendable {
      case googleLinking
      case domain
      case project
      case authorizedDomain(ExactString)
    }

    package var environment: Environment
    var basis: Basis

    /// "because …" in messages.
    package var reason: String {
      switch basis {
      case .googleLinking: "it is Google's account-linking host of \(environment)"
      case .domain: "`domains` has it in \(environment) only"
      case .project: "it is the host of the Firebase project of \(environment) only"
      case .authorizedDomain(let domain):
        "\(domain.quoted) is an authorized domain in \(environment) only"
      }
    }
  }

  private let exact: [ExactString: EnvironmentSet]
  private let projects: [ExactString: EnvironmentSet]
  private let authorized: HostSuffixes<EnvironmentSet>
  /// Environments that have authorized domains.
  package let withAuthorizedDomains: EnvironmentSet

  /// Reads the policy.
  init(_ policy: Policy) {
    var exact: [ExactString: EnvironmentSet] = [:]
    var projects: [ExactString: EnvironmentSet] = [:]
    var authorized = HostSuffixes<EnvironmentSet>()
    var withAuthorizedDomains: EnvironmentSet = []
    for domain in policy.domains {
      for environment in domain.environment.value.environments {
        exact[ASCII.lowercased(domain.host.value), default: []].insert(EnvironmentSet(environment))
      }
    }
    for (environment, id) in policy.firebase?.projectID?.values ?? [] {
      for suffix in [".firebaseapp.com", ".web.app"] {
        projects[ExactString(id.value.string + suffix), default: []]
          .insert(EnvironmentSet(environment))
      }
    }
    for (environment, domains) in policy.firebase?.authorizedDomains?.values ?? [] {
      withAuthorizedDomains.insert(EnvironmentSet(environment))
      for domain in domains {
        authorized.update(Self.bareHost(domain.value), default: []) {
          $0.insert(EnvironmentSet(environment))
        }
      }
    }
    self.exact = exact
    self.projects = projects
    self.authorized = authorized
    self.withAuthorizedDomains = withAuthorizedDomains
  }

  /// The environment of a host in lower case; nil where it belongs to both or nobody says.
  package func claim(on host: ExactString) -> Claim? {
    if let environment = GoogleLinking.environment(ofHost: host) {
      return Claim(environment: environment, basis: .googleLinking)
    }
    if let environments = exact[host] { return only(environments, .domain) }
    if let environments = projects[host] { return only(environments, .project) }
    guard host != "localhost",
      let (domain, environments) = authorized.first(covering: host, where: { _, _ in true })
    else { return nil }
    return only(environments, .authorizedDomain(domain))
  }

  /// True for a host in lower case that is a key of `domains`, or belongs to a Firebase project: the policy itself
  /// says where it is used.
  func isStated(_ host: ExactString) -> Bool { exact[host] != nil || projects[host] != nil }

  /// The environment of a host by what is not the list of authorized domains itself.
  package func ownClaim(on host: ExactString) -> Claim? {
    if let environments = exact[host] { return only(environments, .domain) }
    return projects[host].flatMap { only($0, .project) }
  }

  private func only(_ environments: EnvironmentSet, _ basis: Claim.Basis) -> Claim? {
    environments.only.map { Claim(environment: $0, basis: basis) }
  }

  /// The longest authorized domain of any environment that is the host or a parent of it.
  package func authorizedDomain(covering host: ExactString) -> ExactString? {
    authorized.first(covering: host) { _, _ in true }?.name
  }

  /// True when an authorized domain of an environment covers a host.
  package func isAuthorized(_ host: ExactString, in environment: Environment) -> Bool {
    isAuthorized(host, inAnyOf: EnvironmentSet(environment))
  }

  /// True when an authorized domain of one of the environments covers a host.
  package func isAuthorized(_ host: ExactString, inAnyOf environments: EnvironmentSet) -> Bool {
    authorized.first(covering: host) { !$1.isDisjoint(with: environments) } != nil
  }

  /// The host that a domain means where it was written with a scheme, port or path: that is one mistake,
  /// and says nothing about the addresses on that host.
  static func bareHost(_ text: ExactString) -> ExactString {
    if text.allBytes(satisfy: { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ":") }) {
      return ASCII.lowercased(text)
    }
    let bytes = Array(text.utf8)
    let start = bytes[...].firstRange(ofBytes: "://")?.upperBound ?? 0
    return ExactString(
      decoding: bytes[start...].prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ":") }
        .lowercased)
  }
}
