package import PolicyText

extension AssetLinks {
  /// Reads a statement list as Google's service does: an invalid statement is skipped and reported. Unknown
  /// fields are ignored.
  ///
  /// The JSON reader reports violations of strict JSON, which make a list void.
  ///
  /// - Parameter isSecure: the list is served over `https`, so its includes must be, too.
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
      do throws(AssetStatementReading.Fault) {
        if let include = try reading.include(node) {
          includes.append(include)
        } else {
          var statement = try reading.statement(node)
          statement.index = index
          statements.append(statement)
        }
      } catch {
        // The service stops at the first fault; who repairs the file needs all of them.
        for fault in [error] + reading.faults(node).filter({ $0 != error }) {
          problems.append(
            AssetLinksProblem(kind: fault.kind, statement: index, node: fault.node))
        }
      }
    }
  }
}

/// Reads one statement.
struct AssetStatementReading {
  /// Ends the reading of a statement.
  struct Fault: Error, Equatable {
    var kind: AssetLinksProblem.Kind
    var node: NodeID
  }

  let tree: SourceTree
  let isSecure: Bool

  /// The include that an entry stands for; nil when it is a statement.
  func include(_ node: NodeID) throws(Fault) -> AssetInclude? {
    guard tree.kind(node) == .mapping else {
      throw Fault(kind: .statementNotObject, node: node)
    }
    guard let value = tree.value(of: "include", in: node) else { return nil }
    if let other = tree.value(of: "relation", in: node) ?? tree.value(of: "target", in: node) {
      throw Fault(kind: .includeNotAlone, node: other)
    }
    guard let url = string(value) else { throw Fault(kind: .includeNotString, node: value) }
    let parts = URLParts(url)
    guard parts.scheme != nil else { throw Fault(kind: .includeInvalid, node: value) }
    guard parts.isWeb else { throw Fault(kind: .includeScheme, node: value) }
    guard AssetSite.hasValidHost(parts) else { throw Fault(kind: .includeInvalid, node: value) }
    if isSecure, !parts.hasScheme("https") { throw Fault(kind: .includeInsecure, node: value) }
    return AssetInclude(url, node: node)
  }

  /// The statement; throws what Google's service reports first.
  func statement(_ node: NodeID) throws(Fault) -> AssetStatement {
    guard let target = tree.value(of: "target", in: node) else {
      throw Fault(kind: .targetMissing, node: node)
    }
    guard let relation = tree.value(of: "relation", in: node) else {
      throw Fault(kind: .relationMissing, node: node)
    }
    var statement = AssetStatement(
      relations: try relations(relation),
      target: try self.target(target, isManifest: isManifest(relation)))
    statement.dynamicRules = DynamicRules(statement: node, in: tree)
    statement.node = node
    return statement
  }

  /// Everything that is wrong with a statement; of a malformed list the first item.
  func faults(_ node: NodeID) -> [Fault] {
    guard tree.kind(node) == .mapping, tree.value(of: "include", in: node) == nil else { return [] }
    let relation = tree.value(of: "relation", in: node)
    var faults: [Fault] = []
    if relation == nil { faults.append(Fault(kind: .relationMissing, node: node)) }
    guard let target = tree.value(of: "target", in: node) else {
      return [Fault(kind: .targetMissing, node: node)] + faults
    }
    if let relation {
      do throws(Fault) { _ = try relations(relation) } catch { faults.append(error) }
    }
    guard tree.kind(target) == .mapping, let namespace = tree.value(of: "namespace", in: target),
      string(namespace) == "android_app"
    else {
      do throws(Fault) {
        _ = try self.target(target, isManifest: isManifest(relation))
      } catch {
        faults.append(error)
      }
      return faults
    }
    do throws(Fault) { _ = try package(target) } catch { faults.append(error) }
    do throws(Fault) { _ = try fingerprints(target) } catch { faults.append(error) }
    return faults
  }

  /// True if `query_webapk` is the only relation: another one makes `site` an origin.
  private func isManifest(_ relation: NodeID?) -> Bool {
    guard let relation, tree.kind(relation) == .sequence, !tree.isEmpty(relation) else {
      return false
    }
    return tree.items(relation).allSatisfy { string($0) == AssetLinks.queryWebAPK }
  }

