package import PolicyText
package import PolicyModel

/// A Firebase project as the policy describes it.
package struct FirebaseSubject: Sendable {
  /// Something that must belong to the project, and how its API is asked.
  package struct Member: Sendable {
    /// The parameter: `clientId`, `iosBundleId`, …
    package var parameter: String
    package var text: PlacedText
    /// A second parameter that goes with it.
    package var certificate: ExactString?

    package init(_ parameter: String, _ text: PlacedText, certificate: ExactString? = nil) {
      self.parameter = parameter
      self.text = text
      self.certificate = certificate
    }
  }

  /// A host that carries the links of email actions, with the apps that must open them.
  package struct LinkHost: Sendable {
    package var host: PlacedText
    package var appleApps: [ExactString]
    package var androidApps: [ExactString]

    package init(host: PlacedText, appleApps: [ExactString], androidApps: [ExactString]) {
      self.host = host
      self.appleApps = appleApps
      self.androidApps = androidApps
    }
  }

  package var environment: Environment
  package var anchor: SourceAnchor
  package var projectID: PlacedText?
  /// As written, or that of the project.
  package var authDomain: PlacedText
  /// nil where the policy lists none.
  package var authorizedDomains: [PlacedText]?
  package var members: [Member]
  package var linkHosts: [LinkHost]

  package init(
    environment: Environment, anchor: SourceAnchor, projectID: PlacedText?, authDomain: PlacedText,
    authorizedDomains: [PlacedText]? = nil, members: [Member] = [], linkHosts: [LinkHost] = []
  ) {
    self.environment = environment
    self.anchor = anchor
    self.projectID = projectID
    self.authDomain = authDomain
    self.authorizedDomains = authorizedDomains
    self.members = members
    self.linkHosts = linkHosts
  }
}
