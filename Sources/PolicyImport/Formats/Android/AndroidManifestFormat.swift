import PolicyModel
import PolicyText

/// `AndroidManifest.xml`, as written or merged, with string resources and Gradle values.
package enum AndroidManifestFormat: ImportFormat {
  package static let name = "android-manifest"
  package static let summary = "AndroidManifest.xml, with its strings.xml and build.gradle"
  package static let usualNames = ["AndroidManifest.xml"]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard source.firstByte == UInt8(ascii: "<"), source.mentions("<manifest"),
      let root = source.xml.tree.root, root.isNamed("manifest")
    else { return .no }
    return source.mentions("http://schemas.android.com/apk/res/android")
      ? .yes : .nearly(missing: "xmlns:android")
  }

  package static func read(_ source: ImportSource, into imported: inout ImportedValues) {
    guard let tree = imported.usable(source.xml), let root = tree.root else { return }
    var reading = ManifestReading(source, tree)
    reading.read(root, into: &imported)
  }
}

private struct ManifestReading {
  private static let android: ExactString = "http://schemas.android.com/apk/res/android"
  private static let tools: ExactString = "http://schemas.android.com/tools"

  private let source: ImportSource
  private let tree: XMLTree
  private let variants: AndroidVariants
  private let sourceSet: ExactString
  private let isMerged: Bool
  /// Resources by source set, read on demand.
  private var strings: [ExactString: AndroidStrings] = [:]
  /// Values whose variables are already reported.
  private var unresolved: Set<SourceSpan> = []
  private var used: Set<ExactString> = []

  init(_ source: ImportSource, _ tree: XMLTree) {
    self.source = source
    self.tree = tree
    let parts = source.pathParts
    let place = parts.lastIndex(of: "src")
    sourceSet = place.flatMap { $0 + 2 < parts.count ? parts[$0 + 1] : nil } ?? "main"
    isMerged = parts.contains {
      $0.hasPrefix("merged_manifest") || $0.hasPrefix("packaged_manifest")
    }
    variants = AndroidVariants(of: source, sourceSet: sourceSet)
  }

  mutating func read(_ root: XMLElement, into imported: inout ImportedValues) {
    bind(root, into: &imported)
    var activities: [SourceString] = []
    for application in root.children(named: "application") {
      for activity in application.children
      where activity.isNamed("activity") || activity.isNamed("activity-alias") {
        guard !isRemoved(activity, &imported) else { continue }
        let name = activity.attribute("name", in: Self.android)
        var takesLinks = false
        for element in activity.children(named: "intent-filter")
        where !isRemoved(element, &imported) {
          if read(filter: element, name, into: &imported) { takesLinks = true }
        }
        if takesLinks, let name {
          activities.append(SourceString(name.text, at: source.location(name.span)))
        }
      }
    }
    linkActivity(activities, into: &imported)
    redirectSchemes(into: &imported)
  }

  // MARK: the app

  private func context(_ variant: AndroidVariants.Variant) -> EnvironmentContext? {
    variants.variants.count > 1 && !variant.parts.isEmpty
      ? EnvironmentContext(variant.parts.map { EnvironmentHint(.variant, $0) }) : nil
  }

  private func bind(_ root: XMLElement, into imported: inout ImportedValues) {
    if source.bindToUnityApp(&imported) { return }
    let package = root.attribute("package")
    // Builds merge the manifest of a library into that of the app. In Bazel, only apps have an `<application>`.
    let hasApp = !root.children(named: "application").isEmpty
    guard variants.literals?.isLibrary != true, variants.literals != nil || hasApp else { return }
    if package == nil, source.bindToDotNetApp({ .android(package: $0) }, &imported) { return }
    if let package, isMerged || variants.literals?.applicationIDs.isEmpty ?? true,
      SourceVariable.first(in: package.text) == nil, !package.text.isEmpty
    {
      let app = AppReference.android(package: package.text)
      imported.mention(.app(app), at: source.location(package.span))
      return imported.bind(app, to: source.path, at: source.location(package.span))
    }
    for variant in variants.variants {
      guard let id = variant.id, let location = variant.location else { continue }
      let app = AppReference.android(package: id)
      imported.mention(.app(app), at: location, in: context(variant))
      imported.bind(app, to: source.path, at: location, in: context(variant))
    }
    guard let literals = variants.literals, let file = variants.file, sourceSet == "main" else {
      return
    }
    for suffix in literals.suffixes {
      guard case .buildType(let type) = suffix.scope, let text = suffix.text,
        !variants.variants.contains(where: { $0.name.hasSuffix(type) })
      else { continue }
      imported.skip(
        text, because: "apps of build types without links of their own",
        at: file.location(suffix.span))
    }
  }

  private var app: AppReference { .builtWith(source.id) }

  private func linkActivity(
    _ activities: [SourceString], into imported: inout ImportedValues
  ) {
    guard let first = activities.first else { return }
    guard activities.allSatisfy({ $0.value == first.value }) else {
      return imported.leaveOut(
        .dropped, "several activities handle verified links; a policy can name only one",
        at: first.location, help: "add `link_activity` to the app in the policy",
        notes: activities.dropFirst().map { Diagnostic.Note("also handles links", at: $0.location) }
      )
    }
    imported.add(.app(app), AppKey.linkActivity, from: first)
  }

  /// Reads the schemes of AppAuth and Auth0 from Gradle; the filter is in the library's manifest.
  private func redirectSchemes(into imported: inout ImportedValues) {
    guard let literals = variants.literals, let file = variants.file, sourceSet == "main" else {
      return
    }
    for value in literals.placeholders where !used.contains(value.name) {
      guard let text = value.text,
        value.name == "appAuthRedirectScheme" || value.name == "auth0Scheme"
      else { continue }
      if ["http", "https"].contains(text) { continue }
      URLSchemeOrigin.read(text, of: app, at: file.location(value.span), in: nil, into: &imported)
    }
  }

