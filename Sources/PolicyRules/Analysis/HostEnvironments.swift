import PolicyModel
package import PolicyText

/// The environment of each host in a policy.
///
/// The first of these that has the host decides: Google's account-linking hosts, `domains`, the two
/// hosts of the Firebase project, and the longest matching authorized domain. A host of both
/// environments has no claim.
package struct HostEnvironments: Sendable {
  /// The environment of a host, and the reason.
  package struct Claim: Sendable {
    enum Basis: Sendable {
      case googleLinking
      case domain
      case project
      case authorizedDomain(ExactString)
    }

    package var environment: Environment
    var basis: Basis

    /// Whether only a parent domain of prod covers a host that names a test environment.
    func isContradicted(by host: ExactString) -> Bool {
      guard environment == .prod, case .authorizedDomain(let domain) = basis else { return false }
      let labels = host.utf8.dropLast(domain.utf8.count)
      return EnvironmentWords.find(in: labels, prodToo: false) != nil
    }

    /// The end of a message, after "because".
    package var reason: String {
      switch basis {
      case .googleLinking: "it is Google's account-linking host of \(environment)"
      case .domain: "`domains` lists it only for \(environment)"
      case .project: "it belongs to the Firebase project of \(environment)"
      case .authorizedDomain(let domain):
        "\(domain.quoted) is an authorized domain only in \(environment)"
      }
    }
  }

  private let exact: [ExactString: EnvironmentSet]
  private let projects: [ExactString: EnvironmentSet]
  private let authorized: HostSuffixes<EnvironmentSet>
  /// The environments that have authorized domains.
  package let withAuthorizedDomains: EnvironmentSet

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

  /// The environment of a host in lower case; nil if it belongs to both or is unknown.
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

  /// Returns true if a host in lower case is a key of `domains` or belongs to the Firebase project.
  func isStated(_ host: ExactString) -> Bool { exact[host] != nil || projects[host] != nil }

  /// The environment of a host, ignoring authorized domains.
  package func ownClaim(on host: ExactString) -> Claim? {
    if let environments = exact[host] { return only(environments, .domain) }
    return projects[host].flatMap { only($0, .project) }
  }

  private func only(_ environments: EnvironmentSet, _ basis: Claim.Basis) -> Claim? {
    environments.only.map { Claim(environment: $0, basis: basis) }
  }

  /// The longest authorized domain of any environment that is the host or one of its parents.
  package func authorizedDomain(covering host: ExactString) -> ExactString? {
    authorized.first(covering: host) { _, _ in true }?.name
  }

  package func isAuthorized(_ host: ExactString, in environment: Environment) -> Bool {
    isAuthorized(host, inAnyOf: EnvironmentSet(environment))
  }

  package func isAuthorized(_ host: ExactString, inAnyOf environments: EnvironmentSet) -> Bool {
    authorized.first(covering: host) { !$1.isDisjoint(with: environments) } != nil
  }

  /// The host of a domain that was written with a scheme, port or path. Without this, the mistake
  /// would also cause findings about URIs on the host.
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

package struct EnvironmentSet: OptionSet, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  package init(_ environment: Environment) { rawValue = environment == .prod ? 1 : 2 }

  /// The set of one environment, or of both for nil.
  package init(shared environment: Environment?) {
    rawValue = environment.map { EnvironmentSet($0).rawValue } ?? 3
  }

  /// The only member; nil if there are two or none.
  package var only: Environment? {
    switch rawValue {
    case 1: .prod
    case 2: .sandbox
    default: nil
    }
  }
}

/// A value for each host name, found by the host or any of its parents.
struct HostSuffixes<Value: Sendable>: Sendable {
  private var names = TextIndex()
  /// The values by the indices of the names.
  private var values: [Value] = []
  /// The maximum length of a host name (RFC 1035 section 2.3.4).
  private static var maximumLength: Int { 255 }

  subscript(name: ExactString) -> Value? {
    name.withBytes { names.number(of: $0) }.map { values[$0] }
  }

  mutating func update(
    _ name: ExactString, default defaultValue: Value, _ change: (inout Value) -> Void
  ) {
    guard name.utf8.count <= Self.maximumLength else { return }
    let number = names.number(of: name)
    if number == values.count { values.append(defaultValue) }
    change(&values[number])
  }

  /// The first name that satisfies `body`: the host itself or a parent, longest first.
  func first(
    covering host: ExactString, where body: (ExactString, Value) -> Bool
  ) -> (name: ExactString, value: Value)? {
    guard !values.isEmpty, host.utf8.count <= Self.maximumLength else { return nil }
    return host.withBytes { bytes in
      var start = 0
      while true {
        if let number = names.number(of: bytes.extracting(start...)),
          body(names.texts[number], values[number])
        {
          return (names.texts[number], values[number])
        }
        while start < bytes.count, bytes[start] != UInt8(ascii: ".") { start += 1 }
        guard start < bytes.count else { return nil }
        start += 1
      }
    }
  }
}
