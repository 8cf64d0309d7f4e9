import PolicyTestSupport

/// What `Package.swift` says of its targets, read from its text: it has the same short form everywhere.
struct PackageManifest {
  /// The kind of a target is the function that declares it.
  enum Kind: String, CaseIterable {
    case library, executableTarget, support, tests
  }

  struct Target {
    var kind: Kind
    var name: String
    /// Targets and products of other packages, by name.
    var dependencies: [String]
  }

  private(set) var targets: [Target] = []

  /// The manifest of the repository.
  init() throws {
    let text = try Fixtures.text("Package.swift")
    let code = text.split(separator: "\n").filter { !$0.contains(#/^\s*///#) }
      .joined(separator: "\n")
    // The functions with these names stand above.
    guard let list = code.ranges(of: "\n  targets: [").last else { return }
    var rest = code[list.upperBound...]
    while let call = rest.firstMatch(of: #/\b(library|executableTarget|support|tests)\(/#) {
      let arguments = Self.arguments(rest[call.range.upperBound...])
      // A product is meant by its name, not by the package that it is of; `path` is no dependency.
      let named = arguments.replacing(#/package: "[^"]*"|path: "[^"]*"/#, with: "")
      var texts = named.matches(of: #/"([^"]*)"/#).map { String($0.output.1) }
      if let kind = Kind(rawValue: String(call.output.1)), !texts.isEmpty {
        let name = texts.removeFirst()
        targets.append(Target(kind: kind, name: name, dependencies: texts))
      }
      rest = rest[call.range.upperBound...].dropFirst(arguments.count)
    }
  }

  /// The text up to the parenthesis that closes.
  private static func arguments(_ text: Substring) -> Substring {
    var depth = 1
    let end = text.firstIndex { character in
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      return depth == 0
    }
    return text[..<(end ?? text.endIndex)]
  }

  /// The targets below the program, and the program: what users get.
  var product: [Target] {
    targets.filter { $0.kind == .library || $0.name == "linkpolicy" }
  }
}
