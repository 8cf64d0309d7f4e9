import PolicyText

/// The defaults of clients in generated code.
///
/// It is written into the code as well: a default that changes here changes in every language.
enum ClientDefaults {
  static let browserRedirectURIs: [ExactString] = []
  static let isNative = false
  static let allowsOmittedRedirectURI = false
  static let scopes: [ExactString] = []
  static let responseTypes: [ExactString] = ["code"]
  static let requiresState = true
  static let requiresPKCE = true
  static let codeChallengeMethods: [ExactString] = ["S256"]
}
