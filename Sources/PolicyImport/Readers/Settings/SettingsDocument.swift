import PolicyText

/// A document of YAML, JSON, TOML, INI or Java properties, with its values by dotted path.
///
/// Names are compared without case, hyphens and underscores, as Spring does, and a key with dots is a path. A path is
/// found at any depth, because Helm values and Kubernetes resources nest the settings of programs.
struct SettingsDocument {
  /// A value and its path.
  struct Entry {
    let path: [[UInt8]]
    /// The last name as written, which can be a part of a dotted key.
    let name: SourceString
    let value: SourceObject
  }

  let form: ImportSource.Form
  /// Mappings and lists come before what they contain. Items of lists aren't entries.
  private(set) var entries: [Entry] = []

  var root: SourceObject? { form.tree.rootObject }

  init(_ form: ImportSource.Form) {
    self.form = form
    let tree = form.tree
    guard let root = tree.root, tree.kind(root) == .mapping else { return }
    var open: [(path: [[UInt8]], node: NodeID)] = [([], root)]
    while let (path, node) = open.popLast() {
      for entry in Array(tree.entries(node)).reversed() where path.count < 32 {
        open.append((path + Self.path(tree.textBytes(entry.key)), entry.value))
      }
      for item in Array(tree.items(node)).reversed() where tree.kind(item) == .mapping {
        open.append((path + [Array("[]".utf8)], item))
      }
      guard node != root, let key = tree.key(of: node) else { continue }
      let name = tree.textBytes(key).split(separator: UInt8(ascii: ".")).last ?? []
      entries.append(
        Entry(
          path: path, name: SourceString(ExactString(decoding: name), at: tree.location(key)),
          value: SourceObject(node, in: tree)))
    }
  }

  private init(_ form: ImportSource.Form, _ entries: [Entry]) {
    self.form = form
    self.entries = entries
  }

  // MARK: values

  /// The values with a path, at any depth.
  func values(_ path: String) -> [SourceObject] {
    let path = Self.path(path)
    return entries.filter { $0.path.suffix(path.count).elementsEqual(path) }.map(\.value)
  }

  /// The string with a path that is nested least.
  func string(_ path: String) -> SourceString? {
    let path = Self.path(path)
    return entries.filter {
      $0.path.suffix(path.count).elementsEqual(path) && $0.value.string != nil
    }.min { $0.path.count < $1.path.count }?.value.string
  }

  func flag(_ path: String) -> Bool? {
    switch string(path)?.value {
    case "true", "True", "yes", "on", "1": true
    case "false", "False", "no", "off", "0": false
    default: nil
    }
  }

  /// The strings of a list, of a list with indexes in its names, or of a string with separators.
  func strings(_ path: String) -> [SourceString] {
    let path = Self.path(path)
    return entries.filter { entry in
      guard let index = entry.path.lastIndex(where: { Self.base($0) == path.last }) else {
        return false
      }
      let found = entry.path[...index]
      let below = entry.path[(index + 1)...]
      return below.allSatisfy(Self.isIndex) && below.count < 2 && found.count >= path.count
        && found.dropLast().suffix(path.count - 1).elementsEqual(path.dropLast())
    }
    .flatMap { entry in
      entry.value.tree.kind(entry.value.node) == .scalar
        ? entry.value.parts { $0 == UInt8(ascii: ",") || $0 == 0x20 || $0 == 0x0A }
        : entry.value.items.compactMap(\.string)
    }
  }

  /// The settings below a path, without it. Empty if the path doesn't exist.
  func section(_ path: String) -> SettingsDocument {
    let path = Self.path(path)
    return SettingsDocument(
      form,
      entries.compactMap { entry in
        guard let start = Self.start(of: path, in: entry.path) else { return nil }
        let rest = Array(entry.path[(start + path.count)...])
        return rest.isEmpty ? nil : Entry(path: rest, name: entry.name, value: entry.value)
      })
  }

  /// The settings below each name that follows a path, such as the registrations of `spring.….registration`.
  func sections(_ path: String) -> [(name: SourceString, settings: SettingsDocument)] {
    let path = Self.path(path)
    var sections: [(name: SourceString, key: [UInt8], entries: [Entry])] = []
    for entry in entries {
      guard let start = Self.start(of: path, in: entry.path),
        entry.path.count > start + path.count
      else { continue }
      let key = entry.path[start + path.count]
      let rest = Array(entry.path[(start + path.count + 1)...])
      let place = sections.firstIndex { $0.key == key } ?? sections.count
      if place == sections.count {
        sections.append((name(at: start + path.count, of: entry), key, []))
      }
      if !rest.isEmpty {
        sections[place].entries.append(Entry(path: rest, name: entry.name, value: entry.value))
      }
    }
    return sections.map { ($0.name, SettingsDocument(form, $0.entries)) }
  }

  /// The settings outside the sections whose name starts with a prefix.
  func without(_ prefix: String) -> SettingsDocument {
    SettingsDocument(form, entries.filter { !($0.path.first?.starts(with: prefix.utf8) ?? false) })
  }

  /// Whether there is a value with a name, not nested deeper.
  func hasOwn(_ name: String) -> Bool {
    let path = Self.path(name)
    return entries.contains { $0.path == path }
  }

  var isEmpty: Bool { entries.isEmpty }

  /// A name on the path of an entry as written.
  private func name(at position: Int, of entry: Entry) -> SourceString {
    let tree = form.tree
    var end = entry.path.count
    var node: NodeID? = entry.value.node
    while let current = node, let key = tree.key(of: current) {
      let parts = tree.textBytes(key).split(separator: UInt8(ascii: "."))
      if end - parts.count <= position {
        let index = max(0, position - (end - parts.count))
        return SourceString(
          parts.indices.contains(index) ? ExactString(decoding: parts[index]) : "",
          at: tree.location(key))
      }
      end -= parts.count
      node = tree.parent(current)
    }
    return entry.name
  }

