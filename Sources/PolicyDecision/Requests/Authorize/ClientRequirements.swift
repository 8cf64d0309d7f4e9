import PolicyText

/// All of a client that steps 6 to 9 look at.
package struct ClientRequirements: Sendable, Hashable {
  fileprivate var responseTypes: [ExactString]
  fileprivate var grantTypes: [ExactString]
  fileprivate var scopes: [ExactString]
  fileprivate var requiresState: Bool
  fileprivate var requiresPKCE: Bool
  fileprivate var codeChallengeMethods: [ExactString]
}

extension CompiledClient {
  /// Clients with equal requirements have the same problems with the same parameters.
  package var requirements: ClientRequirements {
    ClientRequirements(
      responseTypes: responseTypes, grantTypes: grantTypes, scopes: scopes.map(\.value),
      requiresState: requiresState, requiresPKCE: requiresPKCE,
      codeChallengeMethods: codeChallengeMethods)
  }
}
