import PolicyText

extension PolicyBuilder {
  /// A policy name derived from a bundle ID, host, project or client.
  var proposedName: ExactString {
    if options.completes {
      let tenants = Set(
        values.flatMap { $0.context?.hints ?? [] }.filter { $0.kind == .tenant }.map(\.name))
      if appIDs.ids.isEmpty, tenants.count == 1, let tenant = tenants.first, tenant != "master" {
        return PolicyIDs<ExactString>.valid(ASCII.lowercased(tenant))
      }
      if let directory = options.directory { return PolicyIDs<ExactString>.valid(directory) }
    }
    let identifiers = appIDs.ids.keys.compactMap(\.identifier).sorted()
    if let first = identifiers.first {
      let parts = first.utf8.split(separator: UInt8(ascii: ".")).map { ExactString(decoding: $0) }
      let own = parts.count > 2 ? Array(parts[1...].prefix(2)) : parts
      return PolicyIDs<ExactString>.valid(
        ASCII.lowercased(ExactString(own.map(\.string).joined(separator: "-"))))
    }
    var hosts: [ExactString] = []
    for subject in bySubject.keys {
      if case .host(.named(let host)) = subject { hosts.append(host) }
      if case .firebase(let project?) = subject { hosts.append(project) }
      if case .client(let client) = subject { hosts.append(client) }
    }
    return hosts.min().map { PolicyIDs<ExactString>.valid($0) } ?? "imported"
  }
}
