import PolicyText

/// Resolves app references. Files in apps lead to their apps, and one bundle ID is one app unless it has several prefixes.
struct AppIdentities {
  private var bindings: [ExactString: [AppBinding]] = [:]
  private var prefixes: [ExactString: Set<ExactString>] = [:]
  private let paths: [ExactString]
  /// Files about an Android app that don't identify it.
  private let nameless: Set<FileID>
  /// The only Android app of all sources; nil if there are several.
  private var onlyAndroid: AppReference?

  private let definitions: ImportDefinitions

  /// - Parameters:
  ///   - paths: the source paths, by file ID.
  ///   - definitions: the user's IDs for files whose app is unknown.
  init(_ imported: ImportedValues, paths: [ExactString], definitions: ImportDefinitions) {
    self.paths = paths
    self.definitions = definitions
    for binding in imported.bindings {
      let path = ImportLibrary.normalized(binding.path) ?? binding.path
      bindings[ExactString(path), default: []].append(binding)
    }
    nameless = imported.nameless
    let subjects = imported.values.map(\.subject) + imported.mentions.map(\.subject)
    let named = Set(
      subjects.compactMap { subject in
        if case .app(let app) = subject, app.isAndroid { app } else { AppReference?.none }
      } + imported.bindings.map(\.app).filter(\.isAndroid))
    if named.count == 1 { onlyAndroid = named.first }
    for case .app(.appleID(let prefix, let bundle)) in subjects {
      prefixes[bundle, default: []].insert(prefix)
    }
  }

  /// The apps of a reference with their contexts; empty if unknown.
  func apps(_ app: AppReference) -> [(app: AppReference, context: EnvironmentContext?)] {
    switch app {
    case .android: return [(app, nil)]
    case .apple(let bundle):
      // The source doesn't say which of several apps it means.
      guard let all = prefixes[bundle], all.count > 1, let first = all.min() else {
        return [(app, nil)]
      }
      return [(.appleID(prefix: first, bundleID: bundle), nil)]
    case .appleID(_, let bundle):
      return [((prefixes[bundle]?.count ?? 0) > 1 ? app : .apple(bundleID: bundle), nil)]
    case .builtWith(let file):
      if nameless.contains(file) { return onlyAndroid.map { [($0, nil)] } ?? [] }
      guard file.index < paths.count else { return [] }
      let path = paths[file.index]
      guard bindings[path] != nil else {
        // Builds merge the manifest of a library into that of the app.
        let merged = path.hasSuffix("AndroidManifest.xml") ? onlyAndroid : nil
        return (defined(path) ?? merged).map { [($0, nil)] } ?? []
      }
      return (bindings[path] ?? []).flatMap { binding in
        if case .builtWith = binding.app {
          return [(app: AppReference, context: EnvironmentContext?)]()
        }
        return apps(binding.app).map { ($0.app, binding.context) }
      }
    }
  }

  /// The app that the user defined for a file without a build.
  private func defined(_ path: ExactString) -> AppReference? {
    if path.hasSuffix(".plist") || path.hasSuffix(".entitlements") {
      return definitions["PRODUCT_BUNDLE_IDENTIFIER"].map { .apple(bundleID: $0) }
    }
    return definitions["applicationId"].map { .android(package: $0) }
  }

  /// Whether the file contains fingerprints of an unidentified app.
  func isOfKeys(_ file: FileID) -> Bool { nameless.contains(file) }

  /// The app ID prefixes of a bundle ID.
  func prefixes(of bundle: ExactString) -> Set<ExactString> { prefixes[bundle] ?? [] }
}
