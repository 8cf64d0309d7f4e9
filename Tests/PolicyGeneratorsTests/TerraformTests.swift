import Foundation
import PolicyGenerators
import PolicyTestSupport
import Testing

/// Checks generated modules against the provider's documentation
/// (hashicorp/terraform-provider-google, `website/docs/r/identity_platform_config` and
/// `identity_platform_default_supported_idp_config`).
struct TerraformSchemaTests {
  /// The arguments and blocks that a block may contain.
  private struct Schema {
    enum Kind { case string, boolean, strings, reference, object }

    var required: [String: Kind] = [:]
    var optional: [String: Kind] = [:]
    /// Each block may occur once, except at the top level.
    var blocks: [String: Schema] = [:]
  }

  private static let resources = [
    "google_identity_platform_config": Schema(
      optional: ["project": .string, "authorized_domains": .strings],
      blocks: [
        "sign_in": Schema(
          optional: ["allow_duplicate_emails": .boolean],
          blocks: [
            "email": Schema(
              required: ["enabled": .boolean], optional: ["password_required": .boolean])
          ])
      ]),
    "google_identity_platform_default_supported_idp_config": Schema(
      required: ["idp_id": .string, "client_id": .string, "client_secret": .string],
      optional: ["project": .string, "enabled": .boolean],
      blocks: ["lifecycle": Schema(optional: ["ignore_changes": .reference])]),
  ]
  private static let variable = Schema(
    optional: ["description": .string, "type": .reference, "sensitive": .boolean])
  private static let terraform = Schema(
    blocks: ["required_providers": Schema(optional: ["google": .object])])

  /// Describes errors in a directory's module.
  static func problems(_ files: [GeneratedFile]) throws -> [String] {
    var problems: [String] = []
    var names: Set<[String]> = []
    var variables: Set<String> = []
    var references: Set<String> = []
    for block in try files.flatMap({ try HCLReading.read($0.bytes).blocks }) {
      let name = [block.type] + block.labels
      if !names.insert(name).inserted { problems.append("\(name) twice") }
      let schema: Schema? =
        switch (block.type, block.labels.count) {
        case ("terraform", 0): Self.terraform
        case ("variable", 1): Self.variable
        case ("resource", 2): Self.resources[block.labels[0]]
        default: nil
        }
      guard let schema else {
        problems.append("unknown block \(name)")
        continue
      }
      if block.type == "variable" { variables.insert("var." + block.labels[0]) }
      check(block.body, schema, name.joined(separator: "."), &references, &problems)
    }
    problems += references.subtracting(variables).map { "no variable `\($0)`" }
    return problems
  }

  private static func check(
    _ body: HCLBody, _ schema: Schema, _ place: String, _ references: inout Set<String>,
    _ problems: inout [String]
  ) {
    let known = schema.required.merging(schema.optional) { one, _ in one }
    for (name, value) in body.attributes {
      switch (known[name], value) {
      case (.string?, .string), (.boolean?, .boolean), (.object?, .object): break
      case (.string?, .reference(let path)): references.insert(path)
      case (.strings?, .list(let items)) where items.allSatisfy(isString): break
      case (.reference?, .reference): break
      case (.reference?, .list(let items)) where !items.contains(where: isString): break
      default: problems.append("\(place).\(name) = \(value)")
      }
    }
    for name in schema.required.keys where body.attributes[name] == nil {
      problems.append("\(place) has no \(name)")
    }
    var seen: Set<String> = []
    for block in body.blocks {
      guard let inner = schema.blocks[block.type], block.labels.isEmpty,
        seen.insert(block.type).inserted
      else {
        problems.append("\(place).\(block.type)")
        continue
      }
      check(block.body, inner, "\(place).\(block.type)", &references, &problems)
    }
  }

  private static func isString(_ value: HCLValue) -> Bool {
    if case .string = value { true } else { false }
  }

