import PolicyText

/// The build variants of a module whose values in its Gradle file differ.
struct AndroidVariants {
  struct Variant {
    /// Such as `stagingDebug`; empty if there is only one.
    var name: ExactString
    /// The build type, then the flavor: a debug build of the production flavor isn't production.
    /// For a release build, the flavor decides.
    var parts: [ExactString] = []
    /// The application ID; nil if it isn't a literal value.
    var id: ExactString?
    var location: SourceLocation?
    /// The values of `${name}`.
    var placeholders: [ExactString: ExactString]
    /// The values of `@string/name`.
    var strings: [ExactString: ExactString]
  }

  private(set) var variants: [Variant] = []
  /// The values of the Gradle file; nil without one.
  private(set) var literals: GradleLiterals?
  private(set) var file: ImportSource?

  /// The builds that contain a manifest.
  ///
  /// - Parameter sourceSet: `main`, a flavor or a build type.
  init(of source: ImportSource, sourceSet set: ExactString) {
    let names = ["build.gradle", "build.gradle.kts"]
    for name in names.map({ "../../\($0)" }) + names where file == nil {
      file = source.neighbor(name)
    }
    guard let file else {
      variants = [
        Variant(
          name: "", id: source.options.definitions["applicationId"], location: source.start,
          placeholders: [:], strings: [:])
      ]
      return
    }
    let constants = Self.constants(for: file)
    var literals = GradleLiterals(file.file.bytes, constants: constants)
    for plugin in literals.isLibrary == true ? [] : Self.plugins(of: file) {
      literals.addFlavors(of: GradleLiterals(plugin.file.bytes, constants: constants))
    }
    self.literals = literals
    var flavors: [ExactString] = []
    var types: [ExactString] = []
    for scope in literals.scopes {
      switch scope {
      case .all: break
      case .flavor(let name): flavors.append(name)
      case .buildType(let name): types.append(name)
      }
    }
    if flavors.contains(set) { flavors = [set] }
    // Build types that differ only in the suffix have the same links.
    let differing = Set(
      (literals.placeholders + literals.strings).compactMap { value in
        if case .buildType(let name) = value.scope { name } else { ExactString?.none }
      })
    if types.contains(set) {
      types = [set]
    } else {
      // Gradle always has `debug` and `release`. Those without values of their own have the defaults.
      let other = (["release", "debug"] + types).first { !differing.contains($0) }
      types = types.filter { differing.contains($0) }
      if !types.isEmpty, let other { types.append(other) }
    }
    for flavor in flavors.isEmpty ? [nil] : flavors.map(Optional.some) {
      for type in types.isEmpty ? [nil] : types.map(Optional.some) {
        variants.append(Self.variant(flavor, type, literals, file))
      }
    }
  }

  /// The constants that a build file can use: those of `buildSrc` and similar builds, and of build
  /// files, properties and version catalogs in the directories above it.
  private static func constants(for file: ImportSource) -> GradleConstants {
    var constants = GradleConstants()
    for source in conventions(file) { constants.add(source) }
    for level in ["../../../", "../../", "../", ""] {
      for name in ["gradle.properties", "gradle/libs.versions.toml"] {
        if let source = file.neighbor(level + name) { constants.add(source) }
      }
      let directory = ImportLibrary.normalized("\(file.path)/../\(level)")
      let scripts = file.inputs { path in
        path.hasSuffix(".gradle") || path.hasSuffix(".gradle.kts")
          ? ImportLibrary.normalized("\(path)/..") == directory : false
      }
      for source in scripts where source.id != file.id { constants.add(source) }
    }
    return constants
  }

  /// The builds whose code others use, by the usual names of their directories.
  private static let builds: Set<Substring> = [
    "buildSrc", "build-logic", "buildLogic", "build-plugins", "plugins",
  ]

  /// The code of convention plug-ins.
  private static func conventions(_ file: ImportSource) -> [ImportSource] {
    file.inputs { path in
      (path.hasSuffix(".kt") || path.hasSuffix(".gradle.kts"))
        && path.split(separator: "/").prefix { $0 != "src" }.contains(where: builds.contains)
    }
  }

