import PolicyText
import PolicyModel

/// Applications of Auth0, as its deploy CLI has them: `tenant.yaml`, or a file of `clients/`.
///
/// `##KEY##` is a part of a text, `@@KEY@@` any value, often a whole list, and also where no quotes stand
/// around it, which is neither YAML nor JSON (docs/keyword-replacement.md of the deploy CLI).
package enum Auth0Kind: ImportKind {
  package static let name = "auth0"
  package static let summary = "applications of Auth0, as its deploy CLI has them"
  package static let usualNames = ["tenant.yaml", "tenant.yml", "clients/*.json"]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard source.mentions("app_type") || source.mentions("callbacks") else { return .no }
    let form = form(of: source)
    let tree = form.tree
    guard let root = tree.root else { return .no }
    if tree.kind(root) == .mapping, let list = tree.value(of: "clients", in: root) {
      let isList = tree.items(list).contains { tree.value(of: "app_type", in: $0) != nil }
      return isList || tree.value(of: "tenant", in: root) != nil ? .yes : .no
    }
    guard tree.value(of: "name", in: root) != nil else { return .no }
    if tree.value(of: "app_type", in: root) != nil { return .yes }
    return tree.value(of: "callbacks", in: root) != nil ? .nearly(missing: "app_type") : .no
  }

  package static func read(_ source: ImportSource, into facts: inout ImportFacts) {
    guard let tree = facts.usable(form(of: source)), let root = tree.root else { return }
    for node in tree.sourceMappings(tree.value(of: "clients", in: root) ?? root) {
      if tree.sourceFlag("global", in: node) == true {
        let name = tree.sourceText("name", in: node)?.value ?? "All Applications"
        facts.skip(name, because: "the application of Auth0 itself", at: tree.location(node))
        continue
      }
      Auth0Client(node, tree, source.options.definitions).read(nil, into: &facts)
    }
  }

  /// With quotes around values that stand alone: of the same length, so that all places stay.
  private static func form(of source: ImportSource) -> ImportSource.Form {
    let isJSON = source.firstByte == UInt8(ascii: "{")
    guard source.mentions("@@") else { return isJSON ? source.json : source.yaml }
    var bytes = source.file.bytes
    var index = 0
    while let open = bytes.firstRange(of: [0x40, 0x40], in: index..<bytes.count) {
      index = open.upperBound
      guard
        let close = bytes.firstRange(of: [0x40, 0x40], in: index..<min(bytes.count, index + 200)),
        bytes[open.upperBound..<close.lowerBound].allSatisfy({
          PercentEncoding.isUnreserved($0)
        })
      else { continue }
      index = close.upperBound
      let before = bytes[..<open.lowerBound].last { $0 != 0x20 && $0 != 0x09 } ?? 0x0A
      let after = bytes[close.upperBound...].first { $0 != 0x20 && $0 != 0x0D } ?? 0x0A
      guard ":[,-\n".utf8.contains(before), ",]}\n".utf8.contains(after) else { continue }
      bytes[open.lowerBound] = UInt8(ascii: "\"")
      bytes[close.upperBound - 1] = UInt8(ascii: "\"")
    }
    let file = SourceFile(name: source.file.name, bytes: bytes)
    return source.form(
      isJSON
        ? JSONReader.read(file, file: source.id, limits: source.limits)
        : YAMLReader.read(file, file: source.id, limits: source.limits))
  }
}

/// An application of Auth0; the provider of Terraform has the same names.
struct Auth0Client {
  private let node: NodeID
  private let tree: SourceTree
  private let definitions: ImportDefinitions

  init(_ node: NodeID, _ tree: SourceTree, _ definitions: ImportDefinitions) {
    self.node = node
    self.tree = tree
    self.definitions = definitions
  }