  // MARK: paths

  private static func start(of path: [[UInt8]], in whole: [[UInt8]]) -> Int? {
    guard whole.count >= path.count else { return nil }
    return (0...(whole.count - path.count)).first {
      whole[$0..<($0 + path.count)].elementsEqual(path)
    }
  }

  private static func path(_ name: String) -> [[UInt8]] { path(Array(name.utf8)[...]) }

  private static func path(_ name: ArraySlice<UInt8>) -> [[UInt8]] {
    name.split(separator: UInt8(ascii: ".")).map { part in
      part.compactMap { byte in
        byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") ? nil : ASCII.lowercased(byte)
      }
    }
  }

  private static func isIndex(_ name: [UInt8]) -> Bool {
    name.allSatisfy(\.isDigit)
  }

  /// A name without an index: `uris[0]` is `uris`.
  private static func base(_ name: [UInt8]) -> [UInt8] {
    name.firstIndex(of: UInt8(ascii: "[")).map { Array(name[..<$0]) } ?? name
  }
}

extension ImportSource {
  /// The syntax of a settings file.
  private enum Syntax {
    case json, yaml
    case lines(SettingsReader.Dialect)
  }

  /// Reads all documents of the file, and those in its multi-line strings, as in ConfigMaps.
  func readSettings() -> [SettingsDocument] {
    if path.hasSuffix(".cs") {
      return [
        SettingsDocument(form(ObjectInitializerReader.read(file, file: id, limits: limits)))
      ]
    }
    var forms: [Form] = []
    let isProperties = path.utf8.suffix(11).elementsEqual(".properties".utf8)
    switch Self.syntax(of: file.bytes[...], isProperties: isProperties) {
    case .json: forms = [commentedJSON]
    case .lines(let dialect): forms = [lines(file, dialect)]
    case .yaml:
      forms = documents.map(withoutTagFindings)
      var nested = forms[...]
      for _ in 0..<3 {
        nested = nested.flatMap { embedded(in: $0.tree) }[...]
        if nested.isEmpty { break }
        forms += nested
      }
    }
    return forms.map { SettingsDocument($0) }
  }

  /// The documents in the block scalars of a document.
  private func embedded(in tree: SourceTree) -> [Form] {
    var forms: [Form] = []
    for index in 0..<tree.nodeCount where forms.count < 50 {
      let node = NodeID(Int32(index))
      guard tree.kind(node) == .scalar, !tree.isAlias(node), tree.style(node) == .literal,
        tree.textLength(node) > 20, !tree.isUnreadable(node)
      else { continue }
      let text = tree.textBytes(node)
      guard text.contains(UInt8(ascii: ":")) || text.contains(UInt8(ascii: "=")) else { continue }
      let part = part(within: tree.span(node))
      switch Self.syntax(of: text, isProperties: false) {
      case .yaml:
        forms.append(
          withoutTagFindings(form(YAMLReader.read(part, file: id, limits: limits))))
      case .json:
        forms.append(form(JSONReader.read(part, file: id, limits: limits, dialect: .commented)))
      case .lines(let dialect): forms.append(lines(part, dialect))
      }
    }
    return forms.filter { form in
      form.tree.root.map { form.tree.kind($0) != .scalar } ?? false
    }
  }

  private func lines(_ file: SourceFile, _ dialect: SettingsReader.Dialect) -> Form {
    form(SettingsReader.read(file, dialect, file: id, limits: limits))
  }

  /// Removes findings about tags, whose values are unresolved if a format needs them.
  func withoutTagFindings(_ form: Form) -> Form {
    var form = form
    form.diagnostics.removeAll { finding in
      let start = finding.location.span.start
      return finding.rule == "yaml-unsupported" && start < file.bytes.count
        && (file.bytes[start] == UInt8(ascii: "!") || file.bytes[start] == UInt8(ascii: "&"))
    }
    return form
  }

  /// Decides by the first line with content.
  private static func syntax(of bytes: ArraySlice<UInt8>, isProperties: Bool) -> Syntax {
    let lines = bytes.split { $0 == 0x0A || $0 == 0x0D }
    func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
      line.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
    }
    let first = lines.lazy.map(trimmed).first { line in
      line.first.map { !"#;!".utf8.contains($0) } ?? false
    }
    guard let first, let start = first.first else { return .yaml }
    func isName(_ byte: UInt8) -> Bool {
      PercentEncoding.isUnreserved(byte) || "%\"[]\\".utf8.contains(byte)
    }
    if start == UInt8(ascii: "[") {
      let inner = first.drop { $0 == UInt8(ascii: "[") }
      let name = inner.prefix { isName($0) && $0 != UInt8(ascii: "]") }
      let isHeader =
        inner.dropFirst(name.count).first == UInt8(ascii: "]")
        && name.first.map { $0 != UInt8(ascii: "\"") || first.count == inner.count + 1 } ?? false
        && !name.allSatisfy(\.isDigit)
      return isHeader ? .lines(.sections) : .json
    }
    if start == UInt8(ascii: "{") || start == UInt8(ascii: "/") { return .json }
    let rest = first.drop(while: isName).drop { $0 == 0x20 || $0 == 0x09 }
    let isOfJava =
      isProperties || first.starts(with: "spring.".utf8) || first.starts(with: "quarkus.".utf8)
    guard rest.first == UInt8(ascii: "=") else { return isProperties ? .lines(.properties) : .yaml }
    return .lines(isOfJava ? .properties : .sections)
  }
}
