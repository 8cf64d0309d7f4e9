package import PolicyText

extension AssetLinks {
  /// The JSON of a generated file: one statement per package, then sites, then includes in separate
  /// objects. Relations and fingerprints are unique and sorted.
  ///
  /// Callers write it with `.pretty` layout and a final newline.
  package var json: JSONValue {
    .array(
      Self.merged(statements).map(\.json)
        + includes.map { .object([("include", .string($0.url.string))]) })
  }

  /// Sorts statements by target and merges those with the same target.
  ///
  /// Statements of one package with different relations and different certificates aren't merged,
  /// because each certificate would get each relation. Neither are statements with different rules.
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
  /// The statement with unique and sorted lists.
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

  /// A statement equivalent to both; nil if there is none.
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
  /// The rule as JSON, without absent keys.
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
