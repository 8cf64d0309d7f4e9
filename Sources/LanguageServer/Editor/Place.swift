package import PolicyText
import PolicyModel

/// What stands at a byte of a text that can be read: the innermost key or value, where it stands, and what it
/// is for. Texts that cannot be read yet have a `LineContext` instead.
package struct Place: Sendable {
  /// What a key or value is for.
  package enum Role: Sendable, Equatable {
    /// A key that the language fixes.
    case key
    /// A key that its author chose: of an app, a client, a host, a variable, a feature.
    case declaration
    case redirectURI
    /// An address that is compared with others, but gets no codes.
    case address
    case origin
    case host
    case appReference
    case clientReference
    case policyReference
    /// The path, query or fragment of a rule of links.
    case linkPattern
    case fingerprint
    case clientID
    case scope
    case feature
    case ruleID
    /// The reason of a decision that a test expects.
    case reason
    /// The name of the place where a secret is kept.
    case secret
    case alias
    /// One of the words that may stand there.
    case word
    case text
  }

  package let role: Role
  package let entry: DocumentMap.Entry
  /// The keys that lead to it, from the root; nil for items of lists. The last is its own key.
  package let path: [ExactString?]
  package let span: Span

  /// The innermost place at a byte; nil between keys and values.
  package init?(at offset: Int, in map: DocumentMap) {
    guard let entry = map.entry(at: offset),
      entry.isKey || map.tree.isAlias(entry.node) || map.tree.kind(entry.node) == .scalar
    else { return nil }
    self.init(entry, in: map)
  }

  package init(_ entry: DocumentMap.Entry, in map: DocumentMap) {
    self.entry = entry
    span = map.tree.span(entry.node)
    path = Self.path(of: entry, in: map.tree)
    role =
      map.tree.isAlias(entry.node)
      ? .alias : entry.isKey ? Self.role(ofKey: entry, path) : Self.role(of: entry, path)
  }

  /// The place holds a value of one environment, by the keys above it; nil where it holds for both.
  package var environment: Environment? {
    for key in path.reversed() {
      if let key, let environment = Environment(rawValue: key.string) { return environment }
    }
    return nil
  }

  /// The last key that is no environment.
  package var name: ExactString? { Self.name(path) }

  private static func name(_ path: [ExactString?]) -> ExactString? {
    path.compactMap(\.self).last { Environment(rawValue: $0.string) == nil }
  }

  private static func path(
    of entry: DocumentMap.Entry, in tree: SourceTree
  ) -> [ExactString?] {
    var path: [ExactString?] = entry.isKey ? [tree.text(entry.node)] : []
    var node = entry.node
    while let parent = tree.parent(node) {
      if let key = tree.key(of: node) {
        path.append(tree.text(key))
      } else if tree.kind(parent) == .sequence {
        path.append(nil)
      }
      node = parent
    }
    return path.reversed()
  }

  // MARK: roles

  private static func role(ofKey entry: DocumentMap.Entry, _ path: [ExactString?]) -> Role {
    guard entry.isFree else { return .key }
    if path.dropLast().last == "severities" { return .ruleID }
    if path.first == "domains", path.contains("query") { return .linkPattern }
    return .declaration
  }

  private static func role(_ role: StringShape.Role) -> Role {
    switch role {
    case .redirectURI: .redirectURI
    case .url: .address
    case .origin: .origin
    case .host: .host
    case .fingerprint: .fingerprint
    case .clientID: .clientID
    case .scope: .scope
    case .feature: .feature
    }
  }

  /// The role of a value in the data of a request, by its key.
  private static func role(ofData name: ExactString) -> Role? {
    switch name {
    case "redirect_uri": .redirectURI
    case "url": .address
    case "origin", "page_url": .origin
    case "authorized_domains", "hosting_domains": .host
    case "client_id", "server_client_id", "url_schemes": .clientID
    case "scopes", "scope": .scope
    case "feature": .feature
    default: nil
    }
  }

  private static func role(of entry: DocumentMap.Entry, _ path: [ExactString?]) -> Role {
    guard let name = name(path) else { return .text }
    switch entry.shape?.leaf {
    case .secret: return .secret
    case .enumeration: return .word
    case .string(let string):
      switch string.form {
      case .variableName, .secretName: return .secret
      case .appReference: return .appReference
      default: break
      }
      if let role = string.role { return self.role(role) }
    default: break
    }
    if path.first == "domains", path.contains("rules") {
      let isPattern = path.contains("query") || name == "path" || name == "fragment"
      return isPattern ? .linkPattern : .text
    }
    if path.contains("expect") { return name == "reason" ? .reason : .text }
    if path == ["policy"] { return .policyReference }
    if path.contains("request") {
      if name == "client" { return .clientReference }
      if name == "policy" { return .policyReference }
      return role(ofData: name) ?? .text
    }
    return .text
  }
}
