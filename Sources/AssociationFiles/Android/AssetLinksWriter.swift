package import PolicyText

extension AssetLinks {
  /// The file as it is generated: an array, one statement per package, relations and fingerprints
  /// unique and sorted, then sites, then includes, each alone in its object.
  ///
  /// Callers write `.pretty` text and a final newline.
  package var json: JSONValue {
    .array(
      Self.merged(statements).map(\.json)
        + includes.map { .object([("include", .string($0.url.string))]) })
  }

  /// Statements sorted by target, those of one target united.
  ///
  /// Two statements of one package with different relations and different certificates stay apart:
  /// united they would give each relation to each certificate. So do two lists of rules.
  package static func merged(_ statements: [AssetStatement]) -> [AssetStatement] {
    var output: [AssetStatement] = []
    for statement in statements.map(\.canonical).sorted(by: \.sortKey) {
      if let last = output.last, let both = last.united(with: statement) {
        output[output.count - 1] = both
      } else {
        output.append(statement)
      }
    }
    return output
  }
}

extension AssetStatement {
  /// The same statement, its lists unique and sorted.
  fileprivate var canonical: AssetStatement {
    var statement = self
    statement.relations = Set(relations).sorted()
    if case .androidApp(let package, let fingerprints) = target {
      statement.target = .androidApp(package: package, fingerprints: Set(fingerprints).sorted())
    }
    return statement
  }

  fileprivate var sortKey: [ExactString] {
    switch target {
    case .androidApp(let package, let fingerprints):
      ["0", package] + fingerprints.map { ExactString($0.text) } + ["", ""] + relations
    case .web(let site): ["1", site]
    }
  }

  /// One statement that says what both say and no more, or nil.
  fileprivate func united(with other: AssetStatement) -> AssetStatement? {
    guard dynamicRules == nil || other.dynamicRules == nil || dynamicRules == other.dynamicRules
    else { return nil }
    var both = self
    both.dynamicRules = dynamicRules ?? other.dynamicRules
    switch (target, other.target) {
    case (.web(let left), .web(let right)) where left == right:
      both.relations += other.relations
    case (
      .androidApp(let package, let left), .androidApp(let otherPackage, let right)
    ) where package == otherPackage && (left == right || relations == other.relations):
      both.relations += other.relations
      both.target = .androidApp(package: package, fingerprints: left + right)
    default: return nil
    }
    return both.canonical
  }

  fileprivate var json: JSONValue {
    let target: JSONValue =
      switch target {
      case .androidApp(let package, let fingerprints):
        [
          "namespace": "android_app", "package_name": .string(package.string),
          "sha256_cert_fingerprints": .array(fingerprints.map { .string($0.text) }),
        ]
      case .web(let site): ["namespace": "web", "site": .string(site.string)]
      }
    let extensions = dynamicRules.map { rules -> JSONValue in
      let components = JSONValue.array(rules.rules.map(\.json))
      let list: JSONValue = ["dynamic_app_link_components": components]
      return .object([(AssetLinks.handleAllURLs.string, list)])
    }
    return .present([
      "relation": .texts(relations), "target": target, "relation_extensions": extensions,
    ])
  }
}

extension DynamicRule {
  /// The rule as it is written; what is absent stays absent.
  package var json: JSONValue {
    .present([
      "/": .text(path), "?": query.isEmpty ? nil : query.json, "#": .text(fragment),
      "exclude": exclude ? true : nil, "comments": .text(comments),
    ])
  }
}

extension Sequence {
  fileprivate func sorted(by key: (Element) -> [ExactString]) -> [Element] {
    map { (key($0), $0) }.sorted { $0.0.lexicographicallyPrecedes($1.0) }.map(\.1)
  }
}
