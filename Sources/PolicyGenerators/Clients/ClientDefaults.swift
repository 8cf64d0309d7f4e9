import PolicyModel
import PolicyText

/// The defaults of clients in generated code: those of the language, where it has one.
///
/// They are written into the code as well: a default that changes here changes in every language.
enum ClientDefaults {
  static let browserRedirectURIs: [ExactString] = []
  static let postLogoutRedirectURIs: [ExactString] = []
  static let corsOrigins: [ExactString] = []
  static let isNative = false
  static let isGoogleAccountLinking = false
  static let allowsOmittedRedirectURI = Client.Defaults.omitRedirectURI
  static let scopes: [ExactString] = []
  static let responseTypes = Client.Defaults.responseTypes
  /// Not those of streamlined linking: such a client has its list written.
  static let grantTypes = Client.Defaults.grantTypes
  static let requiresState = Client.Defaults.state == .required
  /// The stricter one: whoever may leave it out says so in the code.
  static let requiresPKCE = true
  static let isPublic = false
  static let authenticatesByHeader = false
  static let assertionIntents: [ExactString] = []
  static let codeChallengeMethods = AuthorizationServer.Defaults.codeChallengeMethods
}
