import PolicyText
import PolicyModel

/// What the user, a value, and the place of a value say about its environment.
struct EnvironmentEvidence {
  private let options: ImportOptions
  private let paths: [ExactString]
  /// Decided before: what belongs to a project is of its environment.
  var projects: [ExactString: DomainEnvironment] = [:]

  init(_ options: ImportOptions, paths: [ExactString]) {
    self.options = options
    self.paths = paths
  }

  /// What was asked for.
  func asked(_ text: ExactString?, _ location: SourceLocation) -> EnvironmentDecision? {
    let path = location.file.index < paths.count ? paths[location.file.index] : ""
    for mapping in options.mappings where Self.fits(mapping.pattern, text, path) {
      let word = mapping.environment?.rawValue ?? "drop"
      return EnvironmentDecision(
        mapping.environment, "`--map '\(UTF8Text.visible(mapping.pattern.string))=\(word)'`")
    }
    return options.environment.map { EnvironmentDecision($0, "`--environment \($0.rawValue)`") }
  }

  private static func fits(_ pattern: ExactString, _ text: ExactString?, _ path: ExactString)
    -> Bool
  {
    var candidates = [path]
    if let text { candidates += [text, Address(text).host] }
    if candidates.contains(where: { !$0.isEmpty && TextPattern(pattern).matches($0) }) {
      return true
    }
    return Glob(pattern).matches(
      path.utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) })
  }

  /// What an address or host says by itself.
  ///
  /// - Parameter isNative: addresses of the machine itself are what native clients use in prod too.
  func value(_ text: ExactString, isNative: Bool) -> EnvironmentDecision? {
    let address = Address(text)
    switch address.host {
    case "oauth-redirect.googleusercontent.com":
      return EnvironmentDecision(.prod, "Google's linking host", isProof: true)
    case "oauth-redirect-sandbox.googleusercontent.com":
      return EnvironmentDecision(.sandbox, "Google's linking host of sandbox", isProof: true)
    default: break
    }
    if let project = address.firebaseProject, let environment = projects[project] {
      return EnvironmentDecision(
        environment, "the project \(UTF8Text.quoted(project.string)) is of \(environment.rawValue)",
        isProof: true)
    }
    if address.isPreview {
      return EnvironmentDecision(nil, "it is the host of one preview, which expires")
    }
    if let environment = options.knownHosts[address.host] {
      return EnvironmentDecision(
        environment, "the workspace has its host in \(environment.rawValue) only", isProof: true)
    }
    if !isNative, let reason = address.localReason {
      return EnvironmentDecision(.sandbox, reason, isProof: true)
    }
    guard let found = address.sandboxWord else { return nil }
    return EnvironmentDecision(
      .sandbox, "`\(found.word)` in the host\(found.isWeak ? ", which is a weak sign" : "")",
      isProof: true)
  }

  /// What stands around a value: build configurations and the like, then names of file and folders.
  func place(_ context: FactContext?, _ location: SourceLocation) -> EnvironmentDecision? {
    for hint in context?.hints ?? [] {
      if let environment: Environment = hint.environment
        ?? EnvironmentWords.find(in: hint.name.utf8)?.environment
      {
        return EnvironmentDecision(
          environment, "the \(hint.kind.rawValue) \(UTF8Text.quoted(hint.name.string))")
      }
    }
    guard location.file.index < paths.count else { return nil }
    // The nearest name counts: `src/debug` below `prod`.
    let parts = paths[location.file.index].utf8.split(separator: UInt8(ascii: "/"))
    for (index, part) in parts.enumerated().reversed() {
      guard !Self.isConventional(part), let found = EnvironmentWords.find(in: part) else {
        continue
      }
      let kind = index == parts.count - 1 ? "file" : "folder"
      return EnvironmentDecision(
        found.environment, "the \(kind) \(UTF8Text.quoted(String(decoding: part, as: UTF8.self)))")
    }
    return nil
  }

  /// Names that tools give without meaning an environment.
  private static func isConventional(_ name: Substring.UTF8View) -> Bool {
    ["test", "tests", "integration", "local", "live"].contains { name.elementsEqual($0.utf8) }
  }
}
