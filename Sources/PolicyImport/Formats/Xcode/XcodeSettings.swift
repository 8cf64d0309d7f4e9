import PolicyText

/// A build setting.
struct XcodeSetting {
  /// The text in brackets, such as `sdk=macosx*`; nil without a condition.
  var condition: ExactString?
  var value: SourceString
}

/// The build settings of a target in one configuration, from target settings to inherited ones.
struct XcodeSettings {
  typealias Layer = [ExactString: [XcodeSetting]]

  /// The first layer with a setting applies.
  var layers: [Layer]
  /// Settings that Xcode defines.
  var builtIn: [ExactString: ExactString]
  /// The user's values, which override all others.
  var definitions = ImportDefinitions()
  /// All setting names in the project; those without a value here are empty. Other names may be Xcode's, so their values
  /// are unknown.
  var declared: Set<ExactString> = []
  /// The SDK for conditions, such as `iphoneos`.
  var sdk: ExactString = "iphoneos"
  var configuration: ExactString

  /// The value of a setting with variables replaced.
  enum Found {
    case missing
    case value(ExactString, SourceLocation)
    case unresolved(ExactString, SourceLocation)
  }

  func find(_ name: ExactString) -> Found {
    guard let (setting, layer) = setting(name, from: 0) else { return .missing }
    let location = setting.value.location
    if let given = definitions[name] { return .value(given, location) }
    switch expand(setting.value.value, of: name, in: layer, depth: 0) {
    case .text(let text): return .value(text, location)
    case .unresolved(let expression): return .unresolved(expression, location)
    }
  }

  /// The value of a setting; nil if it is missing or unknown.
  func value(_ name: ExactString) -> ExactString? { value(name, from: 0, depth: 0) }

  /// Replaces variables; returns the string unchanged if one is unknown.
  func expand(_ text: ExactString) -> ExactString {
    if case .text(let expanded) = expand(text, of: nil, in: 0, depth: 0) { return expanded }
    return text
  }

  private func setting(_ name: ExactString, from first: Int) -> (XcodeSetting, Int)? {
    for index in layers.indices where index >= first {
      guard let candidates = layers[index][name] else { continue }
      let found =
        candidates.last { $0.condition.map(holds) ?? false }
        ?? candidates.last { $0.condition == nil }
      if let found { return (found, index) }
    }
    return nil
  }

  /// Evaluates `sdk=iphoneos*` and `config=Debug`, also several with `,` or `][` between them.
  private func holds(_ condition: ExactString) -> Bool {
    let parts = condition.utf8.split { ",[]".utf8.contains($0) }
    return !parts.isEmpty
      && parts.allSatisfy { part in
        let text = ExactString(decoding: part)
        if text.hasPrefix("sdk=") { return Self.fits(sdk, text.utf8.dropFirst(4)) }
        if text.hasPrefix("config=") { return Self.fits(configuration, text.utf8.dropFirst(7)) }
        return false
      }
  }

  private static func fits(_ text: ExactString, _ pattern: Substring.UTF8View) -> Bool {
    guard pattern.last == UInt8(ascii: "*") else { return text.utf8.elementsEqual(pattern) }
    return text.utf8.starts(with: pattern.dropLast())
  }

  private func value(_ name: ExactString, from first: Int, depth: Int) -> ExactString? {
    guard depth < 10 else { return nil }
    if let given = definitions[name] { return given }
    guard let (setting, layer) = setting(name, from: first) else {
      return builtIn[name] ?? (declared.contains(name) ? "" : nil)
    }
    if case .text(let text) = expand(setting.value.value, of: name, in: layer, depth: depth + 1) {
      return text
    }
    return nil
  }

  private func expand(
    _ text: ExactString, of name: ExactString?, in layer: Int, depth: Int
  ) -> SourceVariable.Expansion {
    guard text.contains(UInt8(ascii: "$")) else { return .text(text) }
    return SourceVariable.expand(Self.bracketed(text)) { variable in
      if variable == "inherited" {
        guard let name else { return nil }
        return value(name, from: layer + 1, depth: depth + 1) ?? ""
      }
      let parts = variable.parts(separator: ":")
      guard let base = parts.first else { return nil }
      // A setting that refers to itself stands for the inherited value.
      var found = value(base, from: base == name ? layer + 1 : 0, depth: depth + 1)
      for modifier in parts.dropFirst() { found = Self.modified(found, by: modifier) }
      return found
    }
  }

  /// Writes `$NAME` as `$(NAME)`.
  private static func bracketed(_ text: ExactString) -> ExactString {
    let bytes = Array(text.utf8)
    var output: [UInt8] = []
    var index = 0
    while index < bytes.count {
      output.append(bytes[index])
      index += 1
      let name = bytes[index...].prefix { $0.isAlphanumeric || $0 == UInt8(ascii: "_") }
      guard bytes[index - 1] == UInt8(ascii: "$"), !name.isEmpty else { continue }
      output += [UInt8(ascii: "(")] + name + [UInt8(ascii: ")")]
      index = name.endIndex
    }
    return ExactString(decoding: output)
  }

  private static func modified(_ text: ExactString?, by modifier: ExactString) -> ExactString? {
    if modifier.hasPrefix("default=") {
      return text.flatMap { $0.isEmpty ? nil : $0 }
        ?? ExactString(decoding: modifier.utf8.dropFirst("default=".utf8.count))
    }
    guard let text else { return nil }
    func replacing(_ isKept: (UInt8) -> Bool, by mark: Unicode.Scalar) -> ExactString {
      ExactString(decoding: text.utf8.map { isKept($0) ? $0 : UInt8(ascii: mark) })
    }
    switch modifier {
    case "rfc1034identifier":
      return replacing({ $0.isAlphanumeric || $0 == 0x2D || $0 == 0x2E }, by: "-")
    case "c99extidentifier", "identifier": return replacing(\.isAlphanumeric, by: "_")
    case "lower": return ASCII.lowercased(text)
    default: return nil
    }
  }
}

extension XcodeSettings {
  /// The layer of an `.xcconfig` file with its includes; later settings win. Files outside the root and circular includes
  /// are ignored.
  static func layer(of source: ImportSource) -> Layer {
    var layer: Layer = [:]
    var open: Set<FileID> = []
    add(source, to: &layer, &open)
    return layer
  }

  private static func add(_ source: ImportSource, to layer: inout Layer, _ open: inout Set<FileID>)
  {
    guard open.count < 10, open.insert(source.id).inserted else { return }
    defer { open.remove(source.id) }
    let config = XcodeConfig(source.file)
    var includes = config.includes[...]
    for index in 0...config.settings.count {
      while let include = includes.first, include.position == index {
        includes = includes.dropFirst()
        if let other = source.neighbor(include.path.text.string) {
          add(other, to: &layer, &open)
        }
      }
      guard index < config.settings.count else { break }
      let setting = config.settings[index]
      let value = SourceString(setting.value.text, at: source.location(setting.value.span))
      layer[setting.name, default: []].append(
        XcodeSetting(condition: setting.condition, value: value))
    }
  }
}
