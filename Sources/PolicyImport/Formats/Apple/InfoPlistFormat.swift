import PolicyModel
import PolicyText

/// `Info.plist` of an app.
package enum InfoPlistFormat: ImportFormat {
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
        message: "binary property lists are not supported",
        help: "convert a copy with `plutil -convert xml1`")
    }
    guard source.firstByte == UInt8(ascii: "<"), source.mentions("<dict"),
      let root = source.propertyList.tree.root
    else { return .no }
    let tree = source.propertyList.tree
    guard tree.value(of: "GOOGLE_APP_ID", in: root) == nil else { return .no }
    return signs.contains { tree.value(of: $0, in: root) != nil } ? .yes : .no
  }

  package static func read(_ source: ImportSource, into imported: inout ImportedValues) {
    guard let tree = imported.usable(source.propertyList), let root = tree.root else { return }
    if let id = tree.value(of: "CFBundleIdentifier", in: root),
      SourceVariable.first(in: tree.text(id)) == nil, !tree.text(id).isEmpty
    {
      let app = AppReference.apple(bundleID: tree.text(id))
      imported.mention(.app(app), at: tree.location(id))
      imported.bind(app, to: source.path, at: tree.location(id))
    }
    InfoPlistReading(tree, app: .builtWith(source.id)).read(root, into: &imported)
  }
}

/// Reads the sign-in keys of an `Info.plist` from any source.
struct InfoPlistReading {
  let tree: SourceTree
  let app: AppReference
  let context: EnvironmentContext?

  init(_ tree: SourceTree, app: AppReference, in context: EnvironmentContext? = nil) {
    self.tree = tree
    self.app = app
    self.context = context
  }

  func read(_ root: NodeID, into imported: inout ImportedValues) {
    if let types = tree.value(of: "CFBundleURLTypes", in: root) {
      for type in tree.items(types) {
        guard let schemes = tree.value(of: "CFBundleURLSchemes", in: type) else { continue }
        let items = tree.kind(schemes) == .scalar ? [schemes] : Array(tree.items(schemes))
        for item in items where !tree.text(item).isEmpty { scheme(item, into: &imported) }
      }
    }
    for (key, meaning) in [
      ("GIDClientID", GoogleSignInKey.IOS.clientID), ("GIDServerClientID", .serverClientID),
    ] {
      guard let node = tree.value(of: key, in: root), !tree.text(node).isEmpty else { continue }
      imported.add(
        .googleOnIOS(app), meaning, is: .text(tree.text(node)), at: tree.location(node), in: context
      )
    }
    for key in ["GIDHostedDomain", "GIDOpenIDRealm"] {
      guard let node = tree.value(of: key, in: root), !tree.text(node).isEmpty else { continue }
      imported.leaveOut(
        .dropped, "policies don't support `\(key)`: left out \(quoted(node))",
        at: tree.location(node), help: "no action needed: it doesn't affect redirects")
    }
    if let domains = tree.value(of: "FirebaseDynamicLinksCustomDomains", in: root) {
      for item in tree.items(domains) {
        imported.leaveOutDynamicLinks(
          tree.text(item), at: tree.location(item),
          help: "replace it with a Firebase Hosting link domain")
      }
    }
    if let domains = tree.value(of: "WKAppBoundDomains", in: root) {
      for item in tree.items(domains) {
        imported.skip(
          tree.text(item), because: "app-bound domains of web views",
          at: tree.location(item))
      }
    }
    if let security = tree.value(of: "NSAppTransportSecurity", in: root),
      let domains = tree.value(of: "NSExceptionDomains", in: security)
    {
      for (key, _) in tree.entries(domains) {
        imported.skip(
          tree.text(key), because: "App Transport Security exceptions", at: tree.location(key))
      }
    }
  }

  private func scheme(_ node: NodeID, into imported: inout ImportedValues) {
    let text = tree.text(node)
    if URLSchemeOrigin.isGoogle(text) {
      return imported.add(
        .googleOnIOS(app), GoogleSignInKey.IOS.urlSchemes, is: .text(text),
        at: tree.location(node), in: context)
    }
    URLSchemeOrigin.read(text, of: app, at: tree.location(node), in: context, into: &imported)
  }

  private func quoted(_ node: NodeID) -> String { DisplayText.quoted(tree.text(node).string) }
}

/// Tells apps' own URL schemes from those of SDKs.
enum URLSchemeOrigin {
  /// Whether the scheme is a reversed Google client ID.
  static func isGoogle(_ scheme: ExactString) -> Bool {
    ASCII.lowercased(scheme).hasPrefix("com.googleusercontent.apps.")
  }

  /// Prefixes of schemes that SDKs of other services require.
  private static let foreign = [
    "fb", "kakao", "app-", "twitterkit-", "line3rdp.", "msauth.", "vk", "naver", "wx", "db-",
    "snapkit", "spotify-", "amzn-", "exp+", "tencent", "weixin", "pdk", "ok",
  ]

  /// Adds a scheme of an app, or skips it if it belongs to another service.
  static func read(
    _ scheme: ExactString, of app: AppReference, at location: SourceLocation,
    in context: EnvironmentContext?, uri: ExactString? = nil, resources: String? = nil,
    into imported: inout ImportedValues
  ) {
    if ["http", "https"].contains(ASCII.lowercased(scheme)) {
      imported.skip(scheme, because: "schemes that only browsers open", at: location)
    } else if isForeign(scheme) {
      imported.skip(scheme, because: "URL schemes of other services", at: location)
    } else {
      imported.addScheme(
        scheme, of: app, at: location, in: context, uri: uri, resources: resources)
    }
  }

  private static func isForeign(_ scheme: ExactString) -> Bool {
    let text = ASCII.lowercased(scheme)
    if isGoogle(text) || ["msauth", "kakaolink"].contains(text) { return true }
    guard let prefix = foreign.first(where: { text.hasPrefix($0) }) else { return false }
    let rest = text.utf8.dropFirst(prefix.utf8.count)
    // `fb1234`, `app-1-123-ios-0a1b`, `msauth.com.acme.home`, `wx0a1b2c3d4e5f6789`, but not `okapi`.
    if let last = prefix.utf8.last, "-.+".utf8.contains(last) { return prefix != "ok" }
    let digits = rest.filter(\.isDigit).count
    return rest.first.map { $0.isDigit || PercentEncoding.hexValue($0) != nil }
      == true
      && digits >= 5
  }
}
