import PolicyModel
import PolicyText

/// The values of locals and variables of a Terraform configuration, which is the `.tf` files of a folder.
struct TerraformValues {
  /// The expressions of locals and variables, by reference: `local.host`, `var.host`.
  private var expressions: [ExactString: SourceObject] = [:]
  /// The user's values, which replace references later.
  private let definitions: ImportDefinitions
  /// The strings that references were replaced by; nil while one is being resolved, and if it is unknown.
  private var texts: [ExactString: ExactString?] = [:]
  /// The number of nodes that can be copied from expressions, because references multiply.
  private var room = 100_000

  private init(_ definitions: ImportDefinitions) { self.definitions = definitions }

  private static let maximumDepth = 10
  private static let maximumText = 1 << 16

  /// The values for each environment, with the name of the `.tfvars` file that has them. Defaults of variables and
  /// `terraform.tfvars` belong to all. Without a file for prod, the last values are those without a file.
  static func all(for source: ImportSource) -> [(file: ExactString?, values: TerraformValues)] {
    var values = Self(source.options.definitions)
    guard source.mentions("var.") || source.mentions("local.") else { return [(nil, values)] }
    let folder = folder(of: source.path)
    for file in source.inputs({ $0.hasSuffix(".tf") && Self.folder(of: $0) == folder }) {
      values.add(file)
    }
    var settings = source.inputs {
      $0.hasSuffix(".tfvars") && $0.utf8.starts(with: folder.utf8)
    }.filter { $0.origin.exampleReason == nil }
    if !settings.isEmpty {
      let others = Set(source.inputs { $0.hasSuffix(".tf") }.map { Self.folder(of: $0.path) })
        .filter { $0.utf8.count > folder.utf8.count }
      settings.removeAll { file in others.contains { file.path.utf8.starts(with: $0.utf8) } }
    }
    // The order in which Terraform reads them.
    settings.sort {
      $1.name != "terraform.tfvars" && ($0.name == "terraform.tfvars" || $0.name < $1.name)
    }
    var ofEnvironments: [(file: ExactString, source: ImportSource)] = []
    for file in settings {
      let name = ExactString(decoding: file.path.utf8.dropFirst(folder.utf8.count))
      if name == "terraform.tfvars" || file.name.hasSuffix(".auto.tfvars") {
        values.add(file)
      } else if EnvironmentWords.find(in: name.utf8) != nil {
        ofEnvironments.append((name, file))
      }
    }
    let all = ofEnvironments.map { name, file in
      var own = values
      own.add(file)
      return (file: Optional(name), values: own)
    }
    let hasProd = ofEnvironments.contains {
      EnvironmentWords.find(in: $0.file.utf8)?.environment == .prod
    }
    return hasProd ? all : all + [(nil, values)]
  }

  /// The path of a file's folder with its final slash; empty for a file without one.
  private static func folder(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
  }

  /// Adds the definitions of a file, which override earlier ones.
  private mutating func add(_ source: ImportSource) {
    let isConfiguration = source.path.hasSuffix(".tf")
    for (key, value) in source.hcl.tree.rootObject?.entries ?? [] {
      let parts = key.text.value.parts(separator: " ")
      if !isConfiguration {
        expressions[ExactString("var.\(key.text.value.string)")] = value
      } else if parts.first == "locals" {
        for (name, value) in value.entries {
          expressions[ExactString("local.\(name.text.value.string)")] = value
        }
      } else if parts.count == 2, parts[0] == "variable", value.flag("sensitive") != true {
        expressions[ExactString("var.\(parts[1].string)")] = value["default"]
      }
    }
  }

  /// A block with known references replaced. The values have the locations of their references.
  struct Block {
    var key: SourceString
    var body: SourceObject
    /// The body as written.
    var original: SourceObject
    /// The key of one instance, if a block has `for_each`.
    var instance: ExactString?
  }

  /// The blocks of a file. A block with `for_each` and known keys is one for each key.
  mutating func blocks(of source: ImportSource) -> [Block] {
    guard let root = source.hcl.tree.rootObject, let file = resolved(root, of: source) else {
      return []
    }
    return zip(root.members, file.entries).flatMap { original, entry in
      let block = Block(key: entry.key.text, body: entry.value, original: original)
      return instances(of: entry.value, in: source).map { instances in
        instances.map { key, body in
          Block(key: block.key, body: body, original: original, instance: key)
        }
      } ?? [block]
    }
  }

