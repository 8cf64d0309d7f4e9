import Diagnostics
import SourceTree
import TextSupport

extension Client {
  init(id: LocatedText, _ fields: Fields, _ node: NodeID) {
    let flip = fields.mapping("app_flip")
    self.init(
      id: id, provider: fields.word("provider"), type: fields.word("type"),
      clientID: fields.textPerEnvironment("client_id"),
      clientSecret: fields.secret("client_secret"),
      redirectURIs: fields.textsPerEnvironment("redirect_uris"),
      scopes: fields.texts("scopes") ?? [], responseTypes: fields.texts("response_types"),
      state: fields.word("state"), pkce: fields.word("pkce"),
      omitRedirectURI: fields.boolean("omit_redirect_uri"),
      tokenEndpointAuth: fields.text("token_endpoint_auth"),
      streamlinedLinking: fields.mapping("streamlined_linking").flatMap(StreamlinedLinking.init),
      appFlipIOS: flip?.mapping("ios").flatMap(AppFlipIOS.init),
      appFlipAndroid: flip?.mapping("android").flatMap(AppFlipAndroid.init),
      server: AuthorizationServer(fields), node: node)
  }
}

extension StreamlinedLinking {
  fileprivate init?(_ fields: Fields) {
    guard let node = fields.node else { return nil }
    self.init(
      googleClientID: fields.text("google_client_id"), intents: fields.texts("intents") ?? [],
      node: node)
  }
}

extension AppFlipIOS {
  fileprivate init?(_ fields: Fields) {
    guard let node = fields.node else { return nil }
    self.init(
      app: fields.textPerEnvironment("app"),
      universalLink: fields.textPerEnvironment("universal_link"), node: node)
  }
}

extension AppFlipAndroid {
  fileprivate init?(_ fields: Fields) {
    guard let node = fields.node else { return nil }
    self.init(
      app: fields.textPerEnvironment("app"),
      intentAction: fields.textPerEnvironment("intent_action"), activity: fields.text("activity"),
      callers: fields.mappings("callers").compactMap { caller in
        caller.node.map { node in
          AppFlipCaller(
            packageName: caller.text("package_name"),
            sha256Fingerprints: caller.texts("sha256_cert_fingerprints") ?? [], node: node)
        }
      },
      node: node)
  }
}
