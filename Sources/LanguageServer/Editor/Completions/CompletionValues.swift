import AssociationFiles
import LinkPolicy
import PolicyModel

/// Completions of a value.
struct CompletionValues {
  let line: LineContext
  let project: Project?
  let file: FileID?

  func items(of shape: Shape) -> [Completion.Item] {
    switch shape.leaf {
    case .enumeration(let words): words.map { value($0.name, $0.summary) }
    case .boolean: ["true", "false"].map { value($0, "", isPlain: true) }
    case .variants(_, let words, _): words.map { value($0.name, $0.summary) }
    case .list(let item): items(of: item)
    case .string(let string): texts(string, isApp: shape.isAppReference)
    default: names(of: line.path.last ?? nil, nil)
    }
  }

  /// A completion; quoted if YAML 1.1 would not read it as a string.
  private func value(
    _ text: String, _ detail: String, _ kind: Completion.Item.Kind = .value, isPlain: Bool = false
  ) -> Completion.Item {
    let written =
      isPlain || line.isQuoted ? text : YAMLScalar.text(ExactString(text), isFlow: line.isInFlow)
    return Completion.Item(label: text, kind: kind, detail: detail, text: written)
  }

  private func texts(_ string: StringShape, isApp: Bool) -> [Completion.Item] {
    if isApp { return apps }
    if !string.values.isEmpty { return string.values.map { value($0.name, $0.summary) } }
    let key = line.path.last { $0 != nil && $0 != "prod" && $0 != "sandbox" } ?? nil
    let named = names(of: key, string.role)
    if !named.isEmpty { return named }
    return string.example.map { [value($0, "example")] } ?? []
  }

  /// Values from policies, rules and platforms.
  private func names(of key: String?, _ role: StringShape.Role?) -> [Completion.Item] {
    switch role {
    case .redirectURI: return Self.linkingHosts.map { value($0.0, $0.1) } + hosts
    case .url, .origin: return hosts
    case .host: return bareHosts
    case .client: return clients
    case .scope where line.path.first == "clients" || line.path.first == "invariants": return scopes
    case .scope where line.path.contains("google_sign_in"): return googleScopes
    default: break
    }
    let isRequest = line.path.contains("request")
    switch key {
    case "client" where isRequest: return clients
    case "policy": return policies
    case "feature" where isRequest: return features
    case "reason" where line.path.contains("expect"):
      return DecisionReason.allCases.map { value($0.rawValue, $0.summary) }
    case "path" where line.path.contains("rules"): return variables
    case "targets": return Project.targetNames.map { value($0, "target of `generate`") }
    default: return []
    }
  }

  // MARK: values from policies

  private var documents: [PolicyDocument] { project?.workspace.policies ?? [] }

  private var apps: [Completion.Item] {
    documents.flatMap { document in
      document.policy.apps.map { app in
        let id = app.id.value.string
        let isOwn = document.tree.file == file
        let name = isOwn ? id : "\(document.name.string)/\(id)"
        let facts = [app.platform?.value.rawValue, (app.bundleID ?? app.packageName)?.value.string]
        return value(name, facts.compactMap(\.self).joined(separator: " "), .reference)
      }
    }
  }

  private var clients: [Completion.Item] {
    documents.flatMap { document in
      document.policy.clients.map {
        value($0.id.value.string, "client of \(document.name.string)", .reference)
      }
    }
  }

  private var policies: [Completion.Item] {
    documents.map { value($0.name.string, $0.tree.source.name, .reference) }
  }

  private var features: [Completion.Item] {
    documents.flatMap { document in
      (document.policy.googleSignIn?.featureScopes ?? []).map {
        value($0.feature.value.string, "feature of \(document.name.string)", .reference)
      }
    }
  }

  private var scopes: [Completion.Item] {
    let all = documents.flatMap { $0.policy.clients.flatMap { $0.scopes.map(\.value) } }
    return Set(all).sorted().map { value($0.string, "scope of a client") }
  }

  private var bareHosts: [Completion.Item] {
    let names = documents.flatMap { document in
      document.policy.domains.map { ($0.host.value, $0.environment.value.rawValue) }
    }
    return names.map { value($0.0.string, "declared host, \($0.1)") }
  }

  /// The hosts of the policies as the start of a URL.
  private var hosts: [Completion.Item] {
    bareHosts.map { value("https://\($0.label)/", $0.detail) }
  }

  // MARK: values of platforms

  /// The redirect URIs of Google account linking, without the project ID.
  private static let linkingHosts = [
    ("https://oauth-redirect.googleusercontent.com/r/", "Google account linking, production"),
    ("https://oauth-redirect-sandbox.googleusercontent.com/r/", "Google account linking, sandbox"),
  ]

  private var googleScopes: [Completion.Item] {
    ["openid", "email", "profile"].map { value($0, "user identity") }
      + GoogleScopeTable.names.map { name in
        let kind = GoogleScopeTable.entry(ExactString(name))?.kind.rawValue ?? ""
        return value(GoogleScopeTable.prefix + name, kind)
      }
  }

  /// `$(name)`: variables of the host and Apple's.
  private var variables: [Completion.Item] {
    let host = line.path.dropFirst().first.flatMap { $0 }
    let own =
      documents.filter { $0.tree.file == file }.flatMap(\.policy.domains)
      .first { $0.host.value.string == host }?.variables ?? []
    return own.map { value("/$(\($0.name.value.string))", "variable of the host, Apple only") }
      + LinkVariables.predefined.map { value("/$(\($0.string))", "defined by Apple, Apple only") }
      + [value("/*", "every path")]
  }
}
