import AssociationFiles
import PolicyDiagnostics
package import PolicyModel
package import PolicySourceTree
import PolicyText

/// What a file of a workspace may have in common with another: the only things for which a rule looks beyond
/// the file that it reports about.
///
/// Two files without a common fact, also over others, are checked apart as they are checked together: so an
/// estate can be checked in parts (`CheckSummary`). A rule that looks for more needs a kind here; the test
/// that splits workspaces by chance finds the lack.
///
/// Facts are known by codes: 64 bits of kind and value, the same on every machine. Two facts with one code only make
/// files look related that are not.
package enum SharedFact {
  /// What a fact is about; raw values are part of the code.
  private enum Kind: UInt8 {
    /// The name of a policy: its own, or that before the slash of a foreign app.
    case policy = 1
    /// A host that a policy declares, or whose file an association file is.
    case host
    /// A client ID of either environment.
    case clientID
    /// A package name of Android.
    case androidPackage
    /// The folder of the association files of one site.
    case site
  }

  private static func code(_ kind: Kind, _ value: ExactString) -> UInt64 {
    var hash = FNV64()
    hash.add(kind.rawValue)
    hash.add(value)
    return hash.value
  }

  /// Ascending, each once.
  private static func distinct(_ codes: [UInt64]) -> [UInt64] {
    var distinct: [UInt64] = []
    distinct.reserveCapacity(codes.count)
    for code in codes.sorted() where code != distinct.last { distinct.append(code) }
    return distinct
  }

  /// The codes of the facts of a policy, ascending, each once; the workspace may be a part of the whole.
  package static func codes(of document: PolicyDocument, _ apps: AppReferences) -> [UInt64] {
    let policy = document.policy
    var codes = [code(.policy, document.name)]
    for domain in policy.domains { codes.append(code(.host, domain.host.value)) }
    for client in policy.clients {
      if let id = client.clientID?.prod { codes.append(code(.clientID, id.value)) }
      if let id = client.clientID?.sandbox { codes.append(code(.clientID, id.value)) }
    }
    for app in policy.apps {
      if let name = app.packageName { codes.append(code(.androidPackage, name.value)) }
    }
    for reference in apps.references(in: document.tree.file) {
      let text = reference.text.value
      guard text.contains(UInt8(ascii: "/")),
        let slash = text.utf8.firstIndex(of: UInt8(ascii: "/"))
      else { continue }
      codes.append(code(.policy, ExactString(decoding: text.utf8[..<slash])))
    }
    return distinct(codes)
  }

  /// The codes of the facts of an association file, ascending, each once.
  package static func codes(ofAssociationFile tree: SourceTree) -> [UInt64] {
    var codes = [code(.site, ExactString(SiteFiles.site(of: tree)))]
    if let host = DynamicRulesOutsideManifest.host(of: tree.source.name) {
      codes.append(code(.host, host))
    }
    for statement in AssetLinks(reading: tree).statements {
      guard case .androidApp(let package, _) = statement.target else { continue }
      codes.append(code(.androidPackage, package))
    }
    return distinct(codes)
  }
}
