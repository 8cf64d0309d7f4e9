import PolicyModel
import PolicyText

extension TerraformValues {
  /// The values of a configuration for one environment, or for one call of it as a module.
  struct Variant {
    /// The evidence for the environment.
    var hints: [EnvironmentHint] = []
    /// The modules that lead to the configuration: `module.shop`.
    var address = ""
    /// The folder of the first caller and the modules, without names of environments: variants with the same are about
    /// the same clients.
    var place = ""
    var values: TerraformValues
  }

  /// The calls of a folder as a local module, once for each environment of their callers; nil for a folder without calls,
  /// and with more than a person could check. Calls in examples are ignored.
  static func calls(of folder: String, _ source: ImportSource, _ depth: Int) -> [TerraformCall]? {
    let callers = source.inputs { $0.hasSuffix(".tf") }.filter {
      $0.calledModules.contains(folder) && $0.origin.exampleReason == nil
    }
    guard !callers.isEmpty else { return nil }
    var calls: [TerraformCall] = []
    for caller in callers {
      let directory = Self.folder(of: caller.path)
      for variant in all(in: directory, of: caller, depth: depth + 1) {
        var values = variant.values
        for block in values.blocks(of: caller) {
          let parts = block.key.value.parts(separator: " ")
          guard parts.count == 2, parts[0] == "module", block.body.string("count")?.value != "0",
            localFolder(block.original, of: caller.path) == folder
          else { continue }
          calls.append(TerraformCall(variant, module: parts[1], block, of: directory))
        }
        guard calls.count <= maximumCalls else { return nil }
      }
    }
    // `module.auth_dev` and `module.auth_prod` are one module in two environments.
    for group in Dictionary(grouping: calls.indices, by: { calls[$0].common }).values
    where Set(group.map { calls[$0].module }).count > 1 {
      for index in group { calls[index].variant.place = calls[index].common }
    }
    return calls
  }

  private static let maximumCalls = 100
  private static let maximumEnvironments = 8

  /// The values for each environment that conditions name, such as `var.environment == "prod"`, if no file says which is in use.
  ///
  /// - Parameter files: the files of the configuration.
  static func compared(_ values: Self, _ files: [ImportSource]) -> [Variant] {
    let called = files.reduce(into: Set<String>()) { $0.formUnion($1.calledModules) }
    let others =
      called.isEmpty
      ? [] : files[0].inputs { $0.hasSuffix(".tf") && called.contains(folder(of: $0)) }
    for name in ["environment", "env", "stage"] {
      let mark = Array("var.\(name) == \"".utf8)
      let usual = values.textOfDefault(of: name)
      var environments = Set([usual].compactMap { $0 })
      for file in files + others {
        var start = 0
        while let found = file.file.bytes.firstRange(of: mark, in: start..<file.file.bytes.count) {
          start = found.upperBound
          let literal = file.file.bytes[start...].prefix { $0.isWord || $0 == UInt8(ascii: "-") }
          environments.insert(ExactString(decoding: literal))
        }
      }
      environments = environments.filter { EnvironmentWords.find(in: $0.utf8) != nil }
      let hasOther = usual.map { !environments.contains($0) } ?? false
      guard (hasOther ? 1 : 2)...maximumEnvironments ~= environments.count else { continue }
      let all = environments.sorted().map { environment in
        Variant(
          hints: [EnvironmentHint(.variant, environment)],
          values: values.fixing(ExactString("var.\(name)"), to: environment))
      }
      return all + (hasOther ? [Variant(values: values)] : [])
    }
    return [Variant(values: values)]
  }

  /// The folder of a call's module; nil if the module isn't in the repository.
  static func localFolder(_ call: SourceObject, of path: String) -> String? {
    guard let module = call.string("source")?.value.string,
      module.hasPrefix("./") || module.hasPrefix("../")
    else { return nil }
    let folder = ImportLibrary.normalized(folder(of: path) + module)
    return folder.map { $0.isEmpty ? "" : $0 + "/" }
  }
}