  private func isRemoved(_ element: XMLElement, _ imported: inout ImportedValues) -> Bool {
    guard let node = element.attribute("node", in: Self.tools),
      node.text == "remove" || node.text == "removeAll"
    else { return false }
    imported.leaveOut(
      .dropped, "`tools:node` removes elements of other manifests", at: source.location(node.span),
      help: "import the merged manifest in `build/intermediates/merged_manifests`")
    return true
  }

  // MARK: filters

  /// Reads a filter; returns whether Android verifies its links.
  private mutating func read(
    filter element: XMLElement, _ activity: XMLValue?, into imported: inout ImportedValues
  ) -> Bool {
    let raw = filter(element, into: &imported)
    if raw.data.isEmpty {
      appFlip(raw, activity, into: &imported)
      return false
    }
    guard raw.hasVariables else {
      raw.read(app, in: nil, into: &imported)
      return raw.isAppLink
    }
    var isAppLink = false
    var done: [LinkFilter] = []
    for variant in variants.variants {
      let filter = expanded(raw, variant, into: &imported)
      isAppLink = isAppLink || filter.isAppLink
      guard !done.contains(where: { $0.hasSameTexts(filter) }) else { continue }
      done.append(filter)
      let reference =
        variants.variants.count > 1 ? variant.id.map { AppReference.android(package: $0) } : nil
      filter.read(reference ?? app, in: context(variant), into: &imported)
    }
    return isAppLink
  }

  private func value(_ name: String, _ element: XMLElement) -> LinkFilter.Value? {
    element.attribute(name, in: Self.android).map {
      LinkFilter.Value(text: $0.text, location: source.location($0.span))
    }
  }

  private func filter(_ element: XMLElement, into imported: inout ImportedValues) -> LinkFilter {
    var data: [LinkFilter.Data] = []
    for child in element.children(named: "data") where !isRemoved(child, &imported) {
      data.append(LinkFilter.Data { value($0, child) })
    }
    for group in element.children(named: "uri-relative-filter-group") {
      imported.leaveOut(
        .pattern, "policies don't support `<uri-relative-filter-group>`",
        at: source.location(group.startTag), help: "write the rules in the policy by hand")
      var lost = LinkFilter.Data { _ in nil }
      lost.hasLostPath = true
      data.append(lost)
    }
    return LinkFilter(
      isVerified: element.attribute("autoVerify", in: Self.android)?.text == "true",
      actions: element.children(named: "action").compactMap { value("name", $0) },
      categories: element.children(named: "category").compactMap { value("name", $0)?.text },
      data: data, location: source.location(element.startTag))
  }

  private func appFlip(
    _ filter: LinkFilter, _ activity: XMLValue?, into imported: inout ImportedValues
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
      return imported.skip(
        text, because: "intent actions unrelated to App Flip", at: action.location)
    }
    imported.addAppFlip(
      ImportedAppFlip(
        app: app, intentAction: text, activity: activity?.text, location: action.location))
  }

  // MARK: variables

  private mutating func expanded(
    _ filter: LinkFilter, _ variant: AndroidVariants.Variant, into imported: inout ImportedValues
  ) -> LinkFilter {
    var filter = filter
    for index in filter.data.indices {
      var data = filter.data[index]
      data.scheme = data.scheme.flatMap { expanded($0, variant, &imported) }
      let hosts = data.host
      data.host = data.host.flatMap { expanded($0, variant, &imported) }
      data.hasLostHost = hosts != nil && data.host == nil
      let paths = data.paths.count
      data.paths = data.paths.compactMap { path in
        expanded(path.value, variant, &imported).map { (path.kind, $0) }
      }
      data.hasLostPath = data.hasLostPath || data.paths.count < paths
      filter.data[index] = data
    }
    return filter
  }

  private mutating func expanded(
    _ value: LinkFilter.Value, _ variant: AndroidVariants.Variant, _ imported: inout ImportedValues
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
    case .text(let text):
      let isResource = value.text.hasPrefix("@string/")
      return LinkFilter.Value(
        text: text, location: value.location, resource: isResource ? value.text : nil)
    case .unresolved(let expression):
      if unresolved.insert(value.location.span).inserted {
        imported.leaveOut(
          .unresolved, "unknown variable \(DisplayText.quoted(expression.string))",
          at: value.location,
          help: "import the merged manifest, or pass `--define NAME=VALUE`")
      }
      return nil
    }
  }

  /// The value of a string resource in Gradle or the most specific source set.
  private mutating func resource(
    _ name: ExactString, _ variant: AndroidVariants.Variant
  ) -> ExactString? {
    if let text = variant.strings[name] { return text }
    var sets = [sourceSet]
    sets = [variant.name].filter { !$0.isEmpty } + variant.parts + sets
    if sourceSet != "main" { sets.append("main") }
    for set in sets {
      if strings[set] == nil {
        let folder = set == sourceSet ? "res/values/" : "../\(set.string)/res/values/"
        let place = ImportLibrary.normalized("\(source.path)/../\(folder)") ?? ""
        let first = source.neighbor(folder + "strings.xml").map { [$0] } ?? []
        let files = source.inputs { $0.hasSuffix(".xml") && $0.hasPrefix("\(place)/") }
        strings[set] = AndroidStrings((first + files).map(\.xml.tree))
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

  /// Whether a value contains `${x}` or is `@string/x`.
  fileprivate var hasVariables: Bool { texts.contains { SourceVariable.first(in: $0) != nil } }

  fileprivate func hasSameTexts(_ other: LinkFilter) -> Bool { texts == other.texts }
}
