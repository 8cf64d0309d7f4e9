import PolicyText

extension StreamlinedLinking {
  init?(_ fields: Fields<StreamlinedLinkingKey>) {
    guard let node = fields.node else { return nil }
    self.init(
      googleClientID: fields.text(.googleClientID), intents: fields.texts(.intents) ?? [],
      node: node)
  }
}

extension AppFlipCaller {
  init?(_ fields: Fields<AppFlipKey.Caller>) {
    guard let node = fields.node else { return nil }
    self.init(
      packageName: fields.text(.packageName),
      sha256Fingerprints: fields.texts(.sha256CertFingerprints) ?? [], node: node)
  }
}
