import PolicyImport
import PolicyModel
import PolicyText

/// A question to the user about something that the sources don't contain. One reply applies
/// everywhere.
public struct ImportQuestion: Sendable, Equatable {
  /// The unknown property.
  public enum Subject: Sendable, Equatable {
    /// The host that serves these files.
    case host(of: [String])
    /// The environment of a host, or of an ID, and of everything that belongs to it.
    case environment(of: String)
    /// The ID of the app that contains these files.
    case app(of: [String], variable: String)
    /// The value of a variable.
    case variable(String)
    /// The value of these keys, such as one team ID of several apps.
    case value(of: [String], help: String)
  }

  /// The unknown property.
  public var subject: Subject
  /// The default reply: a host, or an environment; nil to leave the value out.
  public var proposal: String?

  /// The equivalent option; nil if the value belongs in the policy.
  public var option: String? {
    switch subject {
    case .host: "--host \(proposal ?? "HOST")"
    case .environment(let name): "--map '\(name)=prod|sandbox|both|drop'"
    case .app(_, let variable): "--define \(variable)=ID"
    case .variable(let name): "--define '\(name)=VALUE'"
    case .value: nil
    }
  }

  /// The question as one line.
  public var text: String {
    func list(_ names: [String]) -> String {
      names.prefix(2).joined(separator: ", ")
        + (names.count > 2 ? " and \(names.count - 2) more" : "")
    }
    switch subject {
    case .host(let files): return "Which host serves \(list(files))?"
    case .environment(let name): return "Which environment does \(name) belong to?"
    case .app(let files, _): return "Which app ID has the app with \(list(files))?"
    case .variable(let name): return "What is the value of \(name)?"
    case .value(let paths, let help):
      return "What is \(list(paths))? (\(help.dropFirst("replace `TODO`: ".count)))"
    }
  }
}

extension SourceImport {
  /// The open questions, one for each host, app, variable and value.
  public var questions: [ImportQuestion] {
    var found: [ImportQuestion] = []
    func add(_ subject: ImportQuestion.Subject, _ proposal: String? = nil) {
      let question = ImportQuestion(subject: subject, proposal: proposal)
      if !found.contains(question) { found.append(question) }
    }
    let unserved = Dictionary(grouping: draft.unserved, by: Self.site)
    for site in unserved.keys.sorted() { add(.host(of: unserved[site] ?? []), siteHosts[site]) }
    let apps = Dictionary(grouping: draft.unbound) { path in
      path.hasSuffix(".plist") || path.hasSuffix(".entitlements")
        ? "PRODUCT_BUNDLE_IDENTIFIER" : "applicationId"
    }
    for variable in apps.keys.sorted() { add(.app(of: apps[variable] ?? [], variable: variable)) }
    // Not for expressions.
    let names = draft.variables.filter { !$0.utf8.contains { " []()?".utf8.contains($0) } }
    for variable in names { add(.variable(variable.string)) }
    let hosts = Set(draft.undecided)
    // One question for many hosts of a domain.
    let domains = Dictionary(grouping: hosts) { HostName($0).domain }
    for name in draft.undecided {
      let domain = HostName(name).domain
      let isOne = domain.isEmpty || name == domain || domains[domain]?.count ?? 0 < 4
      add(.environment(of: isOne ? name.string : "*.\(domain.string)"), "prod")
    }
    // The question about the host is above.
    let unknown = unknown.filter { $0.path != "domains.\(UnknownValue.text)" }
    let values = Dictionary(grouping: unknown) { value in
      // All apps have the same team.
      value.path.hasSuffix(".team_id") ? "team_id" : value.path
    }
    for name in values.keys.sorted() {
      guard let all = values[name], let first = all.first, !first.path.hasPrefix("clients.") else {
        continue
      }
      let paths = all.map { $0.path.split(separator: "[").first.map(String.init) ?? $0.path }
      add(.value(of: paths, help: first.help))
    }
    return found
  }

  /// The directory of a site that serves a file.
  static func site(_ path: String) -> String {
    path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .filter { $0 != ".well-known" }.joined(separator: "/")
  }
}

extension ImportSettings {
  /// Applies a reply.
  public mutating func answer(_ question: ImportQuestion, _ answer: String) {
    switch question.subject {
    case .host(let files): hostsOfFiles += files.map { ($0, answer) }
    case .environment(let name):
      // Before patterns that match more values.
      if let destination = Destination(rawValue: answer) {
        mappings.insert(Mapping(name, to: destination), at: 0)
      }
    case .app(_, let variable): definitions.append((variable, answer))
    case .variable(let name): definitions.append((name, answer))
    case .value(let paths, _): for path in paths { fillings[path] = answer }
    }
  }
}
