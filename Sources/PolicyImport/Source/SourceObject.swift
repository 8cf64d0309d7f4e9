import PolicyModel
import PolicyText

/// A string in a source file.
struct SourceString {
  var value: ExactString
  var location: SourceLocation

  init(_ value: ExactString, at location: SourceLocation) {
    self.value = value
    self.location = location
  }

  /// Another string, derived from this one.
  func replaced(by value: ExactString) -> SourceString { SourceString(value, at: location) }

  /// Nil if the string is empty.
  var nonEmpty: SourceString? { value.isEmpty ? nil : self }

  /// Whether a person must still replace the string: it lacks letters and digits, or says so.
  var isPlaceholder: Bool {
    let text = ASCII.lowercased(value)
    let hasWord = text.utf8.contains { $0.isDigit || (0x61...0x7A).contains($0) || $0 > 0x7F }
    return !value.isEmpty && !hasWord
      || ["your-", "your_", "placeholder", "replace_", "replace-", "changeme", "xxxx"]
        .contains { text.hasPrefix($0) }
  }

  /// The string in backticks, for messages.
  var quoted: String { DisplayText.quoted(value.string) }
}

extension ExactString {
  /// The non-empty parts between separators.
  func parts(separator: Unicode.Scalar) -> [ExactString] {
    utf8.split(separator: UInt8(ascii: separator)).map { ExactString(decoding: $0) }
  }
}

/// A node of a source file, usually an object, with typed access to its values.
struct SourceObject {
  let tree: SourceTree
  let node: NodeID

  init(_ node: NodeID, in tree: SourceTree) {
    self.node = node
    self.tree = tree
  }

  var location: SourceLocation { tree.location(node) }

  /// The value of a key; nil for an empty name, which `ClientKeys` uses for properties that a format doesn't have.
  subscript(key: String) -> SourceObject? {
    key.isEmpty ? nil : tree.value(of: key, in: node).map { SourceObject($0, in: tree) }
  }

  /// The first of several keys (`a|b`) that the object has; the last if it has none.
  func key(_ names: String) -> String {
    guard names.utf8.contains(UInt8(ascii: "|")) else { return names }
    let names = names.split(separator: "|").map(String.init)
    return names.first { has($0) } ?? names.last ?? ""
  }

  func has(_ key: String) -> Bool { tree.value(of: key, in: node) != nil }

  var isScalar: Bool { tree.kind(node) == .scalar }
  var isMapping: Bool { tree.kind(node) == .mapping }
  var isList: Bool { tree.kind(node) == .sequence }

  /// The text of a scalar, also of null; empty for other nodes.
  var text: SourceString { SourceString(tree.text(node), at: location) }

  /// The scalar in backticks, for messages.
  var quoted: String { text.quoted }

  /// The scalar; nil for null and for other nodes.
  var string: SourceString? { tree.string(node) }

  /// The scalar of a key; nil if it is missing or null.
  func string(_ key: String) -> SourceString? { self[key]?.string }

  /// The strings of a list. A single scalar counts as a list of one, as in many tools.
  func strings(_ key: String) -> [SourceString] {
    guard let list = self[key] else { return [] }
    if let one = list.string { return one.value.isEmpty ? [] : [one] }
    return list.items.compactMap(\.string)
  }

  /// The words of a string separated by whitespace.
  func words(_ key: String) -> [SourceString] {
    guard let value = self[key], value.string != nil else { return [] }
    return value.parts { $0 == 0x20 || (0x09...0x0D).contains($0) }
  }

  /// The Boolean of a key, also as a string; nil for anything else.
  func flag(_ key: String) -> Bool? {
    switch string(key)?.value {
    case "true": true
    case "false": false
    default: nil
    }
  }

  /// The location of a range in a scalar's value.
  func location(of range: Range<Int>) -> SourceLocation {
    SourceLocation(file: tree.file, span: tree.span(node, text: range))
  }

  /// The non-empty parts of a scalar between separators.
  func parts(separator: (UInt8) -> Bool) -> [SourceString] {
    let bytes = Array(tree.textBytes(node))
    var parts: [SourceString] = []
    var start = 0
    for index in 0...bytes.count where index == bytes.count || separator(bytes[index]) {
      if index > start {
        parts.append(
          SourceString(
            ExactString(decoding: bytes[start..<index]), at: location(of: start..<index)))
      }
      start = index + 1
    }
    return parts
  }

  /// The items of a list; empty for other nodes, and for lists that a YAML tag computes.
  var items: [SourceObject] {
    tree.isComputed(node) ? [] : tree.items(node).map { SourceObject($0, in: tree) }
  }

  /// The items of a list, or this node. So is a list that a YAML tag computes.
  var itemsOrSelf: [SourceObject] { isList && !tree.isComputed(node) ? items : [self] }

  /// The items of a list below a key; empty if it is missing.
  func items(_ key: String) -> [SourceObject] { self[key]?.items ?? [] }

  /// The objects of a list, or this object.
  var objects: [SourceObject] { isMapping ? [self] : items.filter(\.isMapping) }

  /// The objects below a key; empty if it is missing.
  func objects(_ key: String) -> [SourceObject] { self[key]?.objects ?? [] }

  /// The entries of a mapping; empty for other nodes.
  var entries: [(key: SourceObject, value: SourceObject)] {
    tree.entries(node).map { (SourceObject($0.key, in: tree), SourceObject($0.value, in: tree)) }
  }

