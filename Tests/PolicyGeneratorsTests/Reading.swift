import Foundation
import LinkPolicy
import PolicyGenerators
import PolicyModel
import PolicyTestSupport
import ProjectTestSupport
import Testing

/// Reads generated files with other programs.
enum Reading {
  static let python = Tool.path("python3")

  /// Returns what a Python program prints about files; `sys.argv` has their paths.
  static func run(_ program: String, _ files: [[UInt8]]) throws -> Data {
    let python = try #require(python, "python3 is not installed")
    return try Tool.withTemporaryDirectory { directory in
      var paths: [String] = []
      for (index, bytes) in files.enumerated() {
        let url = directory.appending(path: "file\(index)")
        try Data(bytes).write(to: url)
        paths.append(url.path)
      }
      let result = try Tool.run(python, ["-c", program] + paths)
      try #require(result.status == 0, "\(result.output)")
      return Data(result.output.utf8)
    }
  }

  /// Parses a property list with Python's plistlib.
  static func propertyList(_ file: GeneratedFile) throws -> PropertyListFile {
    let data = try run(
      "import plistlib, json, sys; print(json.dumps(plistlib.load(open(sys.argv[1], 'rb'))))",
      [file.bytes])
    return try JSONDecoder().decode(PropertyListFile.self, from: data)
  }

  /// Parses a manifest's intent filters with Python's ElementTree.
  static func intentFilters(_ file: GeneratedFile) throws -> [IntentFilter] {
    let program = try Fixtures.program("intent_filters.py")
    return try JSONDecoder().decode([IntentFilter].self, from: try run(program, [file.bytes]))
      .map(\.unescaped)
  }
}

/// The keys in the generated property lists of apps.
struct PropertyListFile: Decodable, Equatable {
  var domains: [String]?
  var signInWithApple: [String]?
  var clientID: String?
  var serverClientID: String?
  var urlTypes: [[String: [String]]]?
  var keys: Set<String> = []

  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    func value<Value: Decodable>(_ key: String) throws -> Value? {
      try values.decodeIfPresent(Value.self, forKey: Key(stringValue: key))
    }
    domains = try value("com.apple.developer.associated-domains")
    signInWithApple = try value("com.apple.developer.applesignin")
    clientID = try value("GIDClientID")
    serverClientID = try value("GIDServerClientID")
    urlTypes = try value("CFBundleURLTypes")
    keys = Set(values.allKeys.map(\.stringValue))
  }
}

/// An intent filter of a manifest.
struct IntentFilter: Decodable, Equatable {
  var activity: String
  var exported: String
  var autoVerify: String?
  var actions: [String]
  var categories: [String]
  var data: [[String: String]]

  /// Returns the values of an attribute in all data elements, in order.
  func data(_ name: String) -> [String] { data.compactMap { $0[name] } }

  /// With attributes unescaped as Android's build tools do.
  fileprivate var unescaped: IntentFilter {
    var filter = self
    filter.activity = Self.unescaped(activity)
    filter.actions = actions.map(Self.unescaped)
    filter.data = data.map { $0.mapValues(Self.unescaped) }
    return filter
  }

  /// Returns the string that an attribute represents.
  static func unescaped(_ text: String) -> String {
    #expect(!text.contains("${"), "contains a build placeholder")
    #expect(text.first != "@" && text.first != "?", "is a resource reference")
    var output = String.UnicodeScalarView()
    var scalars = Array(text.unicodeScalars)[...]
    while let scalar = scalars.popFirst() {
      guard scalar == "\\", let escaped = scalars.popFirst() else {
        output.append(scalar)
        continue
      }
      if escaped == "u" {
        let digits = String(String.UnicodeScalarView(scalars.prefix(4)))
        output.append(UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) ?? "\u{FFFD}")
        scalars = scalars.dropFirst(4)
      } else {
        output.append(escaped)
      }
    }
    return String(output)
  }
}

/// Every file that `generate` writes and `import` recognizes is imported. The same target must
/// generate it again from the imported policy, or a finding says what is missing.
@Suite struct ReadBackTests {
  /// The example, and a policy with all client types.
  static let policies = [
    (name: "acme-home", path: "Policies/acme-home.yaml"),
    (name: "lumen", path: "Tests/Goldens/servers/policy.yaml"),
  ]

  @Test(arguments: GeneratorRegistry.names, policies)
  func `generated files are imported`(target: String, policy: (name: String, path: String)) throws {
    try Self.check(try ServerPolicies.text(policy.path), policy.name, target)
  }

  @Test(arguments: ServerTargetTests.targets, Array(0..<20 as Range<UInt64>))
  func `all clients in a server's file are imported`(target: String, seed: UInt64) throws {
    try Self.check(ServerPolicies.random(seed: seed), "lumen", target)
  }

  private static func check(_ text: String, _ policy: String, _ target: String) throws {
    let files = try Self.files(text, target)
    var read = 0
    for (path, file) in files {
      var settings = ImportSettings()
      settings.environment = .prod
      settings.host = Self.host(in: path) ?? "www.acme.example"
      let result = SourceImport(
        [SourceFile(name: path, bytes: file.bytes)], settings: settings, neighbor: { _ in nil })
      let isUnknown = result.report.diagnostics.contains {
        $0.rule == "import-unknown-format" || $0.rule == "import-syntax"
      }
      if isUnknown || result.text.isEmpty { continue }
      read += 1
      let name = result.text.replacing(/(?m)^name: .*$/, with: "name: \(policy)")
      let again = (try? Self.files(name, target)[path]).map { Self.lines($0.bytes) }
      let isSame = again == Self.lines(file.bytes)
      let isNamed = result.report.diagnostics.contains { $0.severity > .note }
      #expect(isSame || isNamed, "\(path)\n\(result.text)")
      if Self.lossless.contains(target), !path.hasSuffix(".create.json") {
        #expect(isSame, "\(path)\n\(result.text)\n\(again ?? [])")
      }
    }
    // Pages and resource servers have no clients.
    let others = files.keys.filter { $0.hasSuffix(".md") || $0.hasSuffix(".resource-server.json") }
    if Self.lossless.contains(target) { #expect(read == files.count - others.count) }
  }

  /// Targets whose files contain everything that they are generated from.
  private static let lossless: Set<String> = [
    "aasa", "assetlinks", "firebase", "keycloak", "auth0", "hydra", "dex", "okta", "cognito",
    "client-metadata",
  ]

  private static func files(_ policy: String, _ target: String) throws -> [String: GeneratedFile] {
    let input = GeneratorInput(
      Workspace(texts: [("Policies/policy.yaml", policy)]), environments: [.prod])
    let files = try GeneratorRegistry.files(for: input, targets: [target])
    return Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0) })
  }

  private static func host(in path: String) -> String? {
    let parts = path.split(separator: "/")
    return parts.firstIndex(of: "hosts").map { String(parts[$0 + 1]) }
  }

  /// Sorts the lines, because clients may be in another order. Drops the line about the policy, and
  /// Keycloak's realm, which is only part of the issuer.
  private static func lines(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { line in
      line.hasSuffix(",") ? String(line.dropLast()) : String(line)
    }.filter { !$0.contains("Generated by") && !$0.hasPrefix("  \"realm\": ") }.sorted()
  }
}
