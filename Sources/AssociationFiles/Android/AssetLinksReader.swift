package import PolicyText

extension AssetLinks {
  /// Reads a statement list like Google's service: invalid statements are skipped and reported,
  /// unknown fields ignored.
  ///
  /// The JSON reader reports violations of strict JSON, which invalidate a list.
  ///
  /// - Parameter isSecure: whether the list is served over `https`, in which case its includes must
  ///   be, too.
  package init(reading tree: SourceTree, isSecure: Bool = true) {
    self.init()
    guard let root = tree.root else {
      problems = [AssetLinksProblem(kind: .noValue)]
      return
    }
    guard tree.kind(root) == .sequence else {
      problems = [AssetLinksProblem(kind: .listNotArray, node: root)]
      return
    }
    if tree.isEmpty(root) { problems = [AssetLinksProblem(kind: .noStatements, node: root)] }
    let reading = AssetStatementReading(tree: tree, isSecure: isSecure)
    for (index, node) in tree.items(root).enumerated() {
      // The service stops at the first error, but authors need all of them.
      var faults: [AssetStatementReading.Fault] = []
      if tree.kind(node) == .mapping, tree.value(of: "include", in: node) == nil {
        if var statement = reading.statement(node, &faults) {
          statement.index = index
          statements.append(statement)
        }
      } else {
        do throws(AssetStatementReading.Fault) {
          includes.append(try reading.include(node))
        } catch {
          faults.append(error)
        }
      }
      problems += faults.map {
        AssetLinksProblem(kind: $0.kind, statement: index, node: $0.node)
      }
    }
  }
}

/// Reads one statement.
struct AssetStatementReading {
  /// An error in a part.
  struct Fault: Error {
    var kind: AssetLinksProblem.Kind
    var node: NodeID

    init(_ kind: AssetLinksProblem.Kind, _ node: NodeID) {
      self.kind = kind
      self.node = node
    }
  }

  let tree: SourceTree
  let isSecure: Bool

  /// Reads an entry with an include instead of a statement.
  func include(_ node: NodeID) throws(Fault) -> AssetInclude {
    let value = try value(of: "include", in: node, or: .statementNotObject)
    if let other = tree.value(of: "relation", in: node) ?? tree.value(of: "target", in: node) {
      throw Fault(.includeNotAlone, other)
    }
    guard let url = tree.jsonString(value) else { throw Fault(.includeNotString, value) }
    let parts = URLParts(url)
    guard parts.scheme != nil else { throw Fault(.includeInvalid, value) }
    guard parts.isWeb else { throw Fault(.includeScheme, value) }
    guard AssetSite.hasValidHost(parts) else { throw Fault(.includeInvalid, value) }
    if isSecure, !parts.hasScheme("https") { throw Fault(.includeInsecure, value) }
    return AssetInclude(url, node: node)
  }

  /// Reads a statement; nil if it has errors, which are added in the order in which Google's
  /// service checks them. Reports only the first wrong item of a list.
  func statement(_ node: NodeID, _ faults: inout [Fault]) -> AssetStatement? {
    func attempt<Value>(_ read: @autoclosure () throws(Fault) -> Value) -> Value? {
      do throws(Fault) { return try read() } catch { faults.append(error) }
      return nil
    }
    let target = attempt(try value(of: "target", in: node, or: .targetMissing))
    let relation = attempt(try value(of: "relation", in: node, or: .relationMissing))
    guard let target else { return nil }
    var relations: [ExactString]?
    if let relation { relations = attempt(try self.relations(relation)) }
    var found: AssetTarget?
    switch attempt(try isApp(target)) {
    case true?:
      let package = attempt(try self.package(target))
      let fingerprints = attempt(try self.fingerprints(target))
      if let package, let fingerprints {
        found = .androidApp(package: package, fingerprints: fingerprints)
      }
    case false?:
      let site = attempt(try self.site(target, isManifest: isManifest(relation)))
      found = site.map { .web(site: $0) }
    case nil: break
    }
    guard let relations, let found else { return nil }
    var statement = AssetStatement(relations: relations, target: found)
    statement.dynamicRules = DynamicRules(statement: node, in: tree)
    statement.node = node
    return statement
  }

