import PolicyModel
import PolicyText

/// `ProjectSettings.asset` of a Unity project, whose apps have its IDs.
package enum UnityFormat: ImportFormat {
  package static let name = "unity"
  package static let summary = "ProjectSettings.asset of a Unity project"
  package static let usualNames = ["ProjectSettings.asset"]

  private static let key = "\nPlayerSettings:"

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard source.mentions(key), source.mentions("productGUID:") else { return .no }
    return source.mentions("applicationIdentifier:") ? .yes : .nearly(missing: "PlayerSettings")
  }

  package static func read(_ source: ImportSource, into imported: inout ImportedValues) {
    guard let form = source.unitySettings, let root = imported.root(of: form),
      let settings = root["PlayerSettings"]
    else { return }
    if let id = source.unityID("Android") {
      imported.mention(.app(.android(package: id.value)), at: id.location)
    }
    guard let id = source.unityID("iPhone") else { return }
    let app = AppReference.apple(bundleID: id.value)
    imported.mention(.app(app), at: id.location)
    imported.add(.app(app), AppKey.teamID, from: settings.string("appleDeveloperTeamID")?.nonEmpty)
    for scheme in settings.strings("iOSURLSchemes") {
      URLSchemeOrigin.read(scheme.value, of: app, at: scheme.location, in: nil, into: &imported)
    }
  }
}

extension ImportSource {
  /// The settings without the directives and the tag before them, which only Unity's YAML has.
  fileprivate var unitySettings: Form? {
    let key = Array("\nPlayerSettings:".utf8)
    guard let start = file.bytes.firstRange(of: key, in: 0..<file.bytes.count) else { return nil }
    let part = part(within: SourceSpan(start.lowerBound, file.bytes.count))
    return form(YAMLReader.read(part, file: id, limits: limits))
  }

  /// The app ID of a platform; nil for the one that Unity gives to new projects.
  fileprivate func unityID(_ platform: String) -> SourceString? {
    let settings = unitySettings?.tree.rootObject?["PlayerSettings"]
    guard let id = settings?["applicationIdentifier"]?.string(platform)?.nonEmpty,
      id.value != "com.Company.ProductName"
    else { return nil }
    return id
  }

  /// Binds the manifest of a Unity project, whose `package` Unity replaces, to the project's app. Returns false for other files.
  func bindToUnityApp(_ imported: inout ImportedValues) -> Bool {
    let folders = pathParts.dropLast()
    guard let assets = folders.lastIndex(of: "Assets") else { return false }
    let isLibrary = folders.suffix(from: assets).map(\.string) != ["Assets", "Plugins", "Android"]
    let path = String(repeating: "../", count: folders.count - assets)
    guard let project = neighbor(path + "ProjectSettings/ProjectSettings.asset") else {
      return false
    }
    if !isLibrary, let id = project.unityID("Android") {
      imported.bind(.android(package: id.value), to: self.path, at: id.location)
    }
    return true
  }
}
