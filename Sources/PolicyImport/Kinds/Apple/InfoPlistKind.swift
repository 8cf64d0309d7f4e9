import PolicyText
import PolicyModel

/// `Info.plist` of an app.
package enum InfoPlistKind: ImportKind {
  package static let name = "info-plist"
  package static let summary = "Info.plist of an iOS or macOS app"
  package static let usualNames = ["Info.plist", "*-Info.plist"]

  private static let signs = [
    "CFBundleIdentifier", "CFBundleURLTypes", "GIDClientID", "CFBundleExecutable",
    "CFBundleShortVersionString", "UILaunchStoryboardName",
  ]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    if source.file.bytes.starts(with: "bplist".utf8) {
      return .refused(
        message: "this is a binary property list",
        help: "convert a copy with `plutil -convert xml1` and import that")
    }
    guard source.firstByte == UInt8(ascii: "<"), source.mentions("<dict"),
      let root = source.propertyList.tree.root
    else { return .no }
    let tree = source.propertyList.tree
    guard tree.value(of: "GOOGLE_APP_ID", in: root) == nil else { return .no }
    return signs.contains { tree.value(of: $0, in: root) != nil } ? .yes : .no
  }

  package static func read(_ source: ImportSource, into facts: inout ImportFacts) {
    guard let tree = facts.usable(source.propertyList), let root = tree.root else { return }
    if let id = tree.value(of: "CFBundleIdentifier", in: root),
      SourceVariable.first(in: tree.text(id)) == nil, !tree.text(id).isEmpty
    {
      let app = AppReference.apple(bundleID: tree.text(id))
      facts.mention(.app(app), at: tree.location(id))
      facts.bind(app, to: source.path, at: tree.location(id))
    }
    InfoPlistReading(tree, app: .builtWith(source.id)).read(root, into: &facts)
  }
}

/// What an `Info.plist` says about sign-in, wherever it stands.
struct InfoPlistReading {
  let tree: SourceTree
  let app: AppReference
  let context: FactContext?

  init(_ tree: SourceTree, app: AppReference, in context: FactContext? = nil) {
    self.tree = tree
    self.app = app
    self.context = context
  }

  func read(_ root: NodeID, into facts: inout ImportFacts) {
    if let types = tree.value(of: "CFBundleURLTypes", in: root) {
      for type in tree.items(types) {
        guard let schemes = tree.value(of: "CFBundleURLSchemes", in: type) else { continue }
        let items = tree.kind(schemes) == .scalar ? [schemes] : Array(tree.items(schemes))
        for item in items where !tree.text(item).isEmpty { scheme(item, into: &facts) }
      }
    }
    for (key, meaning) in [
      ("GIDClientID", GoogleSignInKey.IOS.clientID), ("GIDServerClientID", .serverClientID),
    ] {
      guard let node = tree.value(of: key, in: root), !tree.text(node).isEmpty else { continue }
      facts.add(
        .googleOnIOS(app), meaning, is: .text(tree.text(node)), at: tree.location(node), in: context
      )
    }
    for key in ["GIDHostedDomain", "GIDOpenIDRealm"] {
      guard let node = tree.value(of: key, in: root), !tree.text(node).isEmpty else { continue }
      facts.leaveOut(
        .dropped, "a policy has no place for `\(key)`: \(quoted(node))", at: tree.location(node))
    }
    if let domains = tree.value(of: "FirebaseDynamicLinksCustomDomains", in: root) {
      for item in tree.items(domains) {
        facts.leaveOutDynamicLinks(
          tree.text(item), at: tree.location(item),
          help: "replace it by a link domain of Firebase Hosting")
      }
    }
    if let domains = tree.value(of: "WKAppBoundDomains", in: root) {
      for item in tree.items(domains) {
        facts.skip(
          tree.text(item), because: "pages that web views of the app may show",
          at: tree.location(item))
      }
    }
    if let security = tree.value(of: "NSAppTransportSecurity", in: root),
      let domains = tree.value(of: "NSExceptionDomains", in: security)
    {
      for (key, _) in tree.entries(domains) {
        facts.skip(
          tree.text(key), because: "exceptions of App Transport Security", at: tree.location(key))
      }
    }
  }

  private func scheme(_ node: NodeID, into facts: inout ImportFacts) {
    let text = tree.text(node)
    if URLSchemeOrigin.isGoogle(text) {
      return facts.add(
        .googleOnIOS(app), GoogleSignInKey.IOS.urlSchemes, is: .text(text),
        at: tree.location(node), in: context)
    }
    URLSchemeOrigin.read(text, of: app, at: tree.location(node), in: context, into: &facts)
  }

  private func quoted(_ node: NodeID) -> String { UTF8Text.quoted(tree.text(node).string) }
}
