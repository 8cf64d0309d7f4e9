import PolicyText
import PolicyModel

/// What `terraform show -json` prints of a state or a plan, OpenTofu alike.
///
/// HCL itself is not read: most lists of addresses in it are built from variables and other resources.
package enum TerraformKind: ImportKind {
  package static let name = "terraform"
  package static let summary = "the output of `terraform show -json`"
  package static let usualNames = ["tfshow*.json", "*terraform*.json", "*tfstate*.json"]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard source.looksLikeJSON else {
      let isHCL = source.lines.contains { line in
        line.text.hasPrefix("resource \"") || line.text.hasPrefix("terraform {")
      }
      return isHCL
        ? .refused(
          message: "this is HCL, whose values only Terraform knows",
          help: "run `terraform show -json > tfshow.json` and import that") : .no
    }
    guard source.mentions("format_version"), let root = source.json.tree.root else { return .no }
    let tree = source.json.tree
    guard tree.value(of: "format_version", in: root) != nil else { return .no }
    return module(root, tree) != nil ? .yes : .nearly(missing: "values")
  }

  package static func read(_ source: ImportSource, into facts: inout ImportFacts) {
    guard let tree = facts.usable(source.json), let root = tree.root,
      let module = module(root, tree)
    else { return }
    let version = tree.sourceText("format_version", in: root)
    guard version?.value.hasPrefix("1.") ?? false else {
      facts.leaveOut(
        .unknownFormat, "only version 1 of this format is known",
        at: version?.location ?? source.start)
      return
    }
    var resources: [TerraformResource] = []
    collect(module, tree, &resources)
    for resource in resources { resource.read(resources, source.options.definitions, &facts) }
  }

  private static func module(_ root: NodeID, _ tree: SourceTree) -> NodeID? {
    (tree.value(of: "values", in: root) ?? tree.value(of: "planned_values", in: root))
      .flatMap { tree.value(of: "root_module", in: $0) }
  }

  private static func collect(
    _ module: NodeID, _ tree: SourceTree, _ resources: inout [TerraformResource]
  ) {
    // With a list of its own: modules nest as deep as the reader lets them.
    var open = [module]
    while let module = open.popLast() {
      for node in tree.value(of: "resources", in: module).map({ tree.sourceMappings($0) }) ?? [] {
        if let resource = TerraformResource(node, tree) { resources.append(resource) }
      }
      let children = tree.value(of: "child_modules", in: module).map { tree.sourceMappings($0) }
      open += (children ?? []).reversed()
    }
  }
}
