import PolicyText
import PolicyModel

/// `AndroidManifest.xml`, as it is written or merged, with the texts and Gradle literals beside it.
package enum AndroidManifestKind: ImportKind {
  package static let name = "android-manifest"
  package static let summary = "AndroidManifest.xml, with strings.xml and build.gradle beside it"
  package static let usualNames = ["AndroidManifest.xml"]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard source.firstByte == UInt8(ascii: "<"), source.mentions("<manifest"),
      let root = source.xml.tree.root, source.xml.tree.isNamed(root, "manifest")
    else { return .no }
    return source.mentions("http://schemas.android.com/apk/res/android")
      ? .yes : .nearly(missing: "xmlns:android")
  }

  package static func read(_ source: ImportSource, into facts: inout ImportFacts) {
    guard let tree = facts.usable(source.xml), let root = tree.root else { return }
    var reading = ManifestReading(source, tree)
    reading.read(root, into: &facts)
  }
}

/// One manifest.
private struct ManifestReading {
  private static let android: ExactString = "http://schemas.android.com/apk/res/android"
  private static let tools: ExactString = "http://schemas.android.com/tools"

  private let source: ImportSource
  private let tree: XMLTree
  private let variants: AndroidVariants
  private let set: ExactString
  private let isMerged: Bool
  /// Resources by source set, read when first asked.
  private var strings: [ExactString: AndroidStrings] = [:]
  /// Places whose variables are named already.
  private var unresolved: Set<Span> = []
  private var used: Set<ExactString> = []

  init(_ source: ImportSource, _ tree: XMLTree) {
    self.source = source
    self.tree = tree
    let parts = source.path.utf8.split(separator: UInt8(ascii: "/"))
    let place = parts.lastIndex { $0.elementsEqual("src".utf8) }
    set =
      place.flatMap { $0 + 2 < parts.count ? ExactString(decoding: parts[$0 + 1]) : nil } ?? "main"
    isMerged = parts.contains {
      $0.starts(with: "merged_manifest".utf8) || $0.starts(with: "packaged_manifest".utf8)
    }
    variants = AndroidVariants(of: source, set: set)
  }

  mutating func read(_ root: XMLElement, into facts: inout ImportFacts) {
    bind(root, into: &facts)
    var activities: [(name: XMLValue, location: SourceLocation)] = []
    for application in tree.children(root, named: "application") {
      for activity in tree.children(application)
      where tree.isNamed(activity, "activity") || tree.isNamed(activity, "activity-alias") {
        guard !isRemoved(activity, &facts) else { continue }
        let name = tree.attribute("name", in: Self.android, of: activity)
        var takesLinks = false
        for element in tree.children(activity, named: "intent-filter")
        where !isRemoved(element, &facts) {
          if read(filter: element, name, into: &facts) { takesLinks = true }
        }
        if takesLinks, let name { activities.append((name, source.location(name.span))) }
      }
    }
    linkActivity(activities, into: &facts)
    redirectSchemes(into: &facts)
  }

  // MARK: the app

  private func context(_ variant: AndroidVariants.Variant) -> FactContext? {
    variants.variants.count > 1 && !variant.parts.isEmpty
      ? FactContext(variant.parts.map { EnvironmentHint(.variant, $0) }) : nil
  }

  private func bind(_ root: XMLElement, into facts: inout ImportFacts) {
    let package = tree.attribute("package", of: root)
    if let package, isMerged || variants.literals?.applicationIDs.isEmpty ?? true,
      SourceVariable.first(in: package.text) == nil, !package.text.isEmpty
    {
      let app = AppReference.android(package: package.text)
      facts.mention(.app(app), at: source.location(package.span))
      return facts.bind(app, to: source.path, at: source.location(package.span))
    }
    for variant in variants.variants {
      guard let id = variant.id, let location = variant.location else { continue }
      let app = AppReference.android(package: id)
      facts.mention(.app(app), at: location, in: context(variant))
      facts.bind(app, to: source.path, at: location, in: context(variant))
    }
    guard let literals = variants.literals, let file = variants.file, set == "main" else { return }
    for suffix in literals.suffixes {
      guard case .buildType(let type) = suffix.scope, let text = suffix.text,
        !variants.variants.contains(where: { $0.name.hasSuffix(type) })
      else { continue }
      facts.skip(
        text, because: "apps of build types whose manifest says nothing of its own",
        at: file.location(suffix.span))
    }
  }