  private func relations(_ node: NodeID) throws(Fault) -> [ExactString] {
    guard tree.kind(node) == .sequence else { throw Fault(kind: .relationNotArray, node: node) }
    guard !tree.isEmpty(node) else { throw Fault(kind: .relationEmpty, node: node) }
    var relations: [ExactString] = []
    for item in tree.items(node) {
      guard let relation = string(item) else { throw Fault(kind: .relationNotString, node: item) }
      if let kind = Self.problem(ofRelation: relation) { throw Fault(kind: kind, node: item) }
      relations.append(relation)
    }
    return relations
  }

  /// What is wrong with a relation; nil for `kind/detail` of `a-z 0-9 _ .`.
  static func problem(ofRelation relation: ExactString) -> AssetLinksProblem.Kind? {
    let parts = relation.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count == 2 else { return .relationInvalid }
    func isWord(_ part: Substring.UTF8View) -> Bool {
      !part.isEmpty
        && part.allSatisfy {
          (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "_")
            || $0 == UInt8(ascii: ".")
        }
    }
    guard isWord(parts[0]) else { return .relationKindInvalid }
    return isWord(parts[1]) ? nil : .relationDetailInvalid
  }

  private func target(_ node: NodeID, isManifest: Bool) throws(Fault) -> AssetTarget {
    guard tree.kind(node) == .mapping else { throw Fault(kind: .targetNotObject, node: node) }
    guard let namespace = tree.value(of: "namespace", in: node) else {
      throw Fault(kind: .namespaceUnknown, node: node)
    }
    switch string(namespace) {
    case "android_app": return try app(node)
    case "web": return try web(node, isManifest: isManifest)
    default: throw Fault(kind: .namespaceUnknown, node: namespace)
    }
  }

  private func web(_ node: NodeID, isManifest: Bool) throws(Fault) -> AssetTarget {
    guard let value = tree.value(of: "site", in: node) else {
      throw Fault(kind: .siteMissing, node: node)
    }
    guard let site = string(value) else { throw Fault(kind: .siteInvalid, node: value) }
    if let kind = AssetSite.problem(of: site, isManifest: isManifest) {
      throw Fault(kind: kind, node: value)
    }
    return .web(site: site)
  }

  private func app(_ node: NodeID) throws(Fault) -> AssetTarget {
    .androidApp(package: try package(node), fingerprints: try fingerprints(node))
  }

  private func package(_ node: NodeID) throws(Fault) -> ExactString {
    guard let name = tree.value(of: "package_name", in: node) else {
      throw Fault(kind: .packageMissing, node: node)
    }
    guard let package = string(name), Self.isPackage(package) else {
      throw Fault(kind: .packageInvalid, node: name)
    }
    return package
  }

  private func fingerprints(_ node: NodeID) throws(Fault) -> [Fingerprint] {
    guard let list = tree.value(of: "sha256_cert_fingerprints", in: node) else {
      throw Fault(kind: .fingerprintsMissing, node: node)
    }
    guard tree.kind(list) == .sequence else {
      throw Fault(kind: .fingerprintsNotArray, node: list)
    }
    guard !tree.isEmpty(list) else { throw Fault(kind: .fingerprintsEmpty, node: list) }
    var fingerprints: [Fingerprint] = []
    for item in tree.items(list) {
      guard let text = string(item) else { throw Fault(kind: .fingerprintNotString, node: item) }
      guard Fingerprint.isCanonical(text), let value = Fingerprint(text) else {
        throw Fault(kind: .fingerprintMalformed, node: item)
      }
      fingerprints.append(value)
    }
    return fingerprints
  }

  /// What Google takes for a package name: not empty, nothing but `A-Z a-z 0-9 _ .`. Android's own
  /// rule is narrower.
  static func isPackage(_ name: ExactString) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy {
        PercentEncoding.isUnreserved($0) && $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "~")
      }
  }

  private func string(_ node: NodeID) -> ExactString? {
    tree.kind(node) == .scalar && tree.style(node) == .jsonString ? tree.text(node) : nil
  }
}
