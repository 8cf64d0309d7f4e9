import PolicyDiagnostics
import PolicySourceTree
import PolicyText

extension StreamlinedLinking {
  init?(_ fields: Fields) {
    guard let node = fields.node else { return nil }
    self.init(
      googleClientID: fields.text("google_client_id"), intents: fields.texts("intents") ?? [],
      node: node)
  }
}

extension AppFlipIOS {
  init?(_ fields: Fields) {
    guard let node = fields.node else { return nil }
    self.init(
      app: fields.textPerEnvironment("app"),
      universalLink: fields.textPerEnvironment("universal_link"), node: node)
  }
}

extension AppFlipAndroid {
  init?(_ fields: Fields) {
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
