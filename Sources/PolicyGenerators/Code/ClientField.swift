import AssociationFiles
import PolicyDecision
import PolicyModel
import PolicyText

/// A field of the clients in generated code.
///
/// A new field is one more element of `all`: the data of every language then contains it.
struct ClientField: Sendable {
  enum Value: Sendable, Equatable {
    case text(ExactString)
    case texts([ExactString])
    case flag(Bool)
    case callers([Caller])
  }

  /// An app that may send the App Flip intent, with the SHA-256 of its signing certificates.
  struct Caller: Sendable, Equatable {
    let package: ExactString
    let certificates: [ExactString]
  }

  /// Words joined by `_`.
  let name: String
  /// The name in languages that write flags only if they aren't the default.
  let nameUnlessDefault: String
  let isRequired: Bool
  /// The default value, which is left out unless the field is required; nil without a default.
  let defaultValue: Value?
  /// nil for a value that the client doesn't have.
  let value: @Sendable (CompiledClient) -> Value?

  /// All fields, in the order in which most languages write them. The runtimes contain the same defaults.
  static let all: [ClientField] = [
    text("id", isRequired: true) { $0.clientID.value },
    text("key", isRequired: true) { $0.key },
    texts("redirect_uris", isRequired: true) { $0.redirectURIs.map(\.value) },
    texts("browser_redirect_uris", value: \.browserRedirectURIs),
    texts("post_logout_redirect_uris") { $0.postLogoutRedirectURIs.map(\.value) },
    texts("cors_origins") { $0.corsOrigins.map(\.value) },
    flag("is_native") { $0.type == .native },
    flag("is_google_account_linking") { $0.provider == .googleAccountLinking },
    flag(
      "allows_omitted_redirect_uri", unlessDefault: "may_omit_redirect_uri",
      default: Client.Defaults.omitRedirectURI, value: \.allowsOmittedRedirectURI),
    texts("scopes") { $0.scopes.map(\.value) },
    texts(
      "response_types", default: Client.Defaults.responseTypes, value: \.responseTypes),
    // A client with streamlined linking has other defaults in a policy, and its list is written.
    texts("grant_types", default: Client.Defaults.grantTypes, value: \.grantTypes),
    flag(
      "requires_state", unlessDefault: "may_omit_state",
      default: Client.Defaults.state == .required, value: \.requiresState),
    flag(
      "requires_pkce", unlessDefault: "may_omit_pkce", default: true, value: \.requiresPKCE),
    texts(
      "code_challenge_methods", default: AuthorizationServer.Defaults.codeChallengeMethods,
      value: \.codeChallengeMethods),
    text("issuer") { $0.issuer?.value },
    text("universal_link") { $0.flipUniversalLink?.value },
    text("intent_action") { $0.flipIntentAction?.value },
    ClientField("callers", default: .callers([])) { client in
      .callers(
        client.flipCallers.map { caller in
          Caller(
            package: caller.package.value,
            certificates: caller.fingerprints.map { ExactString($0.text) })
        })
    },
    flag("is_public") { $0.tokenEndpointAuth == .noSecret },
    flag("authenticates_by_header") { $0.tokenEndpointAuth == .basic },
    texts("assertion_intents", value: \.assertionIntents),
  ]

  /// The required fields, then flags, then the other fields.
  static let flagsFirst: [ClientField] =
    all.filter(\.isRequired) + all.filter { !$0.isRequired && $0.isFlag }
    + all.filter { !$0.isRequired && !$0.isFlag }

  private init(
    _ name: String, unlessDefault: String? = nil, isRequired: Bool = false,
    default defaultValue: Value?, value: @escaping @Sendable (CompiledClient) -> Value?
  ) {
    self.name = name
    nameUnlessDefault = unlessDefault ?? name
    self.isRequired = isRequired
    self.defaultValue = defaultValue
    self.value = value
  }

  private static func text(
    _ name: String, isRequired: Bool = false,
    value: @escaping @Sendable (CompiledClient) -> ExactString?
  ) -> Self {
    Self(name, isRequired: isRequired, default: nil) { value($0).map(Value.text) }
  }

  private static func texts(
    _ name: String, isRequired: Bool = false, default defaultValue: [ExactString] = [],
    value: @escaping @Sendable (CompiledClient) -> [ExactString]
  ) -> Self {
    Self(name, isRequired: isRequired, default: .texts(defaultValue)) { .texts(value($0)) }
  }

  private static func flag(
    _ name: String, unlessDefault: String? = nil, default defaultValue: Bool = false,
    value: @escaping @Sendable (CompiledClient) -> Bool
  ) -> Self {
    Self(name, unlessDefault: unlessDefault, default: .flag(defaultValue)) { .flag(value($0)) }
  }

  private var isFlag: Bool { if case .flag = defaultValue { true } else { false } }

  /// True for a list with any items.
  var isOpenList: Bool { defaultValue == .texts([]) || defaultValue == .callers([]) }

  /// The fields of a client that aren't the default.
  static func values(
    of client: CompiledClient, _ fields: [ClientField] = all
  ) -> [(field: ClientField, value: Value)] {
    fields.compactMap { field in
      guard let value = field.value(client), field.isRequired || value != field.defaultValue else {
        return nil
      }
      return (field, value)
    }
  }
}

extension CompiledClient {
  /// The intents of streamlined linking that the client may send; empty if it doesn't use streamlined linking.
  var assertionIntents: [ExactString] {
    // A policy without a list allows all intents.
    streamlinedIntents.map { $0.isEmpty ? StreamlinedIntent.names : $0 } ?? []
  }

  /// The redirect URIs that App Flip must not send a response to; empty if the client doesn't use App Flip.
  var browserRedirectURIs: [ExactString] {
    guard flipUniversalLink != nil || flipIntentAction != nil else { return [] }
    return redirectURIs.map(\.value).filter(isBrowserOnly)
  }
}
