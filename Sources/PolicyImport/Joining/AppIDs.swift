import PolicyModel
import PolicyText

/// Ids of apps: the last part of bundle ID or package, and the platform.
enum AppIDs {
  static func ids(
    _ facts: [ResolvedFact], _ mentions: [SubjectMention], _ names: [FactSubject: ExactString]
  ) -> PolicyIDs<AppReference> {
    var apps: Set<AppReference> = []
    var platforms: [AppReference: ExactString] = [:]
    func note(_ subject: FactSubject) {
      switch subject {
      case .app(let app), .googleOnIOS(let app), .googleOnAndroid(let app): apps.insert(app)
      default: break
      }
    }
    for mention in mentions { note(mention.subject) }
    for fact in facts {
      note(fact.subject)
      switch fact.value {
      case .app(let app): apps.insert(app)
      case .link(let link): apps.formUnion(link.apps.map(\.app))
      case .text(let text):
        if case .app(let app) = fact.subject, fact.key.path == ["platform"] {
          platforms[app] = text
        }
      case .boolean, .integer, .secret: break
      }
    }
    return PolicyIDs(
      apps.compactMap { app in
        guard let identifier = app.identifier else { return nil }
        let platform = platforms[app] ?? (app.isAndroid ? "android" : "ios")
        let name = names[.app(app)] ?? lastPart(of: identifier, platform)
        let prefix: ExactString = if case .appleID(let prefix, _) = app { prefix } else { "" }
        return (
          app, ExactString("\(name.string)-\(platform.string)"),
          ExactString("\(identifier.string) \(prefix.string)")
        )
      })
  }

  /// `com.acme.home` is `home`, `com.acme.home.dev` is `home-dev`, and `com.acme.home.ios` is `home` too.
  private static func lastPart(
    of identifier: ExactString, _ platform: ExactString
  ) -> ExactString {
    var parts = identifier.utf8.split(separator: UInt8(ascii: ".")).map {
      ExactString(decoding: $0)
    }
    if parts.count > 2, parts.last.map({ ASCII.lowercased($0) }) == platform { parts.removeLast() }
    guard let last = parts.last else { return identifier }
    let isVariant = parts.count > 2 && EnvironmentWords.find(in: last.utf8) != nil
    return isVariant ? ExactString("\(parts[parts.count - 2].string)-\(last.string)") : last
  }
}
