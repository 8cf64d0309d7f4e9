import PolicyDecision
import PolicyModel
import PolicyText

/// The folders of apps: `<env>/apps/<app>/`, or `<env>/apps/<policy>/<app>/` if several policies
/// have the key. A policy with unique keys keeps its folders if another policy is added.
struct AppFolders {
  /// The policy of each key in lower case, because some file systems ignore case; empty if several
  /// policies have the key.
  private var owners: [ExactString: ExactString] = [:]

  init(_ apps: [AppProject]) throws(GeneratorError) {
    var own: [ExactString: ExactString] = [:]
    for app in apps {
      let key = ASCII.lowercased(app.key.value)
      let path = ExactString(app.policy.string + "/" + key.string)
      if let other = own.updateValue(app.key.value, forKey: path), other != app.key.value {
        throw GeneratorError(
          "keys of apps must differ in more than case, found \(DisplayText.quoted(other.string)) and \(DisplayText.quoted(app.key.value.string))",
          at: app.key.anchor)
      }
      let isShared = owners[key].map { $0 != app.policy } ?? false
      // Names of policies aren't empty.
      owners[key] = isShared ? "" : app.policy
    }
  }

  /// The folder of an app, with its final slash.
  func folder(of app: AppProject) throws(GeneratorError) -> String {
    let key = try OutputPath.id(app.key.value, at: app.key.anchor)
    let start = "\(app.environment.rawValue)/apps/"
    if owners[ASCII.lowercased(app.key.value)] == app.policy { return start + key + "/" }
    return start + (try OutputPath.id(app.policy, at: app.key.anchor)) + "/" + key + "/"
  }
}

extension GeneratorInput {
  /// The files of a target that writes a property list per Apple app.
  ///
  /// - Parameters:
  ///   - name: the file name.
  ///   - entries: the contents; empty for an app without a file.
  func propertyLists(
    _ target: String, name: (AppProject) -> String,
    entries: (AppProject) throws(GeneratorError) -> [(key: XMLString, value: PropertyList)]
  ) throws(GeneratorError) -> [GeneratedFile] {
    try appFiles(target, isApple: true) {
      (app) throws(GeneratorError) -> (name: String, text: String)? in
      let entries = try entries(app)
      guard !entries.isEmpty else { return nil }
      return (name(app), PropertyList.dictionary(entries).document(header))
    }
  }

  /// The files of a target that writes one per app of the selected environments.
  ///
  /// - Parameter file: name and contents; nil for an app without a file.
  func appFiles(
    _ target: String, isApple: Bool,
    _ file: (AppProject) throws(GeneratorError) -> (name: String, text: String)?
  ) throws(GeneratorError) -> [GeneratedFile] {
    let folders = try AppFolders(apps)
    var files: [GeneratedFile] = []
    for app in apps
    where app.platform.isApple == isApple && environments.contains(app.environment) {
      guard let (name, text) = try file(app) else { continue }
      files.append(
        GeneratedFile(
          path: try folders.folder(of: app) + name, target: target, environment: app.environment,
          text: text))
    }
    return files
  }
}