  /// The convention plug-ins that a build file applies: scripts by their name, classes by the ID under which a build
  /// registers them.
  private static func plugins(of file: ImportSource) -> [ImportSource] {
    let code = conventions(file)
    return code.filter { source in
      guard source.mentions("productFlavors"), let name = source.path.split(separator: "/").last
      else { return false }
      if name.hasSuffix(".gradle.kts") {
        return file.mentions("\"\(name.dropLast(".gradle.kts".count))\"")
      }
      let definition = "implementationClass = \"\(name.dropLast(".kt".count))\""
      return code.filter { $0.mentions(definition) }.contains { build in
        let lines = build.lines.map(\.text.string)
        let place = lines.firstIndex { $0.contains(definition) } ?? 0
        return lines[max(0, place - 3)..<min(lines.count, place + 4)].contains { line in
          let id = line.split(separator: "id = ").last?.split(separator: ".get()").first
          return line.contains("id = ") && id.map { file.mentions(String($0)) } ?? false
        }
      }
    }
  }

  /// The ID of an app whose build file lacks it: the only one in convention plug-ins, or else the namespace.
  private static func impliedID(
    _ literals: GradleLiterals, _ file: ImportSource
  ) -> (ExactString, SourceLocation)? {
    guard literals.applicationIDs.isEmpty, literals.isLibrary == false else { return nil }
    let shared = conventions(file).flatMap { source in
      GradleLiterals(source.file.bytes).applicationIDs.compactMap { id in
        id.text.map { ($0, source.location(id.span)) }
      }
    }
    if let first = shared.first, Set(shared.map(\.0)).count == 1 { return first }
    return literals.namespace.flatMap { name in name.text.map { ($0, file.location(name.span)) } }
  }

  private static func variant(
    _ flavor: ExactString?, _ type: ExactString?, _ literals: GradleLiterals, _ file: ImportSource
  ) -> Variant {
    var scopes: [GradleLiterals.Scope] = [.all]
    if let flavor { scopes.append(.flavor(flavor)) }
    if let type { scopes.append(.buildType(type)) }
    var variant = Variant(
      name: name(flavor, type),
      parts: (type == "release" ? [flavor, type] : [type, flavor]).compactMap { $0 },
      placeholders: [:], strings: [:])
    // Build types override flavors, which override defaults.
    for scope in scopes {
      for value in literals.placeholders where value.scope == scope {
        variant.placeholders[value.name] = value.text
      }
      for value in literals.strings where value.scope == scope {
        variant.strings[value.name] = value.text
      }
      guard let id = literals.applicationIDs.last(where: { $0.scope == scope }) else { continue }
      variant.id = id.text
      variant.location = file.location(id.span)
    }
    if let (id, location) = impliedID(literals, file) {
      variant.id = id
      variant.location = location
    }
    for scope in scopes {
      guard let suffix = literals.suffixes.last(where: { $0.scope == scope }) else { continue }
      guard let text = suffix.text else {
        variant.id = nil
        continue
      }
      let dot = text.isEmpty || text.hasPrefix(".") ? "" : "."
      variant.id = variant.id.map { ExactString($0.string + dot + text.string) }
    }
    if variant.id == nil, let given = file.options.definitions["applicationId"] {
      variant.id = given
      variant.location = variant.location ?? file.start
    }
    if let id = variant.id { variant.placeholders["applicationId"] = id }
    return variant
  }

  private static func name(_ flavor: ExactString?, _ type: ExactString?) -> ExactString {
    guard let flavor else { return type ?? "" }
    guard let type else { return flavor }
    let bytes = Array(type.utf8)
    let first = bytes.first.map { $0 >= 0x61 && $0 <= 0x7A ? $0 & 0xDF : $0 }
    return ExactString(decoding: flavor.utf8 + (first.map { [$0] } ?? []) + bytes.dropFirst())
  }
}
