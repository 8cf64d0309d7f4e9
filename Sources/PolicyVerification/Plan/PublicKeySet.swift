package import PolicyModel
package import PolicyText

/// The keys with which a provider signs, which everybody may read.
package struct PublicKeySet: Sendable {
  /// `google`, `firebase`, `apple`.
  package var name: String
  package var url: ExactString
  /// What in the policy uses the provider.
  package var anchor: SourceAnchor

  package init(name: String, url: ExactString, anchor: SourceAnchor) {
    self.name = name
    self.url = url
    self.anchor = anchor
  }
}
