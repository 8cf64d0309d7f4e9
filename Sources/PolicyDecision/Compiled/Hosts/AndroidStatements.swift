import AssociationFiles
import PolicyModel
import PolicyText

/// The statements of `assetlinks.json`: one per package, with the rules of all its entries.
struct AndroidStatements {
  let entries: [HostCompiler.Entry]
  let credentials: [HostCompiler.AndroidApp]

  /// Adds the file to a host.
  func compile(into host: inout CompiledHost) {
    var statements: [AssetStatement] = []
    let sharing = Set(credentials)
    var owned: [HostCompiler.AndroidApp: [[HostCompiler.Rule]]] = [:]
    for entry in entries {
      for app in entry.androidApps { owned[app, default: []].append(entry.rules) }
    }
    for app in (entries.flatMap(\.androidApps) + credentials).unique {
      var statement = AssetStatement(
        relations: [], target: .androidApp(package: app.package, fingerprints: app.fingerprints))
      if sharing.contains(app) { statement.relations.append(AssetLinks.getLoginCredentials) }
      // One list per app: Android tries entries in order, so the rules are concatenated.
      if let rules = owned[app] {
        let portable = PortableRules(rules.joined().map(\.rule))
        // Android before 15 ignores dynamic rules. If no rule can be expressed, the statement would
        // open every link there, so it is left out and all links stay in the browser.
        let opensNothing = portable.dynamicRules?.rules.allSatisfy(\.exclude) ?? false
        guard !opensNothing else {
          if !statement.relations.isEmpty { statements.append(statement) }
          continue
        }
        statement.relations.append(AssetLinks.handleAllURLs)
        statement.dynamicRules = portable.dynamicRules
        if host.androidRules[app.package] == nil {
          host.androidRules[app.package] = Self.anchors(
            portable, Array(rules.joined()), statement.dynamicRules)
        }
      }
      statements.append(statement)
    }
    host.android = statements.isEmpty ? nil : AssetLinks(statements)
  }

  /// The policy rule of each dynamic rule: the first that translates to it.
  private static func anchors(
    _ portable: PortableRules, _ rules: [HostCompiler.Rule], _ dynamicRules: DynamicRules?
  ) -> [SourceAnchor?] {
    var sources: [ExactString: SourceAnchor] = [:]
    for (rule, translated) in zip(rules, portable.rules) {
      for dynamicRule in translated.dynamicRules where sources[key(dynamicRule)] == nil {
        sources[key(dynamicRule)] = rule.anchor
      }
    }
    return (dynamicRules?.rules ?? []).map { sources[key($0)] }
  }

  private static func key(_ rule: DynamicRule) -> ExactString {
    ExactString(rule.json.text())
  }
}
