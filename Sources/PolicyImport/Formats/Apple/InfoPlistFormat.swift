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
      let root = source.propertyList.tree.rootObject, !root.has("GOOGLE_APP_ID")
    else { return .no }
    return signs.contains(where: root.has) ? .yes : .no
  }

  package static func read(_ source: ImportSource, into imported: inout ImportedValues) {
    guard let root = imported.root(of: source.propertyList) else { return }
    if let id = root["CFBundleIdentifier"]?.text.nonEmpty,
      SourceVariable.first(in: id.value) == nil
    {
      guard !root.has("NSExtension"), !root.has("EXAppExtensionAttributes") else {
        return imported.skip(id, because: "app extensions")
      }
      let app = AppReference.apple(bundleID: id.value)
      imported.mention(.app(app), at: id.location)
      imported.bind(app, to: source.path, at: id.location)
    }
    if !root.has("CFBundleIdentifier") {
      _ = source.bindToDotNetApp({ .apple(bundleID: $0) }, &imported)
    }
    InfoPlistReading(app: .builtWith(source.id)).read(root, into: &imported)
  }
}

/// Reads the sign-in keys of an `Info.plist` from any source.
struct InfoPlistReading {
  let app: AppReference
  var context: EnvironmentContext?

  func read(_ root: SourceObject, into imported: inout ImportedValues) {
    for schemes in root.items("CFBundleURLTypes").compactMap({ $0["CFBundleURLSchemes"] }) {
      for item in schemes.isScalar ? [schemes] : schemes.items {
        if let text = item.text.nonEmpty { scheme(text, into: &imported) }
      }
    }
    for (key, meaning) in [
      ("GIDClientID", GoogleSignInKey.IOS.clientID), ("GIDServerClientID", .serverClientID),
    ] {
      imported.add(.googleOnIOS(app), meaning, from: root[key]?.text.nonEmpty, in: context)
    }
    for key in ["GIDHostedDomain", "GIDOpenIDRealm"] {
      guard let text = root[key]?.text.nonEmpty else { continue }
      imported.leaveOut(
        .dropped, "policies don't support `\(key)`: left out \(text.quoted)", at: text.location,
        help: "no action needed: it doesn't affect redirects")
    }
    for item in root.items("FirebaseDynamicLinksCustomDomains") {
      imported.leaveOutDynamicLinks(
        item.text, help: "replace it with a Firebase Hosting link domain")
    }
    for item in root.items("WKAppBoundDomains") {
      imported.skip(item.text, because: "app-bound domains of web views")
    }
    for (key, _) in root["NSAppTransportSecurity"]?["NSExceptionDomains"]?.entries ?? [] {
      imported.skip(key.text, because: "App Transport Security exceptions")
    }
  }

  private func scheme(_ scheme: SourceString, into imported: inout ImportedValues) {
    if URLSchemeOrigin.isGoogle(scheme.value) {
      imported.add(.googleOnIOS(app), GoogleSignInKey.IOS.urlSchemes, from: scheme, in: context)
    } else {
      URLSchemeOrigin.read(
        scheme.value, of: app, at: scheme.location, in: context, into: &imported)
    }
  }
}

/// Distinguishes apps' own URL schemes from those of SDKs.
enum URLSchemeOrigin {
  /// Whether the scheme is a reversed Google client ID.
  static func isGoogle(_ scheme: ExactString) -> Bool {
    ASCII.lowercased(scheme).hasPrefix("com.googleusercontent.apps.")
  }

  /// Prefixes of schemes that SDKs of other services require.
  private static let foreign = [
    "fb", "kakao", "app-", "twitterkit-", "line3rdp.", "msauth.", "vk", "naver", "wx", "db-",
    "snapkit", "spotify-", "amzn-", "exp+", "tencent", "weixin", "pdk", "ok", "appcenter-",
  ]

  /// Schemes that many apps register and no sign-in uses.
  private static let system: Set<ExactString> = [
    "content", "file", "mailto", "tel", "sms", "smsto", "mms", "mmsto", "geo",
  ]

  /// Adds a scheme of an app, or skips it if it belongs to another service.
  static func read(
    _ scheme: ExactString, of app: AppReference, at location: SourceLocation,
    in context: EnvironmentContext?, uri: ExactString? = nil, resources: String? = nil,
    into imported: inout ImportedValues
  ) {
    let lowercase = ASCII.lowercased(scheme)
    if ["http", "https"].contains(lowercase) {
      imported.skip(scheme, because: "schemes that only browsers open", at: location)
    } else if system.contains(lowercase) {
      imported.skip(scheme, because: "schemes of files and messages", at: location)
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

extension ImportSource {
  /// Binds a file in `Platforms` of a .NET MAUI project to the project's app. Returns false without such an app.
  func bindToDotNetApp(
    _ app: (ExactString) -> AppReference, _ imported: inout ImportedValues
  ) -> Bool {
    let folder = Array(pathParts.dropLast(3))
    guard pathParts.dropLast(2).last == "Platforms" else { return false }
    for project in inputs({ $0.hasSuffix(".csproj") })
    where Array(project.pathParts.dropLast()) == folder {
      let groups = project.xml.tree.root?.children(named: "PropertyGroup") ?? []
      // A group or an ID with a condition is that of a platform or configuration.
      let ids = groups.filter { $0.attributes.isEmpty }.flatMap {
        $0.children(named: "ApplicationId")
      }
      guard let id = ids.filter({ $0.attributes.isEmpty }).compactMap(\.text?.trimmed).last,
        !id.text.isEmpty, SourceVariable.first(in: id.text) == nil
      else { continue }
      let location = project.location(id.span)
      imported.mention(.app(app(id.text)), at: location)
      imported.bind(app(id.text), to: path, at: location)
      return true
    }
    // Older projects have the ID in the `Info.plist` of the folder.
    guard let list = neighbor("Info.plist"), list.path != path,
      let id = list.propertyList.tree.rootObject?.string("CFBundleIdentifier")?.nonEmpty,
      SourceVariable.first(in: id.value) == nil
    else { return false }
    imported.bind(app(id.value), to: path, at: id.location)
    return true
  }
}