  /// The app that a filter without variables is part of.
  private var app: AppReference { .builtWith(source.id) }

  private func linkActivity(
    _ activities: [(name: XMLValue, location: SourceLocation)], into facts: inout ImportFacts
  ) {
    guard let first = activities.first else { return }
    guard activities.allSatisfy({ $0.name.text == first.name.text }) else {
      return facts.leaveOut(
        .dropped, "several activities take verified links; a policy names one",
        at: first.location,
        notes: activities.dropFirst().map { Diagnostic.Note("and this one", at: $0.location) })
    }
    facts.add(.app(app), AppKey.linkActivity, is: .text(first.name.text), at: first.location)
  }

  /// AppAuth takes its scheme from Gradle: the filter stands in the manifest of the library.
  private func redirectSchemes(into facts: inout ImportFacts) {
    guard let literals = variants.literals, let file = variants.file, set == "main" else { return }
    for value in literals.placeholders where !used.contains(value.name) {
      guard let text = value.text,
        value.name == "appAuthRedirectScheme" || value.name == "auth0Scheme"
      else { continue }
      if ["http", "https"].contains(text) { continue }
      URLSchemeOrigin.read(text, of: app, at: file.location(value.span), in: nil, into: &facts)
    }
  }

  private func isRemoved(_ element: XMLElement, _ facts: inout ImportFacts) -> Bool {
    guard let node = tree.attribute("node", in: Self.tools, of: element),
      node.text == "remove" || node.text == "removeAll"
    else { return false }
    facts.leaveOut(
      .dropped, "`tools:node` takes out what other manifests say", at: source.location(node.span),
      help: "import the merged manifest below `build/intermediates/merged_manifests`")
    return true
  }

  // MARK: filters

  /// Reads a filter; true where Android verifies its links.
  private mutating func read(
    filter element: XMLElement, _ activity: XMLValue?, into facts: inout ImportFacts
  ) -> Bool {
    let raw = filter(element, into: &facts)
    if raw.data.isEmpty {
      appFlip(raw, activity, into: &facts)
      return false
    }
    guard raw.hasVariables else {
      raw.read(app, in: nil, into: &facts)
      return raw.isAppLink
    }
    var isAppLink = false
    var done: [LinkFilter] = []
    for variant in variants.variants {
      let filter = expanded(raw, variant, into: &facts)
      isAppLink = isAppLink || filter.isAppLink
      guard !done.contains(where: { $0.hasSameTexts(filter) }) else { continue }
      done.append(filter)
      let reference =
        variants.variants.count > 1 ? variant.id.map { AppReference.android(package: $0) } : nil
      filter.read(reference ?? app, in: context(variant), into: &facts)
    }
    return isAppLink
  }

  private func value(_ name: String, _ element: XMLElement) -> LinkFilter.Value? {
    tree.attribute(name, in: Self.android, of: element).map {
      LinkFilter.Value(text: $0.text, location: source.location($0.span))
    }
  }

  private func filter(_ element: XMLElement, into facts: inout ImportFacts) -> LinkFilter {
    var data: [LinkFilter.Data] = []
    for child in tree.children(element, named: "data") where !isRemoved(child, &facts) {
      data.append(
        LinkFilter.Data(
          scheme: value("scheme", child), host: value("host", child), port: value("port", child),
          paths: AndroidPath.Kind.allCases.compactMap { kind in
            value(kind.rawValue, child).map { (kind, $0) }
          }, mimeType: value("mimeType", child)))
    }
    for group in tree.children(element, named: "uri-relative-filter-group") {
      facts.leaveOut(
        .pattern, "`<uri-relative-filter-group>` has no equal rules",
        at: source.location(tree.startTag(group)))
      data.append(LinkFilter.Data(hasLostPath: true))
    }
    return LinkFilter(
      isVerified: tree.attribute("autoVerify", in: Self.android, of: element)?.text == "true",
      actions: tree.children(element, named: "action").compactMap { value("name", $0) },
      categories: tree.children(element, named: "category").compactMap { value("name", $0)?.text },
      data: data, location: source.location(tree.startTag(element)))
  }