  /// The bodies of a block with `for_each`; nil without known keys.
  private mutating func instances(
    of body: SourceObject, in source: ImportSource
  ) -> [(key: ExactString, body: SourceObject)]? {
    guard let all = body["for_each"], !all.isScalar else { return nil }
    let pairs = all.isMapping ? all.entries : all.items.map { ($0, $0) }
    let keys = pairs.compactMap(\.0.string?.value)
    guard !keys.isEmpty, keys.count == pairs.count,
      keys.allSatisfy({ SourceVariable.first(in: $0) == nil })
    else { return nil }
    room -= pairs.count * (body.texts.count + 1)
    guard room > 0 else { return nil }
    return pairs.compactMap { key, value in
      var own = self
      defer { room = own.room }
      own.texts = [:]
      own.expressions["each.key"] = key
      own.expressions["each.value"] = value
      return own.resolved(body, of: source).map { (key.text.value, $0) }
    }
  }

  private mutating func resolved(_ node: SourceObject, of source: ImportSource) -> SourceObject? {
    var writer = TreeWriter(source.file, source.id, source.limits)
    do throws(ReadingStopped) { try write(node, to: &writer) } catch {}
    return source.form(writer.finish()).tree.rootObject
  }

  /// - Parameter reference: the location of the reference that the node replaces.
  private mutating func write(
    _ node: SourceObject, at reference: SourceSpan? = nil, depth: Int = 0,
    to writer: inout TreeWriter
  ) throws(ReadingStopped) {
    if reference != nil { room -= 1 }
    let span = reference ?? node.location.span
    guard node.isScalar else {
      try writer.begin(node.isMapping ? .mapping : .sequence, at: span.start)
      for (key, value) in node.entries {
        let place = reference ?? key.location.span
        try writer.write(.doubleQuoted, at: place, copying: key.text.value.utf8)
        try write(value, at: reference, depth: depth, to: &writer)
      }
      for item in node.items { try write(item, at: reference, depth: depth, to: &writer) }
      return writer.close(end: span.end)
    }
    let text = node.text.value
    let variable = SourceVariable.first(in: text)
    if variable == text, depth < Self.maximumDepth, room > 0,
      let value = value(of: SourceVariable.name(of: text)), value.string?.value.isEmpty != true
    {
      if value.isList, !writer.isInMapping {
        for item in value.items { try write(item, at: span, depth: depth + 1, to: &writer) }
        return
      }
      return try write(value, at: span, depth: depth + 1, to: &writer)
    }
    let replaced = variable == nil ? text : self.replaced(text, depth)
    let style = replaced == text ? node.tree.style(node.node) : .doubleQuoted
    try writer.write(style, at: span, copying: replaced.utf8)
  }

  /// The string with known references replaced.
  private mutating func replaced(_ text: ExactString, _ depth: Int) -> ExactString {
    let replaced = SourceVariable.replacing(text) { self.text(of: $0, depth + 1) }
    return replaced.utf8.count < Self.maximumText ? replaced : text
  }

  private mutating func text(of reference: ExactString, _ depth: Int) -> ExactString? {
    if let known = texts[reference] { return known }
    guard depth < Self.maximumDepth else { return nil }
    texts[reference] = .some(nil)
    let text = value(of: reference)?.string.map { replaced($0.value, depth) }
    texts[reference] = text
    return text
  }

  /// The expression of a reference such as `var.hosts["web"].name`; nil if it is unknown or null.
  private func value(of reference: ExactString) -> SourceObject? {
    let parts = reference.utf8.split { ".[]\"".utf8.contains($0) }.map { ExactString(decoding: $0) }
    guard parts.count > 1, definitions[reference] == nil else { return nil }
    var found = expressions[ExactString("\(parts[0].string).\(parts[1].string)")]
    for part in parts.dropFirst(2) {
      let index = Int(part.string)
      found = found.flatMap { value in
        if let index, value.items.indices.contains(index) { return value.items[index] }
        return value.isMapping ? value[part.string] : nil
      }
    }
    return found.flatMap { $0.isScalar && $0.string == nil ? nil : $0 }
  }
}