  private func value(
    of key: String, in node: NodeID, or fault: AssetLinksProblem.Kind
  ) throws(Fault) -> NodeID {
    guard let value = tree.value(of: key, in: node) else { throw Fault(fault, node) }
    return value
  }

  /// Returns true if `query_webapk` is the only relation: with another one, `site` must be an
  /// origin.
  private func isManifest(_ relation: NodeID?) -> Bool {
    guard let relation, tree.kind(relation) == .sequence, !tree.isEmpty(relation) else {
      return false
    }
    return tree.items(relation).allSatisfy { tree.jsonString($0) == AssetLinks.queryWebAPK }
  }

  private func relations(_ node: NodeID) throws(Fault) -> [ExactString] {
    guard tree.kind(node) == .sequence else { throw Fault(.relationNotArray, node) }
    guard !tree.isEmpty(node) else { throw Fault(.relationEmpty, node) }
    var relations: [ExactString] = []
    for item in tree.items(node) {
      guard let relation = tree.jsonString(item) else { throw Fault(.relationNotString, item) }
      if let kind = Self.problem(ofRelation: relation) { throw Fault(kind, item) }
      relations.append(relation)
    }
    return relations
  }

  /// The problem of a relation; nil for `kind/detail` with characters `a-z 0-9 _ .`.
  static func problem(ofRelation relation: ExactString) -> AssetLinksProblem.Kind? {
    let parts = relation.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count == 2 else { return .relationInvalid }
    func isWord(_ part: Substring.UTF8View) -> Bool {
      !part.isEmpty
        && part.allSatisfy {
          (0x61...0x7A).contains($0) || $0.isDigit || $0 == UInt8(ascii: "_")
            || $0 == UInt8(ascii: ".")
        }
    }
    guard isWord(parts[0]) else { return .relationKindInvalid }
    return isWord(parts[1]) ? nil : .relationDetailInvalid
  }

  /// Returns false for a site.
  private func isApp(_ target: NodeID) throws(Fault) -> Bool {
    guard tree.kind(target) == .mapping else { throw Fault(.targetNotObject, target) }
    let namespace = try value(of: "namespace", in: target, or: .namespaceUnknown)
    switch tree.jsonString(namespace) {
    case "android_app": return true
    case "web": return false
    default: throw Fault(.namespaceUnknown, namespace)
    }
  }

  private func site(_ target: NodeID, isManifest: Bool) throws(Fault) -> ExactString {
    let value = try value(of: "site", in: target, or: .siteMissing)
    guard let site = tree.jsonString(value) else { throw Fault(.siteInvalid, value) }
    if let kind = AssetSite.problem(of: site, isManifest: isManifest) { throw Fault(kind, value) }
    return site
  }

  private func package(_ target: NodeID) throws(Fault) -> ExactString {
    let name = try value(of: "package_name", in: target, or: .packageMissing)
    guard let package = tree.jsonString(name), Self.isPackage(package) else {
      throw Fault(.packageInvalid, name)
    }
    return package
  }

  private func fingerprints(_ target: NodeID) throws(Fault) -> [Fingerprint] {
    let list = try value(of: "sha256_cert_fingerprints", in: target, or: .fingerprintsMissing)
    guard tree.kind(list) == .sequence else { throw Fault(.fingerprintsNotArray, list) }
    guard !tree.isEmpty(list) else { throw Fault(.fingerprintsEmpty, list) }
    var fingerprints: [Fingerprint] = []
    for item in tree.items(list) {
      guard let text = tree.jsonString(item) else { throw Fault(.fingerprintNotString, item) }
      guard Fingerprint.isCanonical(text), let value = Fingerprint(text) else {
        throw Fault(.fingerprintMalformed, item)
      }
      fingerprints.append(value)
    }
    return fingerprints
  }

  /// Whether Google accepts a package name: not empty, and only `A-Z a-z 0-9 _ .`. Android's own
  /// rule is stricter.
  static func isPackage(_ name: ExactString) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy {
        PercentEncoding.isUnreserved($0) && $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "~")
      }
  }
}
