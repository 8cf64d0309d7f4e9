import PolicyModel
import PolicyText

/// A target of an Xcode or XcodeGen project, with its settings in every configuration.
struct XcodeBuild {
  enum Product {
    case app
    /// A target with its own app ID and entitlements that isn't an app.
    case `extension`
  }

  var target: ExactString
  var product: Product
  var configurations: [XcodeSettings]
  /// The configuration that a scheme archives; nil if unknown.
  var archived: ExactString?
  /// The folder of relative paths in settings, with a final `/`; empty for the root.
  var directory: String
  /// Returns the file at a path in that folder.
  var file: (String) -> ImportSource?

  private struct Binding: Hashable {
    var app: AppReference
    var path: String
    var values: [ExactString: ExactString]
  }

  /// The bundle IDs that targets for several platforms share.
  static func shared(_ builds: [XcodeBuild]) -> Set<ExactString> {
    var platforms: [ExactString: Set<Platform>] = [:]
    for build in builds where build.product == .app {
      for settings in build.configurations {
        guard let id = settings.value("PRODUCT_BUNDLE_IDENTIFIER") else { continue }
        let sdk = settings.value("SDKROOT") ?? "iphoneos"
        platforms[id, default: []].insert(Self.platforms[sdk] ?? .ios)
      }
    }
    return Set(platforms.filter { $0.value.count > 1 }.keys)
  }

  /// Reads the app in each configuration.
  ///
  /// - Parameter shared: bundle IDs that several platforms share.
  func read(sharing shared: Set<ExactString> = [], into imported: inout ImportedValues) {
    var apps: [(app: AppReference, settings: XcodeSettings, location: SourceLocation)] = []
    var reported: Set<SourceLocation> = []
    for settings in configurations {
      switch settings.find("PRODUCT_BUNDLE_IDENTIFIER") {
      case .value(let id, let location) where !id.isEmpty && !Self.lacksPart(id):
        apps.append((.apple(bundleID: id), settings, location))
      case .unresolved(let expression, let location) where product == .app,
        .value(let expression, let location) where product == .app && Self.lacksPart(expression):
        guard reported.insert(location).inserted else { continue }
        imported.leaveOut(
          .unresolved,
          "unknown \(Self.lacksPart(expression) ? "part of" : "variable") \(DisplayText.quoted(expression.string)) in the bundle ID of target \(DisplayText.quoted(target.string))",
          at: location, help: "import its `.xcconfig` file, or pass `--define NAME=VALUE`")
      default: break
      }
    }
    let differs = Set(apps.map(\.app)).count > 1
    var stated: Set<AppReference> = []
    var teams: [AppReference: Set<ExactString>] = [:]
    for (app, settings, location) in apps {
      guard product == .app else {
        if stated.insert(app).inserted {
          imported.skip(app.identifier ?? target, because: "app extensions", at: location)
        }
        continue
      }
      let isNew = stated.insert(app).inserted
      // Other configurations of the app can be for another environment.
      if isNew || differs {
        imported.mention(.app(app), at: location, in: differs ? context(settings) : nil)
      }
      if isNew, !shared.contains(app.identifier ?? "") {
        platform(of: app, settings, in: differs ? context(settings) : nil, into: &imported)
      }
      if case .value(let team, let place) = settings.find("DEVELOPMENT_TEAM"), !team.isEmpty,
        teams[app, default: []].insert(team).inserted
      {
        imported.add(
          .app(app), AppKey.teamID, is: .text(team), at: place,
          in: differs ? context(settings) : nil)
      }
    }
    bind(apps.map { ($0.app, $0.settings) }, into: &imported)
  }

