import Foundation
import PolicyGenerators
import PolicyModel
import PolicyTestSupport
import PolicyText
import ProjectTestSupport
import Testing

/// Every file for providers, authorization servers, web servers and hosting services is valid in
/// its format, for all policies in the repository.
struct ExportFormatTests {
  static let targets =
    ServerTargetTests.targets + [
      "firebase", "terraform", "aasa", "assetlinks", "json", "netlify", "cloudflare", "vercel",
      "firebase-hosting", "nginx", "apache", "caddy",
    ]

  /// The example policies together, and each valid policy of the fixtures.
  static let workspaces: [(name: String, workspace: Workspace)] = {
    var workspaces = ((try? ServerPolicies.examples()) ?? []).enumerated().map {
      (name: "example \($0.offset)", workspace: $0.element)
    }
    for folder in ["Tests/Fixtures", "Tests/Goldens/generate"] {
      let root = Fixtures.root.appending(path: folder)
      for path in (FileManager.default.subpaths(atPath: root.path) ?? []).sorted()
      where path.hasSuffix(".yaml") {
        guard let text = try? ServerPolicies.text("\(folder)/\(path)"),
          text.contains("linkpolicy: 1\n")
        else { continue }
        let workspace = Workspace(texts: [("Policies/policy.yaml", text)])
        let isPolicy =
          workspace.policies.count == 1
          && workspace.structureFindings.allSatisfy { $0.severity < .error }
        if isPolicy { workspaces.append(("\(folder)/\(path)", workspace)) }
      }
    }
    return workspaces
  }()

  /// A target's files for all policies. A policy with values that the server doesn't support has
  /// none.
  static func files(_ target: String) -> [(name: String, files: [GeneratedFile])] {
    workspaces.compactMap { name, workspace in
      let files = try? GeneratorRegistry.files(for: GeneratorInput(workspace), targets: [target])
      return files.map { (name, $0) }
    }
  }

  @Test(arguments: targets)
  func `every file is valid in its format`(target: String) throws {
    let all = Self.files(target)
    var count = 0
    for (name, files) in all {
      for file in files where !file.path.hasSuffix(".md") {
        count += 1
        #expect(Self.isWhole(file), "\(name): \(file.path)")
      }
    }
    #expect(all.count > 20 && count > 5, "\(all.count) \(count)")
  }

  private static func isWhole(_ file: GeneratedFile) -> Bool {
    let name = file.path.split(separator: "/").last ?? ""
    if name.hasSuffix(".json") || name == "apple-app-site-association" {
      return (try? JSONSerialization.jsonObject(with: Data(file.bytes))) != nil
    }
    if name.hasSuffix(".sha256") { return isChecksum(file.bytes) }
    if name.hasSuffix(".yaml") { return YAMLTexts.texts(file.bytes) != nil }
    if name.hasSuffix(".tf") { return (try? TerraformSchemaTests.problems([file])) == [] }
    if name == "_headers" { return isHeaders(file.bytes) }
    if name == "_redirects" { return isRedirects(file.bytes) }
    // Their own programs read these files below.
    return ["nginx.conf", "apache.conf", "Caddyfile"].contains(String(name))
  }

  /// Whether it has the format of `sha256sum`.
  private static func isChecksum(_ bytes: [UInt8]) -> Bool {
    lines(bytes).allSatisfy { $0.wholeMatch(of: /[0-9a-f]{64}  \S+/) != nil }
  }

  /// Whether it has paths, each with indented headers.
  private static func isHeaders(_ bytes: [UInt8]) -> Bool {
    let lines = lines(bytes)
    return lines.first?.hasPrefix("/") ?? true
      && lines.allSatisfy { line in
        line.hasPrefix("/")
          ? !line.contains(" ") : line.wholeMatch(of: /\ \ [A-Za-z-]+: \S+/) != nil
      }
  }

  /// Whether each line has a path, a target and a status.
  private static func isRedirects(_ bytes: [UInt8]) -> Bool {
    lines(bytes).allSatisfy { $0.wholeMatch(of: /\/\S+ \/\S+ [1-5][0-9][0-9]/) != nil }
  }

  private static func lines(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
      .filter { !$0.hasPrefix("#") }
  }

  @Test(.enabled(if: TerraformReading.terraform != nil, "terraform is not installed"))
  func `terraform parses every module`() throws {
    let files = Self.files("terraform").flatMap(\.files)
    #expect(files.count > 20)
    try TerraformReading.check(files.map(\.bytes))
  }

  // MARK: web servers

