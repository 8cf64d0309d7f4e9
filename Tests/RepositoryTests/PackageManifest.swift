import PolicyTestSupport

/// The targets of `Package.swift`, read from its source code.
struct PackageManifest {
  enum Kind {
    case library, executable, support, tests
  }

  struct Target {
    var kind: Kind
    var name: String
    /// Targets, and products of other packages, by name. Lists only the highest ones.
    var dependencies: [String]
  }

  private(set) var targets: [Target] = []

  /// Reads the repository's manifest.
  init() throws {
    let text = try Fixtures.text("Package.swift")
    let code = text.split(separator: "\n").filter { !$0.contains(#/^\s*///#) }
      .joined(separator: "\n")
    // `let crypto = Target.Dependency.product(name: "Crypto", …)`: targets use the constant's name.
    let products = code.matches(of: #/let (\w+) = Target\.Dependency\.product\(\s*name: "(\w+)"/#)
      .map { (constant: String($0.output.1), name: String($0.output.2)) }
    func dependencies(_ text: Substring) -> [String] {
      let words = Set(text.matches(of: #/\b\w+\b/#).map { String($0.output) })
      return text.matches(of: #/"([^"]*)"/#).map { String($0.output.1) }
        + products.filter { words.contains($0.constant) }.map(\.name)
    }
    let packages = Self.table("packages", in: code)
    for (name, uses) in Self.table("layers", in: code) {
      targets.append(
        Target(
          kind: name.hasSuffix("Tests")
            ? .tests : name.hasSuffix("TestSupport") ? .support : .library, name: name,
          dependencies: dependencies(uses)
            + packages.filter { $0.name == name }.flatMap { dependencies($0.value) }))
    }
    guard let list = code.ranges(of: "\n  targets: [").last else { return }
    var rest = code[list.upperBound...]
    while let call = rest.firstMatch(of: #/\bexecutableTarget\(/#) {
      let arguments = Self.arguments(rest[call.range.upperBound...])
      // Paths and plug-ins aren't dependencies.
      var texts = dependencies(
        Substring(arguments.replacing(#/path: "[^"]*"|plugins: \[[^\]]*\]/#, with: "")))
      if !texts.isEmpty {
        let name = texts.removeFirst()
        targets.append(Target(kind: .executable, name: name, dependencies: texts))
      }
      rest = rest[call.range.upperBound...].dropFirst(arguments.count)
    }
  }

  /// Returns the rows of a table, `let <name>: … = ["key": [values], …]`, each with the source code
  /// of its values.
  private static func table(_ name: String, in code: String) -> [(name: String, value: Substring)] {
    guard let start = code.ranges(of: "\nlet \(name): ").first else { return [] }
    let table = code[start.upperBound...]
    let end = table.ranges(of: "\n]\n").first?.lowerBound ?? table.endIndex
    return table[..<end].matches(of: #/"(\w+)": \[([^\]]*)\]/#)
      .map { (String($0.output.1), $0.output.2) }
  }

  /// Returns the source code up to the closing parenthesis.
  private static func arguments(_ text: Substring) -> Substring {
    var depth = 1
    let end = text.firstIndex { character in
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      return depth == 0
    }
    return text[..<(end ?? text.endIndex)]
  }

  /// Returns the names of the modules that a target may import: the targets below it, and modules
  /// of other packages that it lists.
  func importable(from target: Target) -> Set<String> {
    var names = Set(target.dependencies)
    for name in target.dependencies {
      guard let next = targets.first(where: { $0.name == name }) else { continue }
      names.formUnion(
        importable(from: next).filter { name in targets.contains { $0.name == name } })
    }
    return names
  }

  /// The program and the targets below it, which users get.
  var product: [Target] {
    targets.filter { $0.kind == .library || $0.name == "linkpolicy" }
  }
}
