import PolicyDiagnostics
import PolicySourceTree
import PolicyText

extension StreamlinedLinking {
  init?(_ fields: Fields<StreamlinedLinkingKey>) {
    guard let node = fields.node else { return nil }
    self.init(
      googleClientID: fields.text(.googleClientID), intents: fields.texts(.intents) ?? [],
      node: node)
  }
}

extension AppFlipIOS {
  init?(_ fields: Fields<AppFlipKey.IOS>) {
    guard let node = fields.node else { return nil }
    self.init(
      app: fields.textPerEnvironment(.app),
      universalLink: fields.textPerEnvironment(.universalLink), node: node)
  }
}

extension AppFlipAndroid {
  init?(_ fields: Fields<AppFlipKey.Android>) {
    guard let node = fields.node else { return nil }
    self.init(
      app: fields.textPerEnvironment(.app),
      intentAction: fields.textPerEnvironment(.intentAction), activity: fields.text(.activity),
      callers: fields.mappings(.callers, AppFlipCaller.init), node: node)
  }
}

extension AppFlipCaller {
  fileprivate init?(_ fields: Fields<AppFlipKey.Caller>) {
    guard let node = fields.node else { return nil }
    self.init(
      packageName: fields.text(.packageName),
      sha256Fingerprints: fields.texts(.sha256CertFingerprints) ?? [], node: node)
  }
}
