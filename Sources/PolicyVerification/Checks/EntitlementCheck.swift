package import PolicyText

/// Built entitlements: a host that they do not name is never asked by the app.
package struct EntitlementCheck: Check {
  package let target = CheckTarget.files
  private let hosts: [HostSubject]
  private let claims: Set<ExactString>

  /// - Parameter files: the content of entitlements as property lists in XML.
  package init(_ hosts: [HostSubject], files: [[UInt8]]) {
    self.hosts = hosts.filter { $0.files.contains(.apple) }
    claims = Set(files.flatMap(Self.claims))
  }

  /// The hosts behind `applinks:`, in lower case, without `?mode=…`.
  package static func claims(_ file: [UInt8]) -> [ExactString] {
    let text = String(decoding: file, as: UTF8.self)
    return text.components(after: "<string>applinks:").map { rest in
      ASCII.lowercased(
        ExactString(
          decoding: rest.utf8.prefix { $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "?") }))
    }
  }

  package func requests(_ answers: Answers) -> [CheckRequest] { [] }

  package func findings(_ answers: Answers) -> [CheckFinding] {
    hosts.filter { !isClaimed($0.host) }.map { subject in
      CheckFinding(
        "entitlement-missing-host", .warning, in: subject.environment, at: subject.anchor,
        url: subject.url(.apple),
        "no built entitlement claims \(UTF8Text.quoted(subject.host.string))",
        help:
          "add `applinks:\(UTF8Text.visible(subject.host.string))` to the associated domains of the app"
      )
    }
  }

  /// By its name, or by a wildcard, which does not stand for the name itself.
  private func isClaimed(_ host: ExactString) -> Bool {
    claims.contains(host)
      || claims.contains { claim in
        claim.hasPrefix("*.") && host.hasSuffix(ExactString(decoding: claim.utf8.dropFirst()))
      }
  }
}

extension String {
  /// What follows each occurrence of a marker.
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
