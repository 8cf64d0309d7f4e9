package import PolicyText

/// Which apps sources mean: files that are built into apps lead to them, and one bundle ID is one app unless
/// it has several prefixes.
struct AppIdentities {
  private var bindings: [ExactString: [AppBinding]] = [:]
  private var prefixes: [ExactString: Set<ExactString>] = [:]
  private let paths: [ExactString]
  /// Files that say something of an Android app without its name.
  private let nameless: Set<FileID>
  /// The one Android app of all sources; nil where there are several.
  private var onlyAndroid: AppReference?

  /// - Parameter paths: of the sources, by number.
  init(_ facts: ImportFacts, paths: [ExactString]) {
    self.paths = paths
    for binding in facts.bindings {
      let path = ImportLibrary.normalized(binding.path) ?? binding.path
      bindings[ExactString(path), default: []].append(binding)
    }
    nameless = facts.nameless
    let subjects = facts.facts.map(\.subject) + facts.mentions.map(\.subject)
    let named = Set(
      subjects.compactMap { subject in
        if case .app(let app) = subject, app.isAndroid { app } else { AppReference?.none }
      } + facts.bindings.map(\.app).filter(\.isAndroid))
    if named.count == 1 { onlyAndroid = named.first }
    for case .app(.appleID(let prefix, let bundle)) in subjects {
      prefixes[bundle, default: []].insert(prefix)
    }
  }

  /// What a reference stands for, each with the context in which it does; empty where nothing says.
  func apps(_ app: AppReference) -> [(app: AppReference, context: FactContext?)] {
    switch app {
    case .android: return [(app, nil)]
    case .apple(let bundle):
      // Of several apps with one bundle ID the first, as everywhere: which one is meant is not said.
      guard let all = prefixes[bundle], all.count > 1, let first = all.min() else {
        return [(app, nil)]
      }
      return [(.appleID(prefix: first, bundleID: bundle), nil)]
    case .appleID(_, let bundle):
      return [((prefixes[bundle]?.count ?? 0) > 1 ? app : .apple(bundleID: bundle), nil)]
    case .builtWith(let file):
      if nameless.contains(file) { return onlyAndroid.map { [($0, nil)] } ?? [] }
      guard file.index < paths.count else { return [] }
      return (bindings[paths[file.index]] ?? []).flatMap { binding in
        if case .builtWith = binding.app { return [(app: AppReference, context: FactContext?)]() }
        return apps(binding.app).map { ($0.app, binding.context) }
      }
    }
  }

  /// True for a file of fingerprints that names no app.
  func isOfKeys(_ file: FileID) -> Bool { nameless.contains(file) }

  /// The prefixes that app IDs give a bundle ID.
  func prefixes(of bundle: ExactString) -> Set<ExactString> { prefixes[bundle] ?? [] }
}

extension AppReference {
  /// The bundle ID or package name; nil where it stands elsewhere.
  package var identifier: ExactString? {
    switch self {
    case .apple(let id), .appleID(_, let id), .android(let id): id
    case .builtWith: nil
    }
  }

  /// Android, or one of Apple's platforms.
  package var isAndroid: Bool { if case .android = self { true } else { false } }
}

extension FactContext {
  /// Both contexts; what the first says counts for more.
  static func joined(_ first: FactContext?, _ second: FactContext?) -> FactContext? {
    guard let first, let second else { return first ?? second }
    return FactContext(
      first.hints + second.hints, environment: first.environment ?? second.environment,
      project: first.project ?? second.project)
  }
}
