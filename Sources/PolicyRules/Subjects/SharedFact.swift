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
package struct SharedFact: Sendable, Hashable {
  /// 64 bits of kind and value, the same on every machine. Two facts with one code only make files look
  /// related that are not.
  package let code: UInt64

  /// A fact that was written down.
  package init(code: UInt64) { self.code = code }

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

  private init(_ kind: Kind, _ value: some Sequence<UInt8>) {
    var hash = FNV64()
    hash.add(kind.rawValue)
    for byte in value { hash.add(byte) }
    code = hash.value
  }

  /// The facts of a policy; the workspace may be a part of the whole.
  package static func all(
    of document: PolicyDocument, _ apps: AppReferences
  ) -> Set<SharedFact> {
    let policy = document.policy
    var facts: Set<SharedFact> = [SharedFact(.policy, document.name.utf8)]
    for domain in policy.domains { facts.insert(SharedFact(.host, domain.host.value.utf8)) }
    for client in policy.clients {
      for (_, text) in client.clientID?.values ?? [] {
        facts.insert(SharedFact(.clientID, text.value.utf8))
      }
    }
    for app in policy.apps {
      if let name = app.packageName { facts.insert(SharedFact(.androidPackage, name.value.utf8)) }
    }
    for reference in apps.references(in: document.tree.file) {
      let name = reference.text.value.utf8
      guard let slash = name.firstIndex(of: UInt8(ascii: "/")) else { continue }
      facts.insert(SharedFact(.policy, name[..<slash]))
    }
    return facts
  }

  /// The facts of an association file.
  package static func all(ofAssociationFile tree: SourceTree) -> Set<SharedFact> {
    var facts: Set<SharedFact> = [SharedFact(.site, SiteFiles.site(of: tree).utf8)]
    if let host = DynamicRulesOutsideManifest.host(of: tree.source.name) {
      facts.insert(SharedFact(.host, host.utf8))
    }
    for statement in AssetLinks(reading: tree).statements {
      guard case .androidApp(let package, _) = statement.target else { continue }
      facts.insert(SharedFact(.androidPackage, package.utf8))
    }
    return facts
  }
}
