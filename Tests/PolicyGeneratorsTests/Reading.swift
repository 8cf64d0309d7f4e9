import Foundation
import PolicyGenerators
import PolicyTestSupport
import Testing

/// Generated files as other programs read them.
enum Reading {
  static let python = Tool.path("python3")

  /// What a Python program prints about files; `sys.argv` holds their paths.
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

  /// A property list by Python's plistlib.
  static func propertyList(_ file: GeneratedFile) throws -> PropertyListFile {
    let data = try run(
      "import plistlib, json, sys; print(json.dumps(plistlib.load(open(sys.argv[1], 'rb'))))",
      [file.bytes])
    return try JSONDecoder().decode(PropertyListFile.self, from: data)
  }

  /// The intent filters of a manifest by Python's ElementTree.
  static func intentFilters(_ file: GeneratedFile) throws -> [IntentFilter] {
    let program = try Fixtures.program("intent_filters.py")
    return try JSONDecoder().decode([IntentFilter].self, from: try run(program, [file.bytes]))
      .map(\.unescaped)
  }
}

/// Entitlements and what else the property lists of apps hold.
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

  /// The values of an attribute in all data elements, in order.
  func data(_ name: String) -> [String] { data.compactMap { $0[name] } }

  /// As Android's build tools read the attributes.
  fileprivate var unescaped: IntentFilter {
    var filter = self
    filter.activity = Self.unescaped(activity)
    filter.actions = actions.map(Self.unescaped)
    filter.data = data.map { $0.mapValues(Self.unescaped) }
    return filter
  }

  /// The text that an attribute stands for.
  static func unescaped(_ text: String) -> String {
    #expect(!text.contains("${"), "a placeholder of the build")
    #expect(text.first != "@" && text.first != "?", "a reference to a resource")
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
