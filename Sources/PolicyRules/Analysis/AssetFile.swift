package import AssociationFiles
import PolicyModel
package import PolicyText

/// An `assetlinks.json` that somebody deployed, with what its rules ask of it.
package struct AssetFile: Sendable {
  package let tree: SourceTree
  /// What counts of it, and what Google reports first of each void statement.
  package let content: AssetLinks
  /// The apps of its statements, void ones too.
  let apps: [App]
  /// The apps of statements whose `namespace` is missing or wrong. Nothing is granted to them, and what
  /// else is wrong with such a statement is reported.
  let misnamedApps: [App]
  /// Every app as it is written, for checks of form.
  var writtenApps: [App] { apps + misnamedApps }

  /// An `android_app` target with its places.
  struct App: Sendable {
    var statement: NodeID
    var target: NodeID
    /// `package_name`, where it is a text.
    var package: LocatedText?
    /// `sha256_cert_fingerprints`, whatever it is.
    var list: NodeID?
    /// The texts of that list.
    var fingerprints: [LocatedText]
    var relations: [ExactString]
  }

  /// Reads a file as Google's service and Android do.
  package init(_ tree: SourceTree) {
    self.tree = tree
    content = AssetLinks(reading: tree)
    let statements = tree.root.map { Array(tree.items($0)) } ?? []
    apps = statements.compactMap { Self.app($0, isMisnamed: false, in: tree) }
    misnamedApps = statements.compactMap { Self.app($0, isMisnamed: true, in: tree) }
  }

  private static func app(_ statement: NodeID, isMisnamed: Bool, in tree: SourceTree) -> App? {
    guard let target = tree.value(of: "target", in: statement) else { return nil }
    let namespace = tree.value(of: "namespace", in: target)
    let isApp = namespace.map { tree.text($0, equals: "android_app") } ?? false
    if isMisnamed {
      let isWeb = namespace.map { tree.text($0, equals: "web") } ?? false
      guard !isApp, !isWeb, tree.value(of: "package_name", in: target) != nil else { return nil }
    } else if !isApp {
      return nil
    }
    func texts(_ list: NodeID?) -> [LocatedText] {
      guard let list else { return [] }
      return tree.items(list).filter(tree.isString).map { Located(tree.text($0), $0) }
    }
    let package = tree.value(of: "package_name", in: target).flatMap { node in
      tree.isString(node) ? Located(tree.text(node), node) : nil
    }
    let list = tree.value(of: "sha256_cert_fingerprints", in: target)
    return App(
      statement: statement, target: target, package: package, list: list,
      fingerprints: texts(list),
      relations: texts(tree.value(of: "relation", in: statement)).map(\.value))
  }

  /// All fingerprints, in order.
  var fingerprints: [FingerprintOccurrence] {
    writtenApps.flatMap(\.fingerprints).map {
      FingerprintOccurrence(text: $0, environment: nil, owner: .app, length: 32)
    }
  }
}
