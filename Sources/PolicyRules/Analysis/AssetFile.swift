package import AssociationFiles
import PolicyModel
package import PolicyText

/// An `assetlinks.json` with the data that its rules need.
package struct AssetFile: Sendable {
  package let tree: SourceTree
  /// The valid statements, and the first problem of each invalid one, as Google reports it.
  package let content: AssetLinks
  /// The apps of all statements, including invalid ones.
  let apps: [App]
  /// The apps of statements whose `namespace` is missing or wrong. Android ignores these
  /// statements, but rules still check their values.
  let misnamedApps: [App]
  /// The dynamic rules of each statement, without lists that Android discards because of an error.
  let dynamicRules: [(app: App, rules: DynamicOrder)]
  /// All apps, for checks of syntax.
  var writtenApps: [App] { apps + misnamedApps }

  struct App: Sendable {
    var statement: NodeID
    var target: NodeID
    /// `package_name`, if it is a string.
    var package: LocatedText?
    /// `sha256_cert_fingerprints`, of any type.
    var list: NodeID?
    /// The strings of that list.
    var fingerprints: [LocatedText]
    var relations: [ExactString]
  }

  package init(_ tree: SourceTree) {
    self.tree = tree
    content = AssetLinks(reading: tree)
    let statements = tree.root.map { Array(tree.items($0)) } ?? []
    apps = statements.compactMap { Self.app($0, isMisnamed: false, in: tree) }
    misnamedApps = statements.compactMap { Self.app($0, isMisnamed: true, in: tree) }
    dynamicRules = apps.compactMap { app in
      guard let rules = DynamicRules(statement: app.statement, in: tree), rules.faults.isEmpty,
        !rules.rules.isEmpty
      else { return nil }
      return (app, DynamicOrder(rules.rules))
    }
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

  var fingerprints: [LocatedFingerprint] {
    writtenApps.flatMap(\.fingerprints).map {
      LocatedFingerprint(text: $0, environment: nil, owner: .app, length: 32)
    }
  }
}