  /// Whether a variable in a bundle ID has no value: `.Home`.
  private static func lacksPart(_ id: ExactString) -> Bool {
    id.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).contains(
      where: \.isEmpty)
  }

  /// The environment that a configuration suggests: the archived one is prod.
  func context(_ settings: XcodeSettings) -> EnvironmentContext {
    let prod = archived ?? configurations.map(\.configuration).first { $0 == "Release" }
    let environment = prod.map { $0 == settings.configuration ? Environment.prod : .sandbox }
    return EnvironmentContext([
      EnvironmentHint(.configuration, settings.configuration, environment)
    ])
  }

  private func platform(
    of app: AppReference, _ settings: XcodeSettings, in context: EnvironmentContext?,
    into imported: inout ImportedValues
  ) {
    guard case .value(let sdk, let place) = settings.find("SDKROOT"),
      let platform = Self.platforms[sdk]
    else { return }
    imported.add(
      .app(app), AppKey.platform, is: .text(ExactString(platform.rawValue)), at: place,
      in: context)
  }

  static let platforms: [ExactString: Platform] = [
    "iphoneos": .ios, "macosx": .macos, "appletvos": .tvos, "watchos": .watchos, "xros": .visionos,
  ]

  // MARK: files in the app

  private func bind(
    _ apps: [(app: AppReference, settings: XcodeSettings)], into imported: inout ImportedValues
  ) {
    var groups: [(binding: Binding, location: SourceLocation, members: [XcodeSettings])] = []
    for (app, settings) in apps {
      for (path, location) in paths(settings) {
        let full = ImportLibrary.normalized(directory + path) ?? path
        let binding = Binding(app: app, path: full, values: values(for: path, settings))
        if let index = groups.firstIndex(where: { $0.binding == binding }) {
          groups[index].members.append(settings)
        } else {
          groups.append((binding, location, [settings]))
        }
      }
    }
    for (binding, location, members) in groups {
      let isShared =
        groups.filter { $0.binding.path == binding.path }.count == 1
        && Set(groups.map(\.binding.app)).count == 1
        && members.count == apps.count
      let prod = members.first { context($0).hints.first?.environment == .prod }
      var values = ImportDefinitions()
      for (name, value) in binding.values { values[name] = value }
      imported.bind(
        binding.app, to: binding.path, at: location,
        in: isShared ? nil : (prod ?? members.first).map(context), values: values,
        isExtension: product == .extension)
    }
  }

  private func paths(_ settings: XcodeSettings) -> [(String, SourceLocation)] {
    var paths: [(String, SourceLocation)] = []
    func add(_ name: ExactString, _ settings: XcodeSettings) {
      guard case .value(let text, let location) = settings.find(name), !text.isEmpty else { return }
      let path = Self.unquoted(text).string
      if !paths.contains(where: { $0.0.utf8.elementsEqual(path.utf8) }) {
        paths.append((path, location))
      }
    }
    add("CODE_SIGN_ENTITLEMENTS", settings)
    // Mac Catalyst apps can have their own entitlements.
    if settings.sdk == "iphoneos" {
      var mac = settings
      mac.sdk = "macosx"
      add("CODE_SIGN_ENTITLEMENTS", mac)
    }
    add("INFOPLIST_FILE", settings)
    return paths
  }

  private static func unquoted(_ text: ExactString) -> ExactString {
    guard text.utf8.count > 1, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
    return ExactString(decoding: text.utf8.dropFirst().dropLast())
  }

  /// The values of a file's variables in a configuration.
  private func values(for path: String, _ settings: XcodeSettings) -> [ExactString: ExactString] {
    guard let source = file(path) else { return [:] }
    var values: [ExactString: ExactString] = [:]
    for name in Self.variables(in: source.file.bytes) {
      let alias: ExactString = name == "CFBundleIdentifier" ? "PRODUCT_BUNDLE_IDENTIFIER" : name
      let expanded = settings.expand(ExactString("$(\(alias.string))"))
      if SourceVariable.first(in: expanded) == nil { values[name] = expanded }
    }
    return values
  }

  /// The names in `$(…)` and `${…}`.
  private static func variables(in bytes: [UInt8]) -> Set<ExactString> {
    var names: Set<ExactString> = []
    var index = 0
    while index + 2 < bytes.count {
      guard bytes[index] == UInt8(ascii: "$"),
        bytes[index + 1] == UInt8(ascii: "(") || bytes[index + 1] == UInt8(ascii: "{")
      else {
        index += 1
        continue
      }
      let close = bytes[index + 1] == UInt8(ascii: "(") ? UInt8(ascii: ")") : UInt8(ascii: "}")
      let start = index + 2
      let end = bytes[start..<min(start + 200, bytes.count)].firstIndex(of: close)
      if let end, names.count < 200 { names.insert(ExactString(decoding: bytes[start..<end])) }
      index = start
    }
    return names
  }
}
