import PolicyModel
import PolicyText

/// Clients whose addresses are all of the machine or of an app, or that say that they are native.
enum NativeClients {
  static func find(in facts: [ResolvedFact]) -> Set<FactSubject> {
    var stated: [FactSubject: Bool] = [:]
    var found: [FactSubject: Bool] = [:]
    let (type, uris) = (FactKey([ClientKey.type]), FactKey([ClientKey.redirectURIs]))
    for fact in facts {
      guard case .client = fact.subject, let text = fact.text else { continue }
      if fact.key == type { stated[fact.subject] = text == ExactString(ClientType.native.rawValue) }
      guard fact.key == uris else { continue }
      let address = Address(text)
      let isOwn = address.isPrivateUse || address.isLoopback
      found[fact.subject] = (found[fact.subject] ?? true) && isOwn
    }
    return Set(found.merging(stated) { $1 }.filter(\.value).keys)
  }
}
