import PolicyModel
import PolicyText

/// Evidence for a value's environment: the user's settings, the value itself, and its location.
struct EnvironmentEvidence {
  private let options: ImportOptions
  private let paths: [ExactString]
  /// The environments of projects, which their values share.
  var projects: [ExactString: DomainEnvironment] = [:]

  /// The domains of hosts whose last label is a word, as its parts: `acme-dev`.
  private let domains: Set<[ExactString]>

  /// - Parameter names: URIs and hosts of the sources.
  init(_ options: ImportOptions, paths: [ExactString], names: [ExactString]) {
    self.options = options
    self.paths = paths
    domains = Set(
      names.map { Self.parts(of: URIOrHost($0).domain) }.filter {
        $0.count > 1 && $0.last.map { EnvironmentWords.find(in: $0.utf8) != nil } ?? false
      })
  }

  private static func parts(of name: ExactString) -> [ExactString] {
    name.utf8.split { "._-".utf8.contains($0) }.map { ExactString(decoding: $0) }
  }

  /// The name of a file or folder without domains, because `clusters/acme.dev` is about both environments.
  private func withoutDomains(_ name: ExactString) -> ExactString {
    guard !domains.isEmpty else { return name }
    var parts = Self.parts(of: name)
    for count in 2...4 where parts.count >= count {
      for start in (0...(parts.count - count)).reversed() where start + count <= parts.count {
        if domains.contains(Array(parts[start..<start + count])) {
          parts.removeSubrange(start..<start + count)
        }
      }
    }
    return ExactString(parts.map(\.string).joined(separator: "-"))
  }

  /// The user's setting for a value.
  func setting(_ text: ExactString?, _ location: SourceLocation) -> EnvironmentDecision? {
    let path = location.file.index < paths.count ? paths[location.file.index] : ""
    for mapping in options.mappings where Self.fits(mapping.pattern, text, path) {
      let word = mapping.environment?.rawValue ?? "drop"
      return EnvironmentDecision(
        mapping.environment, "`--map '\(DisplayText.visible(mapping.pattern.string))=\(word)'`")
    }
    return options.environment.map { EnvironmentDecision($0, "`--environment \($0.rawValue)`") }
  }

  private static func fits(
    _ pattern: ExactString, _ text: ExactString?, _ path: ExactString
  ) -> Bool {
    var candidates = [path]
    if let text { candidates += [text, URIOrHost(text).host] }
    if candidates.contains(where: { !$0.isEmpty && WildcardPattern(pattern).matches($0) }) {
      return true
    }
    return Glob(pattern).matches(path.parts(separator: "/").map(\.string))
  }

  /// The environment that a URI or host implies.
  ///
  /// - Parameter isNative: whether a native client has the URI, which can be loopback in prod too.
  func value(_ text: ExactString, isNative: Bool) -> EnvironmentDecision? {
    let address = URIOrHost(text)
    switch address.host {
    case "oauth-redirect.googleusercontent.com":
      return EnvironmentDecision(.prod, "it is Google's production linking host", isProof: true)
    case "oauth-redirect-sandbox.googleusercontent.com":
      return EnvironmentDecision(.sandbox, "it is Google's sandbox linking host", isProof: true)
    default: break
    }
    if let project = address.firebaseProject, let environment = projects[project] {
      return EnvironmentDecision(
        environment, "project \(DisplayText.quoted(project.string)) is \(environment.rawValue)",
        isProof: true)
    }
    if address.isPreview {
      return EnvironmentDecision(nil, "preview hosts expire")
    }
    if let environment = options.knownHosts[address.host] {
      return EnvironmentDecision(
        environment, "the existing policies have its host in \(environment.rawValue)", isProof: true
      )
    }
    if !isNative, let reason = address.localReason {
      return EnvironmentDecision(.sandbox, reason, isProof: true)
    }
    guard let found = address.sandboxWord else { return nil }
    return EnvironmentDecision(
      .sandbox, "the host contains `\(found.word)`\(found.isWeak ? " (weak evidence)" : "")",
      isProof: true)
  }