  func read(_ context: FactContext?, into facts: inout ImportFacts) {
    var client = SourceClient(at: tree.location(node))
    client.context = context
    client.id = tree.sourceText("client_id", in: node)
    client.name = tree.sourceText("name", in: node)
    let kind = tree.sourceText("app_type", in: node)?.value
    let method = tree.sourceText("token_endpoint_auth_method", in: node)
    switch kind {
    case "native": client.type = .native
    case "spa", "regular_web": client.type = .web
    default: break
    }
    // What Auth0 does where the export does not say.
    client.isPublic = method.map { $0.value == "none" } ?? (kind == "native" || kind == "spa")
    client.authenticationMethod = method
    client.secret = tree.value(of: "client_secret", in: node).map { tree.location($0) }
    client.pattern = .hostLabels
    client.redirectURIs = texts("callbacks")
    client.postLogoutRedirectURIs = texts("allowed_logout_urls")
    client.corsOrigins = texts("allowed_origins")
    let grants = texts("grant_types")
    client.grantTypes = grants.isEmpty ? nil : grants
    let known = Set(client.corsOrigins.map(\.value))
    if !client.redirectURIs.isEmpty {
      for origin in texts("web_origins") where !known.contains(origin.value) {
        facts.skip(
          origin.value, because: "an origin of silent sign-in only, which policies don't have",
          at: origin.location)
      }
    }
    client.state(into: &facts)
    apps(context, &facts)
  }

  /// A list; `@@KEY@@` may stand for it or for one of its items, a comma divides texts as in the dashboard.
  private func texts(_ key: String) -> [SourceText] {
    tree.sourceTexts(key, in: node).flatMap { text -> [SourceText] in
      guard let key = keyword(text.value) else { return split(text) }
      guard let value = definitions[key] else {
        return [SourceText(ExactString("@@" + key.string + "@@"), at: text.location)]
      }
      return items(value).map { SourceText($0, at: text.location) }
    }
  }

  private func split(_ text: SourceText) -> [SourceText] {
    guard text.value.utf8.contains(UInt8(ascii: ",")) else { return [text] }
    // Only where each part is an address of its own.
    let parts = text.value.utf8.split(separator: UInt8(ascii: ",")).map { part in
      ExactString(decoding: part.drop { $0 == 0x20 })
    }
    guard parts.allSatisfy({ URIParts($0).scheme != nil }) else { return [text] }
    return parts.map { SourceText($0, at: text.location) }
  }

  /// `KEY` of `@@KEY@@`, also where quotes have taken the place of its outer marks.
  private func keyword(_ text: ExactString) -> ExactString? {
    let bytes = Array(text.utf8)
    let mark = UInt8(ascii: "@")
    let inner = bytes.drop { $0 == mark }
    let count = bytes.count - inner.count
    guard count == 1 || count == 2, inner.suffix(count).allSatisfy({ $0 == mark }),
      inner.count > count, !inner.dropLast(count).contains(mark)
    else { return nil }
    return ExactString(decoding: inner.dropLast(count))
  }

  /// The texts of a JSON list, or the value itself.
  private func items(_ value: ExactString) -> [ExactString] {
    guard value.utf8.first == UInt8(ascii: "[") else { return [value] }
    let list = JSONReader.read(SourceFile(name: "", bytes: Array(value.utf8)), file: tree.file).tree
    return list.root.map { list.items($0).map { list.text($0) } } ?? []
  }

  /// The apps that Auth0 writes association files for.
  private func apps(_ context: FactContext?, _ facts: inout ImportFacts) {
    guard let mobile = first(tree.value(of: "mobile", in: node)) else { return }
    if let ios = first(tree.value(of: "ios", in: mobile)),
      let bundle = tree.sourceText("app_bundle_identifier", in: ios)
    {
      let app = FactSubject.app(.apple(bundleID: bundle.value))
      facts.mention(app, at: bundle.location, in: context)
      if let team = tree.sourceText("team_id", in: ios) {
        facts.add(app, AppKey.teamID, is: .text(team.value), at: team.location, in: context)
      }
    }
    if let android = first(tree.value(of: "android", in: mobile)),
      let package = tree.sourceText("app_package_name", in: android)
    {
      let app = FactSubject.app(.android(package: package.value))
      facts.mention(app, at: package.location, in: context)
      for fingerprint in tree.sourceTexts("sha256_cert_fingerprints", in: android) {
        facts.add(
          app, AppKey.sha256CertFingerprints, is: .text(fingerprint.value),
          at: fingerprint.location, in: context)
      }
    }
  }

  /// Blocks of Terraform are lists of one.
  private func first(_ node: NodeID?) -> NodeID? { node.flatMap { tree.sourceMappings($0).first } }
}
