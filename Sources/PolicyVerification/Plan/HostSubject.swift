package import PolicyText
package import PolicyModel

/// A host that should serve association files.
package struct HostSubject: Sendable {
  package var host: ExactString
  /// The environment whose files are compared; nil where it serves those of both.
  package var environment: Environment?
  package var anchor: SourceAnchor
  /// In the order of the contract.
  package var files: [HostFile]
  /// Only sandbox names it: it may be out of reach for the world.
  package var isSandboxOnly: Bool
  /// Where a directory has the host; empty for servers.
  package var folder: String
  /// Apps of Android that must be linked.
  package var linkedApps: [LinkedApp]

  package init(
    host: ExactString, environment: Environment?, anchor: SourceAnchor, files: [HostFile],
    isSandboxOnly: Bool, linkedApps: [LinkedApp], folder: String = ""
  ) {
    self.folder = folder
    self.host = host
    self.environment = environment
    self.anchor = anchor
    self.files = files
    self.isSandboxOnly = isSandboxOnly
    self.linkedApps = linkedApps
  }

  /// The address of a file.
  package func url(_ file: HostFile) -> ExactString {
    ExactString("https://\(host.string)\(file.path)")
  }
}

/// An association file.
package enum HostFile: String, Sendable, CaseIterable {
  case apple = "apple-app-site-association"
  case android = "assetlinks"

  /// From the first slash.
  package var path: String {
    self == .apple
      ? "/.well-known/apple-app-site-association" : "/.well-known/assetlinks.json"
  }

  /// Bytes that the platform reads.
  package var limit: Int { self == .apple ? RequestLimits.appleFile : RequestLimits.assetLinks }
}

/// An app of Android as Google is asked about it.
package struct LinkedApp: Sendable, Hashable {
  /// With the prefix `delegate_permission/`.
  package var relation: ExactString
  package var package: ExactString
  /// With colons, upper case.
  package var fingerprint: ExactString

  package init(relation: ExactString, package: ExactString, fingerprint: ExactString) {
    self.relation = relation
    self.package = package
    self.fingerprint = fingerprint
  }
}
