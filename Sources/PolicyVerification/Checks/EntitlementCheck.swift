package import PolicyText

/// Checks that a build's entitlements list every host, because apps never open links of other
/// hosts.
package struct EntitlementCheck: Check {
  package let target = CheckTarget.files
  private let hosts: [HostSubject]
  private let claims: Set<ExactString>

  /// - Parameter files: the entitlements as XML property lists.
  package init(_ hosts: [HostSubject], files: [[UInt8]]) {
    self.hosts = hosts.filter { $0.files.contains(.apple) }
    claims = Set(files.flatMap(Self.claims))
  }

  /// The hosts after `applinks:`, in lower case, without `?mode=…`.
  package static func claims(_ file: [UInt8]) -> [ExactString] {
    let text = String(decoding: file, as: UTF8.self)
    return text.components(after: "<string>applinks:").map { rest in
      ASCII.lowercased(
        ExactString(
          decoding: rest.utf8.prefix { $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "?") }))
    }
  }

  package func requests(_ responses: Responses) -> [CheckRequest] { [] }

  package func findings(_ responses: Responses) -> [CheckFinding] {
    hosts.filter { !isClaimed($0.host) }.flatMap { subject in
      subject.place.finding(
        "entitlement-missing-host", .warning, subject.url(.apple),
        "no entitlements file contains \(DisplayText.quoted(subject.host.string))",
        help:
          "add `applinks:\(DisplayText.visible(subject.host.string))` to the associated domains of the app"
      )
    }
  }

  /// Whether an entry is the host or a wildcard for it. `*.HOST` doesn't match `HOST`.
  private func isClaimed(_ host: ExactString) -> Bool {
    claims.contains(host)
      || claims.contains { claim in
        claim.hasPrefix("*.") && host.hasSuffix(ExactString(decoding: claim.utf8.dropFirst()))
      }
  }
}

extension String {
  /// The text after each occurrence of a marker.
  fileprivate func components(after marker: String) -> [Substring] {
    var found: [Substring] = []
    var rest = self[...]
    while let range = rest.firstRange(of: marker) {
      rest = rest[range.upperBound...]
      found.append(rest)
    }
    return found
  }
}
