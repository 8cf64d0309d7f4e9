import PolicyText

/// The builds of a module that its Gradle file tells apart, as far as they have literal values.
struct AndroidVariants {
  /// One build.
  struct Variant {
    /// `stagingDebug`; empty where there is only one.
    var name: ExactString
    /// What it is made of, the build type first: a debug build of production is no production.
    var parts: [ExactString] = []
    /// The application ID; nil where it is not literal.
    var id: ExactString?
    /// Where the ID stands.
    var location: SourceLocation?
    /// What `${name}` stands for.
    var placeholders: [ExactString: ExactString]
    /// What `@string/name` stands for.
    var strings: [ExactString: ExactString]
  }

  private(set) var variants: [Variant] = []
  /// The literal values of the file; nil where there is no such file.
  private(set) var literals: GradleLiterals?
  private(set) var file: ImportSource?

  /// The builds that a manifest is part of.
  ///
  /// - Parameter set: its source set: `main`, a flavour or a build type.
  init(of source: ImportSource, set: ExactString) {
    for name in ["../../build.gradle", "../../build.gradle.kts"] where file == nil {
      file = source.neighbour(name)
    }
    guard let file else {
      variants = [
        Variant(
          name: "", id: source.options.definitions["applicationId"], location: source.start,
          placeholders: [:], strings: [:])
      ]
      return
    }
    let literals = GradleLiterals(file.file.bytes)
    self.literals = literals
    var flavours: [ExactString] = []
    var types: [ExactString] = []
    for scope in literals.scopes {
      switch scope {
      case .all: break
      case .flavour(let name): flavours.append(name)
      case .buildType(let name): types.append(name)
      }
    }
    if flavours.contains(set) { flavours = [set] }
    // A suffix alone makes another app of each build type; what a manifest says does not differ by it.
    let differing = Set(
      (literals.placeholders + literals.strings).compactMap { value in
        if case .buildType(let name) = value.scope { name } else { ExactString?.none }
      })
    types = types.contains(set) ? [set] : types.filter { differing.contains($0) }
    for flavour in flavours.isEmpty ? [nil] : flavours.map(Optional.some) {
      for type in types.isEmpty ? [nil] : types.map(Optional.some) {
        variants.append(Self.variant(flavour, type, literals, file))
      }
    }
  }

  private static func variant(
    _ flavour: ExactString?, _ type: ExactString?, _ literals: GradleLiterals, _ file: ImportSource
  ) -> Variant {
    var scopes: [GradleLiterals.Scope] = [.all]
    if let flavour { scopes.append(.flavour(flavour)) }
    if let type { scopes.append(.buildType(type)) }
    var variant = Variant(
      name: name(flavour, type), parts: [type, flavour].compactMap { $0 }, placeholders: [:],
      strings: [:])
    // Later ones win: build types over flavours over what all have.
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

  private static func name(_ flavour: ExactString?, _ type: ExactString?) -> ExactString {
    guard let flavour else { return type ?? "" }
    guard let type else { return flavour }
    let bytes = Array(type.utf8)
    let first = bytes.first.map { $0 >= 0x61 && $0 <= 0x7A ? $0 & 0xDF : $0 }
    return ExactString(decoding: flavour.utf8 + (first.map { [$0] } ?? []) + bytes.dropFirst())
  }
}