  @Test func `the modules have the provider's arguments, and require it once`() throws {
    let files = try AppleAppTests.files(ProviderTargetTests.full, ["terraform"])
    #expect(
      Set(files.keys)
        == Set(
          ["prod", "sandbox"].flatMap { environment in
            ["identity_platform.tf", "versions.tf"].map { "\(environment)/providers/\($0)" }
          }))
    for environment in ["prod", "sandbox"] {
      let module = files.values.filter { $0.path.hasPrefix(environment) }
      #expect(try Self.problems(module) == [])
    }
    let versions = try #require(files["prod/providers/versions.tf"])
    let terraform = try #require(try HCLReading.read(versions.bytes).blocks.first)
    #expect(
      terraform.body.blocks.first?.body.attributes["google"]
        == .object(["source": .string("hashicorp/google"), "version": .string(">= 4.84")]))
  }

  @Test(arguments: [
    ("authorized_domains", "authorised_domains"), ("idp_id ", "id "), ("\"google\"", "\"apple\""),
    ("= \"acme\"", "= true"), ("var.google", "var.other"), ("sign_in {", "signIn {"),
    ("google_identity_platform_config", "google_identity_config"),
  ])
  func `a module with other arguments is rejected`(text: String, other: String) throws {
    let files = try AppleAppTests.files(ProviderTargetTests.full, ["terraform"])
    let module = try #require(files["prod/providers/identity_platform.tf"])
    let changed = String(decoding: module.bytes, as: UTF8.self).replacing(text, with: other)
    #expect(
      try Self.problems([
        GeneratedFile(path: module.path, target: "terraform", text: changed)
      ]) != [])
  }

  @Test(.enabled(if: TerraformReading.terraform != nil, "terraform is not installed"))
  func `terraform fmt changes no file`() throws {
    let files = try AppleAppTests.files(ProviderTargetTests.full, ["terraform"])
    try TerraformReading.check(files.values.map(\.bytes))
  }
}

/// Reads generated modules with Terraform.
enum TerraformReading {
  static let terraform = Tool.path("terraform")

  /// Checks that `terraform fmt` changes no file. It rejects invalid HCL.
  static func check(_ files: [[UInt8]]) throws {
    let terraform = try #require(terraform, "terraform is not installed")
    try Tool.withTemporaryDirectory { directory in
      for (index, bytes) in files.enumerated() {
        try Data(bytes).write(to: directory.appending(path: "file\(index).tf"))
      }
      let result = try Tool.run(
        terraform, ["fmt", "-check", "-diff", "-no-color", directory.path])
      #expect(result.status == 0, "\(result.output)")
    }
  }

  /// For each file, returns the names of its lines and the values of their literals, as Terraform
  /// evaluates them.
  ///
  /// A test can't load the providers, so the literals are copied into a separate module. A literal
  /// that breaks out of its line would not be one there.
  static func literals(_ files: [[UInt8]]) throws -> [[String]] {
    try check(files)
    let terraform = try #require(terraform, "terraform is not installed")
    var module = "locals {\n  files = [\n"
    var lists: [[(name: String, literal: Int?)]] = []
    for bytes in files {
      var literals: [String] = []
      var list: [(name: String, literal: Int?)] = []
      for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
        let text = line.drop { $0 == " " }
        let parts = text.split(separator: "=", maxSplits: 1)
        let name = parts.count == 2 ? parts[0].trimmingCharacters(in: .whitespaces) : ""
        let value = (parts.count == 2 && !text.hasPrefix("\"") ? parts[1].drop { $0 == " " } : text)
        if value.hasPrefix("\"") {
          list.append((name: text.hasPrefix("\"") ? "" : name, literal: literals.count))
          literals.append(String(value.hasSuffix(",") ? value.dropLast() : value))
        } else {
          list.append((name: String(text), literal: nil))
        }
      }
      module += "    [" + literals.joined(separator: ", ") + "],\n"
      lists.append(list)
    }
    module += "  ]\n}\n"
    let values: [[String]] = try Tool.withTemporaryDirectory { directory in
      try Data(module.utf8).write(to: directory.appending(path: "main.tf"))
      try Data(
        #"jsonencode([for file in local.files : [for text in file : base64encode(text)]])"#.utf8
      ).write(to: directory.appending(path: "question"))
      let result = try Tool.run(
        "/bin/sh",
        ["-c", "exec \"$0\" console -no-color < question 2>/dev/null", terraform], in: directory)
      // The console prints the JSON text as a literal, which is valid JSON too.
      let line = result.output.split(separator: "\n").last ?? ""
      let json = try JSONDecoder().decode(String.self, from: Data(line.utf8))
      return try JSONDecoder().decode([[String]].self, from: Data(json.utf8))
    }
    return zip(lists, values).map { list, values in
      list.flatMap { name, literal in
        [name] + (literal.map { [decoded(values[$0])] } ?? [])
      }
    }
  }

  private static func decoded(_ base64: String) -> String {
    String(decoding: Data(base64Encoded: base64) ?? Data(), as: UTF8.self)
  }
}