extension TerraformFormat {
  /// The calls of modules outside the repository with URIs in arguments that look like those of clients, and the first such argument.
  static func clientArguments(
    _ source: ImportSource
  ) -> [(module: SourceString, argument: SourceString)] {
    guard source.mentions("module \""),
      source.mentions("redirect_ur") || source.mentions("callback"),
      var values = TerraformValues.all(for: source).last?.values
    else { return [] }
    let folders = Set(
      source.inputs { $0.hasSuffix(".tf") }.map { TerraformValues.folder(of: $0.path) })
    return values.blocks(of: source).compactMap { block in
      let folder = TerraformValues.localFolder(block.original, of: source.path)
      guard block.key.value.hasPrefix("module "), !(folder.map(folders.contains) ?? false) else {
        return nil
      }
      var open = [block.body]
      while let object = open.popLast() {
        for (name, value) in object.entries {
          let isOfClient = ["redirect_ur", "callback"].contains {
            name.text.value.string.contains($0)
          }
          if isOfClient, value.texts.contains(where: { $0.string.contains("://") }) {
            return (block.key, name.text)
          }
          open.append(value)
        }
        open += object.items
      }
      return nil
    }
  }
}

extension TerraformValues.Variant {
  /// The name of a client: its resource's, or that of the module if many resources have that name.
  ///
  /// - Parameter isShared: whether several modules have the resource.
  func label(of resource: ExactString, isShared: Bool) -> ExactString {
    let words = address.utf8.split(separator: UInt8(ascii: ".")).last?.split {
      "_-[]\"".utf8.contains($0)
    }
    let module = words?.filter { EnvironmentWords.find(in: $0) == nil }.map {
      String(decoding: $0, as: UTF8.self)
    }.joined(separator: "-")
    guard let module, !module.isEmpty else { return resource }
    if ["this", "main", "default", "client"].contains(resource) { return ExactString(module) }
    return isShared ? ExactString("\(module)-\(resource.string)") : resource
  }
}

extension ImportSource {
  /// Whether a Terraform file calls modules among the inputs, which are read with its arguments.
  var callsLocalModules: Bool {
    !calledModules.isEmpty
      && !inputs { path in
        path.hasSuffix(".tf") && calledModules.contains(TerraformValues.folder(of: path))
      }.isEmpty
  }

  /// The folders of the local modules that a Terraform file calls.
  func findCalledModules() -> Set<String> {
    guard mentions("module \"") else { return [] }
    let entries = hcl.tree.rootObject?.entries ?? []
    return Set(
      entries.compactMap { key, body in
        key.text.value.hasPrefix("module ") ? TerraformValues.localFolder(body, of: path) : nil
      })
  }
}

/// A call of a local module.
struct TerraformCall {
  let arguments: [(key: SourceObject, value: SourceObject)]
  let module: ExactString
  /// What the call says about the values of the module.
  fileprivate(set) var variant: TerraformValues.Variant
  /// The place of the variant without the environment in the module's name.
  let common: String

  private static let environments = ["env", "environment", "stage"]

  init(
    _ caller: TerraformValues.Variant, module: ExactString, _ block: TerraformValues.Block,
    of folder: String
  ) {
    arguments = block.body.entries.filter { $0.key.text.value != "source" }
    var variant = caller
    let instance = block.instance.map { "[\"\($0.string)\"]" } ?? ""
    variant.address += "module.\(module.string)\(instance)."
    let parts = ExactString(folder).parts(separator: "/")
    if caller.address.isEmpty {
      variant.place = parts.filter { EnvironmentWords.find(in: $0.utf8) == nil }.map(\.string)
        .joined(separator: "/")
    }
    let words = module.utf8.split { "_-".utf8.contains($0) }.filter {
      EnvironmentWords.find(in: $0) == nil
    }
    let name = words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "_")
    common = "\(variant.place) \(name)\(instance)"
    variant.place += " \(module.string)\(instance)"
    self.module = module
    // A variable's default isn't evidence.
    let stated = Self.environments.compactMap { block.original.string($0)?.value }.first {
      EnvironmentWords.find(in: $0.utf8) != nil && SourceVariable.first(in: $0) == nil
    }
    let part = parts.last { EnvironmentWords.find(in: $0.utf8) != nil }
    let names = [part, block.instance, module].compactMap { $0 }
    variant.hints =
      (stated.map { [EnvironmentHint(.variant, $0)] } ?? []) + variant.hints
      + names.map { EnvironmentHint(.module, $0) }
    self.variant = variant
  }
}