  private func appFlip(
    _ filter: LinkFilter, _ activity: XMLValue?, into facts: inout ImportFacts
  ) {
    guard filter.actions.count == 1, let action = filter.actions.first,
      filter.categories == ["android.intent.category.DEFAULT"]
    else { return }
    let text = action.text
    let known = ["android.", "com.android.", "com.google.", "com.facebook.", "com.samsung."]
    guard !known.contains(where: { text.hasPrefix($0) }), text.contains(UInt8(ascii: ".")) else {
      return
    }
    let words = Array(ASCII.lowercased(text).utf8)
    let isLikely = ["flip", "link", "auth", "consent"].contains {
      words.firstRange(of: Array($0.utf8), in: 0..<words.count) != nil
    }
    guard isLikely else {
      return facts.skip(text, because: "actions of other purposes", at: action.location)
    }
    facts.addAppFlip(
      AppFlipFact(
        app, .android(intentAction: text, activity: activity?.text), at: action.location))
  }

  // MARK: variables

  private mutating func expanded(
    _ filter: LinkFilter, _ variant: AndroidVariants.Variant, into facts: inout ImportFacts
  ) -> LinkFilter {
    var filter = filter
    for index in filter.data.indices {
      var data = filter.data[index]
      data.scheme = data.scheme.flatMap { expanded($0, variant, &facts) }
      let hosts = data.host
      data.host = data.host.flatMap { expanded($0, variant, &facts) }
      data.hasLostHost = hosts != nil && data.host == nil
      let paths = data.paths.count
      data.paths = data.paths.compactMap { path in
        expanded(path.value, variant, &facts).map { (path.kind, $0) }
      }
      data.hasLostPath = data.hasLostPath || data.paths.count < paths
      filter.data[index] = data
    }
    return filter
  }

  private mutating func expanded(
    _ value: LinkFilter.Value, _ variant: AndroidVariants.Variant, _ facts: inout ImportFacts
  ) -> LinkFilter.Value? {
    let definitions = source.options.definitions
    var used: Set<ExactString> = []
    let expansion = SourceVariable.expand(value.text) { name in
      used.insert(name)
      let isString = value.text.hasPrefix("@string/")
      return definitions[name] ?? (isString ? nil : variant.placeholders[name])
        ?? resource(name, variant)
    }
    self.used.formUnion(used)
    switch expansion {
    case .text(let text): return LinkFilter.Value(text: text, location: value.location)
    case .unresolved(let expression):
      if unresolved.insert(value.location.span).inserted {
        facts.leaveOut(
          .unresolved, "\(UTF8Text.quoted(expression.string)) is not literal", at: value.location,
          help: "give the merged manifest, or `--define NAME=VALUE`")
      }
      return nil
    }
  }

  /// The text of a resource: of the flavour, of the source set, of all builds, of Gradle.
  private mutating func resource(
    _ name: ExactString, _ variant: AndroidVariants.Variant
  ) -> ExactString? {
    if let text = variant.strings[name] { return text }
    var sets = [set]
    sets = [variant.name].filter { !$0.isEmpty } + variant.parts + sets
    if set != "main" { sets.append("main") }
    for set in sets {
      if strings[set] == nil {
        let path =
          set == self.set ? "res/values/strings.xml" : "../\(set.string)/res/values/strings.xml"
        strings[set] = AndroidStrings(source.neighbour(path)?.xml.tree)
      }
      if let text = strings[set]?[name] { return text.text }
    }
    return nil
  }
}

extension LinkFilter {
  private var texts: [ExactString] {
    data.flatMap { data in
      [data.scheme, data.host].map { $0?.text ?? "" } + data.paths.map(\.value.text)
    }
  }

  /// True where a value holds `${x}` or is `@string/x`.
  fileprivate var hasVariables: Bool { texts.contains { SourceVariable.first(in: $0) != nil } }

  fileprivate func hasSameTexts(_ other: LinkFilter) -> Bool { texts == other.texts }
}