  /// All scalars, without keys.
  var texts: [ExactString] {
    isScalar ? [text.value] : (members + items).flatMap(\.texts)
  }

  /// The values of a mapping.
  var members: [SourceObject] { entries.map(\.value) }

  /// The mapping or list that contains this one.
  var parent: SourceObject? { tree.parent(node).map { SourceObject($0, in: tree) } }
}

extension SourceTree {
  /// A scalar; nil for null and for other nodes. A value with a YAML tag is a variable, as in `!Env HOST`, or contains
  /// some, as in `!Sub https://${Host}/cb`.
  func string(_ node: NodeID) -> SourceString? {
    if isComputed(node) {
      let name = kind(node) == .scalar ? text(node) : "YAML tag"
      let hasVariable = SourceVariable.first(in: name) != nil
      return SourceString(
        hasVariable ? name : ExactString("${\(name.string)}"), at: location(node))
    }
    guard kind(node) == .scalar else { return nil }
    let isNull =
      switch style(node) {
      case .jsonLiteral: text(node, equals: "null")
      case .plain: text(node, equals: "null") || text(node, equals: "~") || text(node).isEmpty
      default: false
      }
    return isNull ? nil : SourceString(text(node), at: location(node))
  }

  /// Whether the value has a YAML tag, which only the program that reads the file can evaluate.
  func isComputed(_ node: NodeID) -> Bool {
    isUnreadable(node) && !textBytes(node).elementsEqual(Redactions.replacement.utf8)
  }

  /// The root of the file; nil if nothing could be read.
  var rootObject: SourceObject? { root.map { SourceObject($0, in: self) } }
}

extension ImportSource {
  /// The root of a JSON file that contains a string; nil for other files.
  func jsonRoot(mentioning text: String) -> SourceObject? {
    looksLikeJSON && mentions(text) ? json.tree.rootObject : nil
  }

  /// The documents of a YAML file, with offsets in the file.
  var documents: [Form] {
    let marks = lines.filter { line in
      line.text.hasPrefix("---")
        && (line.text.utf8.count == 3 || line.text.utf8.dropFirst(3).first == 0x20)
    }
    guard marks.count > 1 || marks.contains(where: { $0.span.start > 0 && !isBlank(before: $0) }),
      marks.count <= 100
    else { return [yaml] }
    var start = 0
    var forms: [Form] = []
    for mark in marks {
      forms.append(document(within: SourceSpan(start, mark.span.start)))
      start = mark.span.end
    }
    forms.append(document(within: SourceSpan(start, file.bytes.count)))
    return forms.filter { $0.tree.root != nil || !$0.diagnostics.isEmpty }
  }

  /// The YAML document in a part of the file.
  private func document(within span: SourceSpan) -> Form {
    form(YAMLReader.read(part(within: span), file: id, limits: limits))
  }

  /// A part of the file. Everything else becomes spaces, which keeps offsets.
  func part(within span: SourceSpan) -> SourceFile {
    var bytes = file.bytes
    for index in bytes.indices where index < span.start || index >= span.end {
      if bytes[index] != 0x0A, bytes[index] != 0x0D { bytes[index] = 0x20 }
    }
    // The first line of a block scalar is its header.
    var index = span.start
    while index < span.end, [UInt8](" |>+-0123456789\r".utf8).contains(bytes[index]),
      file.bytes[span.start] == UInt8(ascii: "|") || file.bytes[span.start] == UInt8(ascii: ">")
    {
      bytes[index] = bytes[index] == 0x0D ? 0x0D : 0x20
      index += 1
    }
    return SourceFile(name: file.name, bytes: bytes)
  }

  /// Whether only comments and empty lines precede a line.
  private func isBlank(before mark: SpannedString) -> Bool {
    lines.prefix { $0.span.start < mark.span.start }.allSatisfy { line in
      let first = line.text.utf8.first { $0 != 0x20 && $0 != 0x09 }
      return first == nil || first == UInt8(ascii: "#") || first == UInt8(ascii: "%")
    }
  }
}

extension ImportedValues {
  /// The root of a file, with its reader's findings reported; nil if there is nothing to import.
  mutating func root(of form: ImportSource.Form) -> SourceObject? { usable(form)?.rootObject }

  /// Skips a string for a reason that others share.
  mutating func skip(_ string: SourceString, because reason: String) {
    skip(string.value, because: reason, at: string.location)
  }

  /// Adds a string, unless it is missing.
  mutating func add(
    _ subject: ImportSubject, _ key: any MappingKey..., from string: SourceString?,
    in context: EnvironmentContext? = nil, authority: ImportedValue.Authority = .written
  ) {
    guard let string else { return }
    add(
      subject, keys: key, is: .text(string.value), at: string.location, in: context,
      authority: authority)
  }

  /// Adds the items of a list.
  mutating func add(
    _ subject: ImportSubject, _ key: any MappingKey..., from strings: [SourceString],
    in context: EnvironmentContext? = nil
  ) {
    for string in strings {
      add(subject, keys: key, is: .text(string.value), at: string.location, in: context)
    }
  }

  /// Adds the location of a secret, unless it is missing.
  mutating func add(
    _ subject: ImportSubject, _ key: any MappingKey..., secret: SourceObject?,
    in context: EnvironmentContext? = nil
  ) {
    guard let secret else { return }
    add(subject, keys: key, is: .secret(nil), at: secret.location, in: context)
  }
}
