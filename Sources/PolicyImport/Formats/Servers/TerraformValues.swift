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

  /// Variables whose values belong to the caller of the module, where the same names have other values.
  private var given: Set<ExactString> = []
  /// The values of variables that say the environment.
  private var fixed: [ExactString: ExactString] = [:]
  private static let maximumDepth = 10
  /// The maximum number of modules in modules.
  private static let maximumLevels = 4
  private static let maximumText = 1 << 16

  /// The values for each environment, and for each call of a local module. Defaults of variables and `terraform.tfvars`
  /// belong to all. Without a file for prod, the last values are those without a file.
  static func all(for source: ImportSource) -> [Variant] {
    guard source.mentions("var.") || source.mentions("local.") else {
      return [Variant(values: Self(source.options.definitions))]
    }
    return all(in: folder(of: source.path), of: source, depth: 0)
  }

  /// - Parameter source: any file of the import.
  static func all(in folder: String, of source: ImportSource, depth: Int) -> [Variant] {
    source.terraformVariants("\(depth) \(folder)") { read(folder, of: source, depth) }
  }

  private static func read(
    _ folder: String, of source: ImportSource, _ depth: Int
  ) -> [Variant] {
    var values = Self(source.options.definitions)
    let files = source.inputs { $0.hasSuffix(".tf") && Self.folder(of: $0) == folder }
    for file in files { values.add(file) }
    if depth < maximumLevels, let calls = calls(of: folder, source, depth) {
      values.room /= max(calls.count, 1)
      return calls.map { call in
        var variant = call.variant
        variant.values = values
        variant.values.use(call)
        return variant
      }
    }
    // Those who use the module from elsewhere have other values than its defaults.
    if ExactString(folder).parts(separator: "/").contains(where: { $0 == "modules" }) {
      values.expressions = values.expressions.filter { !$0.key.hasPrefix("var.") }
    }
    var settings = source.inputs {
      isSettings($0) && $0.utf8.starts(with: folder.utf8)
    }.filter { $0.origin.exampleReason == nil }
    if !settings.isEmpty {
      let others = Set(source.inputs { $0.hasSuffix(".tf") }.map { Self.folder(of: $0.path) })
        .filter { $0.utf8.count > folder.utf8.count }
      settings.removeAll { file in others.contains { file.path.utf8.starts(with: $0.utf8) } }
    }
    // The order in which Terraform reads them.
    settings.sort {
      let (first, second) = (rank($0.name), rank($1.name))
      return first == second ? $0.name < $1.name : first < second
    }
    var ofEnvironments: [(file: ExactString, source: ImportSource)] = []
    for file in settings {
      let name = ExactString(decoding: file.path.utf8.dropFirst(folder.utf8.count))
      if rank(name) < 2 || file.name.string.contains(".auto.tfvars") {
        values.add(file)
      } else if EnvironmentWords.find(in: name.utf8) != nil {
        ofEnvironments.append((name, file))
      }
    }
    let all = ofEnvironments.map { name, file in
      var own = values
      own.add(file)
      return Variant(hints: [EnvironmentHint(.file, name)], values: own)
    }
    let hasProd = ofEnvironments.contains {
      EnvironmentWords.find(in: $0.file.utf8)?.environment == .prod
    }
    if all.isEmpty { return compared(values, files) }
    return hasProd ? all : all + [Variant(values: values)]
  }

  /// Whether a file has values of variables, in HCL or JSON.
  static func isSettings(_ path: String) -> Bool {
    path.hasSuffix(".tfvars") || path.hasSuffix(".tfvars.json")
  }

  /// The files that Terraform always reads first, in this order.
  private static func rank(_ name: ExactString) -> Int {
    ["terraform.tfvars", "terraform.tfvars.json"].firstIndex(of: name) ?? 2
  }

  /// The path of a file's folder with its final slash; empty for a file without one.
  static func folder(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
  }

  /// Adds the definitions of a file, which override earlier ones.
  private mutating func add(_ source: ImportSource) {
    let isConfiguration = source.path.hasSuffix(".tf")
    let tree = source.path.hasSuffix(".json") ? source.json.tree : source.hcl.tree
    for (key, value) in tree.rootObject?.entries ?? [] {
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

  /// The default of a variable that the user doesn't define, if it is a string.
  func textOfDefault(of variable: String) -> ExactString? {
    let reference = ExactString("var.\(variable)")
    return definitions[reference] == nil ? expressions[reference]?.string?.value : nil
  }

  /// These values with another one of a variable.
  func fixing(_ reference: ExactString, to text: ExactString) -> Self {
    var values = self
    values.fixed[reference] = text
    return values
  }

  /// Uses the arguments of a module's call as variables.
  private mutating func use(_ call: TerraformCall) {
    for (name, value) in call.arguments {
      let variable = ExactString("var.\(name.text.value.string)")
      expressions[variable] = value
      given.insert(variable)
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
      if node.isMapping, node.entries.count == 3, node.entries[1].key.text.value == "?" {
        if let branch = branch(of: node, depth) {
          return try write(branch, inListAt: reference, depth: depth, to: &writer)
        }
        // The variable that stands for the expression.
        return try writer.write(
          .doubleQuoted, at: reference ?? node.location.span,
          copying: node.entries[0].key.text.value.utf8)
      }
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
    if variable == text, depth < Self.maximumDepth, room > 0 {
      let reference = SourceVariable.name(of: text)
      if let value = value(of: reference, depth), value.string?.value.isEmpty != true {
        return try write(value, inListAt: span, depth: next(depth, reference), to: &writer)
      }
    }
    let replaced = variable == nil ? text : self.replaced(text, depth)
    let style = replaced == text ? node.tree.style(node.node) : .doubleQuoted
    try writer.write(style, at: span, copying: replaced.utf8)
  }

  /// Writes a value; the items of a list in a list belong to the outer list.
  private mutating func write(
    _ value: SourceObject, inListAt span: SourceSpan?, depth: Int, to writer: inout TreeWriter
  ) throws(ReadingStopped) {
    let isFlat = value.isList && !writer.isInMapping
    for item in isFlat ? value.items : [value] {
      try write(item, at: span, depth: depth, to: &writer)
    }
  }

  /// The depth of a variable's value. References in values of the caller have no meaning in the module.
  private func next(_ depth: Int, _ reference: ExactString) -> Int {
    let parts = reference.utf8.split { ".[".utf8.contains($0) }.prefix(2)
    let name = parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ".")
    return given.contains(ExactString(name)) ? Self.maximumDepth : depth + 1
  }

  /// The branch of a conditional expression; nil if the condition isn't known.
  private mutating func branch(of node: SourceObject, _ depth: Int) -> SourceObject? {
    let entries = node.entries
    guard depth < Self.maximumDepth, entries.count == 3, entries[1].key.text.value == "?",
      entries[2].key.text.value == ":", let isTrue = isTrue(entries[0].value.text.value, depth)
    else { return nil }
    return entries[isTrue ? 1 : 2].value
  }

  /// Whether `reference`, `!reference` or a comparison of a reference with a literal is true; nil if it isn't known.
  private mutating func isTrue(_ condition: ExactString, _ depth: Int) -> Bool? {
    let text = condition.string
    for mark in ["==", "!="] {
      let sides = text.split(separator: mark, maxSplits: 1)
      guard sides.count == 2 else { continue }
      let literal = sides[1].filter { $0 != " " && $0 != "\"" }
      guard literal.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }),
        literal != "null",
        let value = operand(ExactString(sides[0].filter { $0 != " " }), depth)
      else { return nil }
      return (value.string == literal) == (mark == "==")
    }
    let isNegated = text.hasPrefix("!")
    let reference = ExactString(String(text.dropFirst(isNegated ? 1 : 0)))
    // `local.is_prod`, which is `var.environment == "prod"`.
    if depth < Self.maximumDepth, let found = value(of: reference, depth + 1)?.string?.value,
      let variable = SourceVariable.first(in: found), variable == found,
      let isTrue = isTrue(SourceVariable.name(of: found), depth + 1)
    {
      return isTrue != isNegated
    }
    switch operand(reference, depth) {
    case "true": return !isNegated
    case "false": return isNegated
    default: return nil
    }
  }

  private mutating func operand(_ reference: ExactString, _ depth: Int) -> ExactString? {
    let text = definitions[reference] ?? text(of: reference, depth + 1)
    // An empty default doesn't say that a value isn't in use.
    return text.flatMap { $0.isEmpty || SourceVariable.first(in: $0) != nil ? nil : $0 }
  }

  /// The string with known references replaced.
  private mutating func replaced(_ text: ExactString, _ depth: Int) -> ExactString {
    let replaced = SourceVariable.replacing(text) { self.text(of: $0, depth + 1) }
    return replaced.utf8.count < Self.maximumText ? replaced : text
  }

  private mutating func text(of reference: ExactString, _ depth: Int) -> ExactString? {
    guard depth < Self.maximumDepth else { return nil }
    if let fixed = fixed[reference] { return fixed }
    if let known = texts[reference] { return known }
    texts[reference] = .some(nil)
    let text =
      branch(ofText: reference, depth)
      ?? value(of: reference, depth)?.string.map {
        replaced($0.value, next(depth, reference) - 1)
      }
    texts[reference] = text
    return text
  }

  /// The value of `CONDITION ? A : B` in a string.
  private mutating func branch(ofText text: ExactString, _ depth: Int) -> ExactString? {
    let parts = text.string.split(separator: " ? ", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    let branches = parts[1].split(separator: " : ", maxSplits: 1)
    guard branches.count == 2, let isTrue = isTrue(ExactString(String(parts[0])), depth) else {
      return nil
    }
    let branch = ExactString(String(branches[isTrue ? 0 : 1]))
    let quotes = branch.utf8.count { $0 == UInt8(ascii: "\"") }
    guard quotes == 2, branch.utf8.first == branch.utf8.last else {
      return self.text(of: branch, depth + 1)
    }
    return ExactString(decoding: branch.utf8.dropFirst().dropLast())
  }

  /// `local.hosts[var.stage]` with the index's value; nil if it is unknown.
  private mutating func withoutReferences(_ text: ExactString, _ depth: Int) -> ExactString? {
    let bytes = Array(text.utf8)
    guard let open = bytes.lastIndex(of: UInt8(ascii: "[")), let end = bytes.last,
      end == UInt8(ascii: "]")
    else { return text }
    let index = bytes[(open + 1)...].dropLast()
    guard index.contains(UInt8(ascii: ".")), !index.contains(UInt8(ascii: "\"")) else {
      return text
    }
    return self.text(of: ExactString(decoding: index), depth + 1).map {
      ExactString(decoding: bytes[..<open] + "[\"\($0.string)\"]".utf8)
    }
  }

  /// The expression of a reference such as `var.hosts["web"].name`; nil if it is unknown or null.
  private mutating func value(of reference: ExactString, _ depth: Int) -> SourceObject? {
    guard let reference = withoutReferences(reference, depth) else { return nil }
    let parts = reference.utf8.split { ".[]\"".utf8.contains($0) }.map { ExactString(decoding: $0) }
    guard parts.count > 1, definitions[reference] == nil, fixed[reference] == nil else {
      return nil
    }
    var found = expressions[ExactString("\(parts[0].string).\(parts[1].string)")]
    for part in parts.dropFirst(2) {
      let index = Int(part.string)
      found = found.flatMap { value in
        if let index, value.items.indices.contains(index) { return value.items[index] }
        return value.isMapping ? value[part.string] : nil
      }
    }
    while let value = found, let branch = branch(of: value, depth + 1) { found = branch }
    return found.flatMap { $0.isScalar && $0.string == nil ? nil : $0 }
  }
}
