import AssociationFiles
import LinkPolicy
import PolicyText
import PolicyRules
import PolicyTestSupport
import Testing

/// A safe fix never changes what an association file matches.
@Suite struct SafeFixTests {
  @Test func `safe fixes leave every association file with its meaning`() throws {
    var fixed = 0
    for (name, bytes) in try Self.files() {
      let kind: InputKind =
        name.hasSuffix("assetlinks.json") ? .assetLinks : .appleAppSiteAssociation
      var settings = CheckSettings()
      settings.includesMinor = true
      let project = Project(
        [InputFile(source: SourceFile(name: name, bytes: bytes), kind: kind, isExplicit: true)],
        settings: settings)
      let fixes = project.applyingFixes()
      // Devices ignore a file that is not JSON: every repair of it changes what they do.
      guard fixes.count > 0, let old = Self.meaning(bytes, kind) else { continue }
      fixed += 1
      #expect(old == Self.meaning(fixes.files[0].source.bytes, kind), "\(name): \(fixes.diff)")
    }
    #expect(fixed > 1)
  }

  /// What a file says to devices; nil if they ignore it. A final slash of a path counts for nothing on iOS.
  private static func meaning(_ bytes: [UInt8], _ kind: InputKind) -> String? {
    let read = JSONReader.read(SourceFile(name: "f", bytes: bytes), file: FileID(0))
    guard read.diagnostics.isEmpty else { return nil }
    if kind == .assetLinks {
      let links = AssetLinks(reading: read.tree)
      let statements = links.statements.map { statement in
        let rules = statement.dynamicRules?.rules.map { $0.json.text() } ?? []
        return "\(statement.relations) \(statement.target) \(rules)"
      }
      return "\(statements) \(links.includes.map(\.url))"
    }
    let file = AppleAppSiteAssociation(reading: read.tree)
    func component(_ component: AppleLinkComponent) -> String {
      var component = component
      component.path = component.path.map { ExactString(trimmed($0.string)) }
      return component.json.text()
    }
    let entries = (file.applinks?.details ?? []).map { entry in
      let rules =
        switch entry.rules {
        case .components(let components): components.map(component)
        case .paths(let paths): paths.map { trimmed($0.text.string) }
        }
      return "\(entry.appIDs) \(rules) \(entry.defaults.map(component) ?? "")"
    }
    let lists = [file.webcredentials, file.appclips, file.activitycontinuation].map { $0?.apps }
    return "\(entries) \(file.applinks?.substitutionVariables ?? []) \(lists)"
  }

  private static func trimmed(_ path: String) -> String {
    path.hasSuffix("/") && path.utf8.count > 1 ? String(path.dropLast()) : path
  }

  /// The bad examples of rules and the fixtures.
  private static func files() throws -> [(name: String, bytes: [UInt8])] {
    var files: [(name: String, bytes: [UInt8])] = []
    for info in RuleRegistry.catalogue {
      let name: String? =
        switch info.examples.kind {
        case .appleAppSiteAssociation: "apple-app-site-association"
        case .assetLinks: "assetlinks.json"
        default: nil
        }
      guard let name else { continue }
      let plain = info.examples.bad.replacing("⟦", with: "").replacing("⟧", with: "")
      files.append((name, Array(plain.utf8)))
    }
    for folder in ["ok", "err"] {
      for path in try Fixtures.files(below: "Tests/Fixtures/association/\(folder)")
      where path.hasSuffix(".json") {
        files.append((path, try Fixtures.bytes(path)))
      }
    }
    return files
  }
}
