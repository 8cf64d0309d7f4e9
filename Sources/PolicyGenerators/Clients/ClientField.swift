import PolicyDecision
import PolicyModel
import PolicyText

/// A field of the clients in generated code, in the order in which most languages write them.
///
/// A new field needs a case and its line in `definition`: every language then declares it, with its
/// default, and writes it. The raw values are its name in words.
enum ClientField: String, CaseIterable, Sendable {
  case id
  case key
  case redirectURIs = "redirect_uris"
  case browserRedirectURIs = "browser_redirect_uris"
  case postLogoutRedirectURIs = "post_logout_redirect_uris"
  case corsOrigins = "cors_origins"
  case isNative = "is_native"
  case isGoogleAccountLinking = "is_google_account_linking"
  case allowsOmittedRedirectURI = "allows_omitted_redirect_uri"
  case scopes
  case responseTypes = "response_types"
  case grantTypes = "grant_types"
  case requiresState = "requires_state"
  case requiresPKCE = "requires_pkce"
  case codeChallengeMethods = "code_challenge_methods"
  case issuer
  case universalLink = "universal_link"
  case intentAction = "intent_action"
  case callers
  case isPublic = "is_public"
  case authenticatesByHeader = "authenticates_by_header"
  case assertionIntents = "assertion_intents"

  /// The type of the field, its default, and where its value comes from.
  var definition: ClientFieldDefinition {
    switch self {
    case .id: .text(\.clientID)
    case .key: .requiredText(\.key)
    case .isGoogleAccountLinking:
      .flag(default: ClientDefaults.isGoogleAccountLinking) {
        $0.provider == .googleAccountLinking
      }
    case .redirectURIs: .requiredTexts { $0.redirectURIs.map(\.value) }
    case .browserRedirectURIs:
      .texts(default: ClientDefaults.browserRedirectURIs, \.browserRedirectURIs)
    case .postLogoutRedirectURIs:
      .texts(default: ClientDefaults.postLogoutRedirectURIs) {
        $0.postLogoutRedirectURIs.map(\.value)
      }
    case .corsOrigins:
      .texts(default: ClientDefaults.corsOrigins) { $0.corsOrigins.map(\.value) }
    case .isNative: .flag(default: ClientDefaults.isNative) { $0.type == .native }
    case .allowsOmittedRedirectURI:
      .flag(default: ClientDefaults.allowsOmittedRedirectURI, \.allowsOmittedRedirectURI)
    case .scopes: .texts(default: ClientDefaults.scopes) { $0.scopes.map(\.value) }
    case .responseTypes: .texts(default: ClientDefaults.responseTypes, \.responseTypes)
    case .grantTypes: .texts(default: ClientDefaults.grantTypes, \.grantTypes)
    case .requiresState: .flag(default: ClientDefaults.requiresState, \.requiresState)
    case .requiresPKCE: .flag(default: ClientDefaults.requiresPKCE, \.requiresPKCE)
    case .codeChallengeMethods:
      .texts(default: ClientDefaults.codeChallengeMethods, \.codeChallengeMethods)
    case .issuer: .optionalText(\.issuer)
    case .universalLink: .optionalText(\.flipUniversalLink)
    case .intentAction: .optionalText(\.flipIntentAction)
    case .callers: .callers(\.flipCallers)
    case .isPublic:
      .flag(default: ClientDefaults.isPublic) { $0.tokenEndpointAuth == .noSecret }
    case .authenticatesByHeader:
      .flag(default: ClientDefaults.authenticatesByHeader) { $0.tokenEndpointAuth == .basic }
    case .assertionIntents:
      .texts(default: ClientDefaults.assertionIntents, \.assertionIntents)
    }
  }

  /// The name in languages that write flags only where they are not the default: it says what is then
  /// true.
  var nameUnlessDefault: String {
    switch self {
    case .allowsOmittedRedirectURI: "may_omit_redirect_uri"
    case .requiresState: "may_omit_state"
    case .requiresPKCE: "may_omit_pkce"
    default: rawValue
    }
  }

  /// What the field holds, with its default.
  var type: ClientFieldType { definition.type }

  /// What a client is written with: here, and nowhere else, defaults are left out.
  static func values(
    of client: CompiledClient, order: [DefinedField] = inOrder
  ) -> [(field: DefinedField, value: ClientFieldValue)] {
    var values: [(field: DefinedField, value: ClientFieldValue)] = []
    values.reserveCapacity(8)
    for field in order {
      if let value = field.definition.value(client), value != field.defaultValue {
        values.append((field, value))
      }
    }
    return values
  }

  /// The fields in their order.
  static let inOrder = allCases.enumerated().map { DefinedField(number: $0, field: $1) }

  /// The fields that can be of any length.
  static let openLists = inOrder.filter { $0.isOpenList || $0.field == .callers }

  /// The fields with all flags before the lists and texts that may be left out.
  static let flagsFirst: [DefinedField] =
    inOrder.filter(\.field.type.isRequired)
    + inOrder.filter(\.field.type.isFlag)
    + inOrder.filter { !$0.field.type.isRequired && !$0.field.type.isFlag }
}

extension CompiledClient {
  /// The intents of streamlined linking that the client may send; empty if it doesn't use it.
  var assertionIntents: [ExactString] {
    // A policy without a list allows all.
    streamlinedIntents.map { $0.isEmpty ? StreamlinedIntent.names : $0 } ?? []
  }
}
