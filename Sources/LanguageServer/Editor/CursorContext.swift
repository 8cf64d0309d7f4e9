package import PolicyText
import PolicyModel

/// The cursor context in valid YAML: the innermost key or value, its path and its role.
/// In incomplete YAML, see `LineContext`.
package struct CursorContext: Sendable {
  /// The role of a key or value.
  package enum Role: Sendable, Equatable {
    /// A key of the schema.
    case key
    /// A user-defined key: of an app, a client, a host, a variable, a feature.
    case declaration
    case redirectURI
    /// A URL that receives no codes.
    case address
    case origin
    case host
    case appReference
    case clientReference
    case policyReference
    /// The path, query or fragment of a link rule.
    case linkPattern
    case fingerprint
    case clientID
    case scope
    case feature
    case ruleID
    /// An expected reason.
    case reason
    /// The location of a secret.
    case secret
    case alias
    /// A value of an enumeration.
    case word
    case text
  }

  package let role: Role
  package let entry: PositionIndex.Entry
  /// The keys from the root to this one; nil for items of lists.
  package let path: [ExactString?]
  package let span: SourceSpan

  /// The innermost key or value at an offset.
  package init?(at offset: Int, in map: PositionIndex) {
    guard let entry = map.entry(at: offset),
      entry.isKey || map.tree.isAlias(entry.node) || map.tree.kind(entry.node) == .scalar
    else { return nil }
    self.init(entry, in: map)
  }

  package init(_ entry: PositionIndex.Entry, in map: PositionIndex) {
    self.entry = entry
    span = map.tree.span(entry.node)
    path = Self.path(of: entry, in: map.tree)
    role =
      map.tree.isAlias(entry.node)
      ? .alias : entry.isKey ? Self.role(ofKey: entry, path) : Self.role(of: entry, path)
  }

  /// The environment of the value, by its parent keys; nil for both.
  package var environment: Environment? {
    for key in path.reversed() {
      if let key, let environment = Environment(rawValue: key.string) { return environment }
    }
    return nil
  }

  /// The last key except `prod` and `sandbox`.
  package var name: ExactString? { Self.name(path) }

  private static func name(_ path: [ExactString?]) -> ExactString? {
    path.compactMap(\.self).last { Environment(rawValue: $0.string) == nil }
  }

  private static func path(
    of entry: PositionIndex.Entry, in tree: SourceTree
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

  private static func role(ofKey entry: PositionIndex.Entry, _ path: [ExactString?]) -> Role {
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
    case .client: .clientReference
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

  private static func role(of entry: PositionIndex.Entry, _ path: [ExactString?]) -> Role {
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
      if !string.values.isEmpty { return .word }
    default: break
    }
    if path.first == "invariants", path.contains("links"), name == "path" { return .linkPattern }
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
