import AssociationFiles
import PolicyText
import PolicyModel

/// Compiles the clients of one policy for one environment.
struct Lowering {
  let document: PolicyDocument
  let environment: Environment
  /// The number of the first client.
  var firstNumber = 0
  let isUsable: (SourceAnchor) -> Bool

  var clients: [CompiledClient] {
    document.policy.clients.enumerated().compactMap {
      CompiledClient($1, number: firstNumber + $0, self)
    }
  }

  func entry(_ text: LocatedText) -> Entry? {
    let anchor = document.anchor(text)
    return isUsable(anchor) ? Entry(text.value, anchor) : nil
  }

  func entry(_ values: PerEnvironment<LocatedText>?) -> Entry? {
    values?[environment].flatMap(entry)
  }

  func entries(_ values: PerEnvironment<[LocatedText]>?) -> [Entry] {
    values?[environment]?.compactMap(entry) ?? []
  }

  func caller(_ caller: AppFlipCaller) -> CompiledCaller? {
    guard let package = caller.packageName.flatMap(entry) else { return nil }
    return CompiledCaller(
      package: package,
      fingerprints: caller.sha256Fingerprints.compactMap { Fingerprint($0.value) })
  }
}