  @Test(.needs("nginx")) func `nginx accepts every file`() throws {
    let nginx = try #require(Tool.path("nginx"))
    try Self.withFiles("nginx") { directory, paths in
      let root = directory.path
      let servers = paths.map { path in
        """
        server { listen 127.0.0.1:8; set $linkpolicy_root \(root); include \(path); }

        """
      }
      let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
        "\($0)_temp_path \(root)/\($0);"
      }
      let text = """
        pid \(root)/pid; error_log \(root)/log; events {}
        http { access_log off; \(temporary.joined(separator: " "))
        \(servers.joined()) }
        """
      try Data(text.utf8).write(to: directory.appending(path: "conf"))
      let result = try Tool.run(
        nginx, ["-t", "-p", root, "-e", "\(root)/log", "-c", "\(root)/conf"])
      #expect(result.status == 0 && result.output.contains("syntax is ok"), "\(result.output)")
      let isBroken = try Tool.run(
        nginx, ["-t", "-p", root, "-e", "\(root)/log", "-c", paths[0]])
      #expect(isBroken.status != 0, "part of a server block must not be valid on its own")
    }
  }

  @Test(.needs("apache2")) func `Apache accepts every file`() throws {
    let apache = try #require(Tool.path("apache2"))
    try Self.withFiles("apache") { directory, paths in
      let root = directory.path
      let modules = ["mpm_event", "authz_core", "alias", "rewrite", "mime"].map {
        "LoadModule \($0)_module /usr/lib/apache2/modules/mod_\($0).so\n"
      }
      let hosts = paths.map { "<VirtualHost *:8>\nInclude \($0)\n</VirtualHost>\n" }
      let text = """
        \(modules.joined())ServerName localhost
        Listen 127.0.0.1:8
        PidFile \(root)/pid
        ErrorLog \(root)/log
        TypesConfig /dev/null
        Define LINKPOLICY_ROOT \(root)
        \(hosts.joined())
        """
      let file = directory.appending(path: "conf")
      try Data(text.utf8).write(to: file)
      let arguments = ["-t", "-d", root, "-f", file.path]
      let result = try Tool.run(apache, arguments)
      #expect(result.status == 0 && result.output.contains("Syntax OK"), "\(result.output)")
      try Data((text + "\nRewriteUnknown On\n").utf8).write(to: file)
      #expect(try Tool.run(apache, arguments).status != 0)
    }
  }

  @Test(.needs("caddy")) func `Caddy accepts every file`() throws {
    let caddy = try #require(Tool.path("caddy"))
    try Self.withFiles("caddy") { directory, paths in
      for (index, path) in paths.enumerated() {
        let environment = path.contains("/prod/") ? "prod" : "sandbox"
        let text =
          "import \(path)\nhttps://h\(index).example {\n  import linkpolicy_\(environment)\n}\n"
        let file = directory.appending(path: "Caddyfile")
        try Data(text.utf8).write(to: file)
        let result = try Tool.run(caddy, ["adapt", "--config", file.path])
        #expect(result.status == 0, "\(path): \(result.output)")
      }
    }
  }

  /// Writes the files of all policies into a directory: those of the examples and complete
  /// policies, and each other file with different lines.
  private static func withFiles(
    _ target: String, _ body: (URL, [String]) throws -> Void
  ) throws {
    try Tool.withTemporaryDirectory { directory in
      var paths: [String] = []
      var seen: Set<[String]> = []
      for (index, files) in Self.files(target).map(\.files).enumerated() {
        for file in files where seen.insert(lines(file.bytes)).inserted {
          let url = directory.appending(path: "\(index)/\(file.path)")
          try Data(file.bytes).write(withFolderTo: url)
          paths.append(url.path)
        }
      }
      try #require(paths.count > 5)
      try body(directory, paths)
    }
  }
}

/// A value in a generated JSON or YAML file.
struct ExportValue {
  private var tree: SourceTree
  private var node: NodeID?

  init(_ file: GeneratedFile) throws {
    let source = SourceFile(name: file.path, bytes: file.bytes)
    let result =
      file.path.hasSuffix(".json")
      ? JSONReader.read(source, file: FileID(0)) : YAMLReader.read(source, file: FileID(0))
    #expect(result.diagnostics.isEmpty, "\(file.path)")
    tree = result.tree
    node = tree.root
  }

  private init(_ tree: SourceTree, _ node: NodeID?) {
    self.tree = tree
    self.node = node
  }

  subscript(key: String) -> ExportValue {
    ExportValue(tree, node.flatMap { tree.value(of: key, in: $0) })
  }

  var items: [ExportValue] {
    node.map { tree.items($0).map { ExportValue(tree, $0) } } ?? []
  }

  /// nil if the value is missing.
  var text: String? { node.map { tree.text($0).string } }
  /// nil if the value is missing.
  var texts: [String]? { node.map { tree.items($0).map { tree.text($0).string } } }
  var flag: Bool? { text.map { $0 == "true" } }
}
