import PolicyModel
package import PolicyText

/// Assigns readable, unique IDs that don't depend on the order of the sources.
struct PolicyIDs<Thing: Hashable> {
  private(set) var ids: [Thing: ExactString] = [:]

  /// - Parameter things: the preferred ID of each, and a string that orders those with equal preferences.
  init(_ things: [(thing: Thing, preferred: ExactString, order: ExactString)]) {
    var taken: Set<ExactString> = []
    for (thing, preferred, _) in things.sorted(by: {
      ($0.preferred, $0.order) < ($1.preferred, $1.order)
    }) {
      let id = Self.valid(preferred)
      var number = 1
      var name = id
      while !taken.insert(name).inserted {
        number += 1
        name = ExactString("\(id.string)-\(number)")
      }
      ids[thing] = name
    }
  }

  subscript(thing: Thing) -> ExactString? { ids[thing] }

  /// A valid ID: letters, digits, `.`, `_` and `-`, starting with a letter or digit. Other characters become one `-`.
  static func valid(_ text: ExactString) -> ExactString {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      let isWord = PercentEncoding.isUnreserved(byte) && byte != UInt8(ascii: "~")
      if isWord {
        let isMark = !byte.isAlphanumeric
        if isMark, bytes.isEmpty { continue }
        bytes.append(byte)
      } else if let last = bytes.last, last != UInt8(ascii: "-") {
        bytes.append(UInt8(ascii: "-"))
      }
    }
    while let last = bytes.last, !last.isAlphanumeric { bytes.removeLast() }
    return bytes.isEmpty ? "unnamed" : ExactString(decoding: bytes.prefix(64))
  }
}

package enum PolicyNames {
  /// A valid policy name: invalid characters become hyphens.
  package static func valid(_ text: ExactString) -> String {
    PolicyIDs<ExactString>.valid(text).string
  }
}

extension AppReference {
  /// Whether the ID is that of a project template: Google Play rejects `com.example`, .NET's has `com.companyname`, and
  /// Unity's `com.DefaultCompany`.
  var hasTemplateID: Bool {
    let id = identifier.map(ASCII.lowercased) ?? ""
    return ["com.example.", "com.companyname.", "com.defaultcompany."].contains { id.hasPrefix($0) }
  }
}

/// App IDs: a part of the bundle ID or package name, and the platform.
enum AppIDs {
  static func ids(
    _ imported: [ResolvedValue], _ mentions: [SubjectMention], isShort: Bool
  ) -> PolicyIDs<AppReference> {
    var apps: Set<AppReference> = []
    var platforms: [AppReference: ExactString] = [:]
    func note(_ subject: ImportSubject) {
      switch subject {
      case .app(let app), .googleOnIOS(let app), .googleOnAndroid(let app): apps.insert(app)
      default: break
      }
    }
    for mention in mentions { note(mention.subject) }
    for fact in imported {
      note(fact.subject)
      switch fact.value {
      case .app(let app): apps.insert(app)
      case .link(let link): apps.formUnion(link.apps.map(\.app))
      case .text(let text):
        if case .app(let app) = fact.subject, fact.key.path == ["platform"] {
          platforms[app] = text
        }
      case .boolean, .secret: break
      }
    }
    func name(_ app: AppReference, _ identifier: ExactString, parts: Int) -> ExactString {
      let platform = platforms[app] ?? (app.isAndroid ? "android" : "ios")
      let name = Self.name(of: identifier, platform, parts: parts, isShort: isShort)
      return ExactString("\(name)-\(platform.string)")
    }
    let known = apps.compactMap { app in app.identifier.map { (app: app, identifier: $0) } }
    // Use one more component if that distinguishes apps with the same name.
    let isLonger = Dictionary(grouping: known) { name($0.app, $0.identifier, parts: 1) }
      .mapValues { apps in Set(apps.map { name($0.app, $0.identifier, parts: 2) }).count > 1 }
    return PolicyIDs(
      known.map { app, identifier in
        let short = name(app, identifier, parts: 1)
        let prefix: ExactString = if case .appleID(let prefix, _) = app { prefix } else { "" }
        return (
          app, isLonger[short] == true ? name(app, identifier, parts: 2) : short,
          ExactString("\(identifier.string) \(prefix.string)")
        )
      })
  }

  /// Words that aren't specific to an app.
  private static let common: Set<ExactString> = [
    "app", "ios-app", "android-app", "ios", "android", "iphone", "mobile", "client", "flutter",
    "application", "main", "watchkitapp", "watchapp",
  ]

  /// A natural name for an app: the last components of its ID, and its build. `com.acme.home.ios`
  /// is `home`, and `com.acme.home.dev.watch` is `watch-dev`.
  ///
  /// - Parameter isShort: skips common words: `com.acme.android.x` is `acme-x`.
  private static func name(
    of identifier: ExactString, _ platform: ExactString, parts count: Int, isShort: Bool
  ) -> String {
    var parts = identifier.parts(separator: ".")
    func isCommon(_ part: ExactString) -> Bool {
      isShort && common.contains(ASCII.lowercased(part))
    }
    if parts.count > 2, parts.last.map({ ASCII.lowercased($0) }) == platform { parts.removeLast() }
    let build = parts.indices.dropFirst(2).last { EnvironmentWords.find(in: parts[$0].utf8) != nil }
    let suffix = build.map { "-\(parts.remove(at: $0).string)" } ?? ""
    while parts.count > 2, let last = parts.last, isCommon(last) { parts.removeLast() }
    var taken: [String] = []
    while let last = parts.popLast() {
      if taken.isEmpty || !isCommon(last) { taken.insert(last.string, at: 0) }
      if taken.count >= count, !isShort || taken.contains(where: { $0.utf8.count > 1 }) { break }
    }
    let name = taken.isEmpty ? identifier.string : taken.joined(separator: "-")
    let platform = "-\(platform.string)"
    return (isShort && name.hasSuffix(platform) ? String(name.dropLast(platform.count)) : name)
      + suffix
  }
}

extension PolicyBuilder {
  /// A policy name derived from a bundle ID, host, project or client.
  var proposedName: ExactString {
    if options.completes {
      let tenants = Set(
        values.flatMap { $0.context?.hints ?? [] }.filter { $0.kind == .tenant }.map(\.name))
      if appIDs.ids.isEmpty, tenants.count == 1, let tenant = tenants.first, tenant != "master" {
        return PolicyIDs<ExactString>.valid(ASCII.lowercased(tenant))
      }
      if let directory = options.directory { return PolicyIDs<ExactString>.valid(directory) }
    }
    let identifiers = appIDs.ids.keys.compactMap(\.identifier).sorted()
    if let first = identifiers.first {
      let parts = first.parts(separator: ".")
      let own = parts.count > 2 ? Array(parts[1...].prefix(2)) : parts
      return PolicyIDs<ExactString>.valid(
        ASCII.lowercased(ExactString(own.map(\.string).joined(separator: "-"))))
    }
    var hosts: [ExactString] = []
    for subject in bySubject.keys {
      if case .host(.named(let host)) = subject { hosts.append(host) }
      if case .firebase(let project?) = subject { hosts.append(project) }
      if case .client(let client) = subject { hosts.append(client) }
    }
    return hosts.min().map { PolicyIDs<ExactString>.valid($0) } ?? "imported"
  }
}
