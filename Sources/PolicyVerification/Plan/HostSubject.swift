package import PolicyModel
package import PolicyText

/// A host that must serve association files.
package struct HostSubject: Sendable {
  package var host: ExactString
  /// The environment to compare; nil if the host serves both.
  package var environment: Environment?
  package var anchor: SourceAnchor
  /// In a fixed order.
  package var files: [HostFile]
  /// Whether only sandbox uses the host, which may then be private.
  package var isSandboxOnly: Bool
  /// The folder of the host in a directory; empty for servers.
  package var folder: String
  /// The Android apps to link.
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

  var place: CheckPlace { CheckPlace(anchor: anchor, environment: environment) }

  package func url(_ file: HostFile) -> ExactString {
    ExactString("https://\(host.string)\(file.path)")
  }
}

/// An association file.
package enum HostFile: String, Sendable, CaseIterable {
  case apple = "apple-app-site-association"
  case android = "assetlinks"

  /// The URL path.
  package var path: String {
    self == .apple
      ? "/.well-known/apple-app-site-association" : "/.well-known/assetlinks.json"
  }

  /// The platform's size limit in bytes.
  package var limit: Int { self == .apple ? RequestLimits.appleFile : RequestLimits.assetLinks }
}

/// An Android app for requests to Google.
package struct LinkedApp: Sendable, Hashable {
  /// With the prefix `delegate_permission/`.
  package var relation: ExactString
  package var package: ExactString
  /// Uppercase with colons.
  package var fingerprint: ExactString

  package init(relation: ExactString, package: ExactString, fingerprint: ExactString) {
    self.relation = relation
    self.package = package
    self.fingerprint = fingerprint
  }
}

/// Compares association files with the policies.
package protocol AssociationFileComparing: Sendable {
  /// The findings about a served file: rule violations and differences from the policy.
  func findings(on body: [UInt8], of file: HostFile, from subject: HostSubject) -> [CheckFinding]
  /// Whether two files open the same links and name the same apps; nil if one is unreadable.
  func agree(_ body: [UInt8], _ other: [UInt8], of file: HostFile, host: ExactString) -> Bool?
  /// Whether a file opens a link in an app.
  func opens(
    _ url: ExactString, in app: ExactString, by body: [UInt8], of file: HostFile, host: ExactString
  ) -> Bool
}