  /// The environment that a value's context implies: build configurations and similar names, then the client ID, then
  /// file and folder names.
  func surroundings(
    _ context: EnvironmentContext?, _ location: SourceLocation, client: ExactString? = nil
  ) -> EnvironmentDecision? {
    for hint in context?.hints ?? [] {
      if let environment: Environment = hint.environment
        ?? EnvironmentWords.find(in: hint.name.utf8)?.environment
      {
        return .surrounding(
          environment, "its \(hint.kind.rawValue) is \(DisplayText.quoted(hint.name.string))")
      }
    }
    if let client, let found = EnvironmentWords.find(in: client.utf8), !found.isWeak {
      return EnvironmentDecision(
        found.environment, "its client is \(DisplayText.quoted(client.string))")
    }
    guard location.file.index < paths.count else { return nil }
    // The innermost name applies: `debug` in `prod/src/debug`.
    let parts = paths[location.file.index].parts(separator: "/")
    for (index, part) in parts.enumerated().reversed() {
      guard !Self.isConventional(part),
        let found = EnvironmentWords.find(in: withoutDomains(part).utf8)
      else { continue }
      let kind = index == parts.count - 1 ? "file" : "folder"
      return .surrounding(
        found.environment, "its \(kind) is \(DisplayText.quoted(part.string))")
    }
    return nil
  }

  /// Names that tools use for other purposes, and numbered steps such as `tf-stage2`.
  private static func isConventional(_ name: ExactString) -> Bool {
    let bytes = Array(name.utf8)
    let stage = bytes.firstRange(of: Array("stage".utf8), in: 0..<bytes.count)
    if let stage, bytes[stage.upperBound...].first?.isDigit == true { return true }
    return ["test", "tests", "integration", "local", "live"].contains(name)
  }
}

/// The environment of a value, and the reason.
struct EnvironmentDecision {
  /// Nil if the value is left out on purpose.
  var environments: DomainEnvironment?
  /// Completes "assigned … to sandbox: ".
  var reason: String
  /// Whether the value itself is the evidence; similar values can follow it.
  var isProof = false
  /// Whether only names around the value are the evidence.
  var isSurrounding = false

  init(_ environments: DomainEnvironment?, _ reason: String, isProof: Bool = false) {
    self.environments = environments
    self.reason = reason
    self.isProof = isProof
  }

  /// Evidence from a name around the value.
  static func surrounding(_ environment: Environment, _ reason: String) -> Self {
    var decision = Self(environment, reason)
    decision.isSurrounding = true
    return decision
  }

  init(_ environment: Environment, _ reason: String, isProof: Bool = false) {
    self.init(DomainEnvironment(environment) as DomainEnvironment?, reason, isProof: isProof)
  }
}

extension DomainEnvironment {
  init(_ environment: Environment) { self = environment == .prod ? .prod : .sandbox }

  /// Nil for no environment.
  init?(_ environments: Set<Environment>) {
    guard let first = environments.first else { return nil }
    self = environments.count == 2 ? .both : DomainEnvironment(first)
  }
}

/// A pattern in which `*` matches anything, including slashes, and `?` matches one character.
struct WildcardPattern {
  private let pattern: [Unicode.Scalar]

  init(_ text: ExactString) { pattern = Array(text.string.unicodeScalars) }

  /// Whether the whole string matches. Backtracks to the last `*` only, so time is bounded.
  func matches(_ text: ExactString) -> Bool {
    let text = Array(text.string.unicodeScalars)
    var (p, t) = (0, 0)
    var star: (pattern: Int, text: Int)?
    while t < text.count {
      if p < pattern.count, pattern[p] == "*" {
        star = (p, t)
        p += 1
      } else if p < pattern.count, pattern[p] == "?" || pattern[p] == text[t] {
        p += 1
        t += 1
      } else if let last = star {
        star = (last.pattern, last.text + 1)
        p = last.pattern + 1
        t = last.text + 1
      } else {
        return false
      }
    }
    return pattern[p...].allSatisfy { $0 == "*" }
  }
}
