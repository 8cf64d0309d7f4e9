package import PolicyText

/// A target that writes code in a programming language: files of `Runtimes/<name>/`, which are the
/// same for all policies, and data files with the values of the policy.
package protocol RuntimeTarget: GeneratorTarget {
  associatedtype Language: CodeLanguage
  /// The parts of the runtime that a policy needs; the first is `allowlist`.
  static func parts(for input: GeneratorInput) -> [RuntimePart<Language>]
  /// Whether the language has a conformance program.
  static var hasConformance: Bool { get }
  /// The names that the options replace in the contents and paths of the runtime, in this order.
  static func replacements(_ options: CodeOptions) -> [Replacement]
  /// The replacements in the conformance program.
  static func conformanceReplacements(_ options: CodeOptions) -> [Replacement]
  /// True if the option `name` can have this ASCII value; always false for a target without the option.
  static func isName(_ text: String) -> Bool
  /// The values of the option `access`.
  static var accessLevels: [String] { get }
  /// The project file for the option `project`; nil if the language has none.
  static func project(_ name: String, _ input: GeneratorInput) -> (path: String, text: String)?
}

package typealias Replacement = (old: String, new: String)

/// A folder of `Runtimes/<target>/` with its data files.
package struct RuntimePart<Language: CodeLanguage> {
  var name: String
  /// The paths are relative to `code/<target>/`; the code has no comment at its top yet.
  var data: CodeFiles<Language>

  init(_ name: String, _ data: (path: String, code: Code<Language>)...) {
    self.name = name
    self.data = data
  }
}

extension RuntimeTarget {
  package static var hasConformance: Bool { true }
  package static var accessLevels: [String] { ["public"] }
  package static func replacements(_ options: CodeOptions) -> [Replacement] { [] }
  package static func conformanceReplacements(_ options: CodeOptions) -> [Replacement] {
    replacements(options)
  }
  package static func isName(_ text: String) -> Bool { false }
  package static func project(
    _ name: String, _ input: GeneratorInput
  ) -> (path: String, text: String)? { nil }

  package static func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    let options = input.options[name] ?? CodeOptions()
    try check(options)
    var input = input
    input.selection = options
    let folder = (options.usesDefaultPaths ? nil : options.output) ?? "code/\(name)"
    let runtime = RuntimeFiles(target: name, input: input)
    let replacements = replacements(options)
    var files: [GeneratedFile] = []
    for part in parts(for: input) {
      files += runtime.files(of: part.name, below: folder, replacing: replacements)
      for (path, code) in part.data {
        let path = options.usesDefaultPaths ? path : runtime.replaced(path, replacements)
        let head = runtime.head(of: path, isData: true)
        files.append(
          GeneratedFile(path: "\(folder)/\(path)", target: name) {
            head + Language.layOut(code.bytes + [UInt8(ascii: "\n")])
          })
      }
    }
    if let project = options.project {
      guard let (path, text) = Self.project(project, input) else {
        throw GeneratorError(
          "`project` isn't supported, because there is no project file", target: name)
      }
      // SwiftPM reads the tools version from the first line only.
      let lines = text.split(separator: "\n", maxSplits: 1)
      let first = text.hasPrefix("// swift-tools-version") ? lines[0] + "\n" : ""
      let head = runtime.head(of: path, isData: true)
      files.append(
        GeneratedFile(path: "\(folder)/\(path)", target: name) {
          first.utf8 + head + text.dropFirst(first.count).utf8
        })
    }
    // Code reviews on GitHub and GitLab collapse generated files.
    let attributes =
      runtime.head(of: ".gitattributes", isData: false) + "* linguist-generated\n".utf8
    files.append(
      GeneratedFile(path: "\(folder)/.gitattributes", target: name) { attributes })
    return files
  }

  /// The conformance program of the language, and separate vectors if the options select clients.
  static func conformanceFiles(for input: GeneratorInput) -> [GeneratedFile] {
    guard hasConformance else { return [] }
    var input = input
    input.selection = input.options[name] ?? CodeOptions()
    let runtime = RuntimeFiles(target: name, input: input)
    let folder = "\(ConformanceTarget.name)/\(name)"
    // `conformance-x` tests the part `x`.
    let parts = ["conformance"] + self.parts(for: input).map { "conformance-" + $0.name }
    var files = parts.flatMap { part in
      runtime.files(
        of: part, below: folder, replacing: conformanceReplacements(input.selection),
        owner: ConformanceTarget.name)
    }
    if input.selection.environments != nil || input.selection.clients != nil {
      let selected = input
      files.append(
        GeneratedFile(path: "\(folder)/vectors.json", target: ConformanceTarget.name) {
          VectorFile(selected).bytes
        })
    }
    return files
  }

  private static func check(_ options: CodeOptions) throws(GeneratorError) {
    func check(_ isValid: Bool, _ message: String) throws(GeneratorError) {
      if !isValid { throw GeneratorError(message, target: name) }
    }
    if let name = options.name {
      try check(
        isASCII(name) && isName(name),
        "`name` must be a valid name in \(Self.name) code, found \(DisplayText.quoted(name))")
    }
    if let project = options.project {
      try check(
        isASCII(project) && project.wholeMatch(of: /[A-Za-z0-9@][A-Za-z0-9._\/@-]*/) != nil,
        "`project` must consist of ASCII letters, digits and `. _ - / @`, found \(DisplayText.quoted(project))"
      )
    }
    if let license = options.license {
      try check(
        isComment(license),
        "`license` must be printable text without backslashes, `coding:`, `coding=` or `+build`")
    }
    if let output = options.output {
      try check(
        OutputPath.isSafe(output),
        "`output` must be a folder below the output directory, found \(DisplayText.quoted(output))")
    }
    if let access = options.access {
      let levels = accessLevels.map { "`\($0)`" }.joined(separator: " or ")
      try check(
        accessLevels.contains(access),
        "`access` must be \(levels), found \(DisplayText.quoted(access))")
    }
  }
}

/// True for ASCII; in regular expressions, the Kelvin sign matches a K.
private func isASCII(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } }

/// True for lines that stay a comment in every language: a backslash continues a line in C++ and escapes a newline in
/// Java, other scalars end a line, Python reads an encoding from comments (PEP 263), and Go a build constraint.
private func isComment(_ text: String) -> Bool {
  let isPrintable = text.unicodeScalars.allSatisfy { scalar in
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: scalar == "\n"
    default: scalar != "\\"
    }
  }
  return isPrintable && !["coding:", "coding=", "+build"].contains { text.contains($0) }
}

/// The files of `Runtimes/<target>/`, with a comment at their top.
struct RuntimeFiles {
  let target: String
  let input: GeneratorInput

  /// The files of a part; empty if the language doesn't have the part.
  ///
  /// - Parameter owner: the target that writes them, if it isn't the one of the language.
  func files(
    of part: String, below folder: String, replacing replacements: [Replacement],
    owner: String? = nil
  ) -> [GeneratedFile] {
    let prefix = "\(target)/\(part)/"
    return EmbeddedRuntimes.files.compactMap { file in
      let name = "\(file.path)"
      guard name.utf8.starts(with: prefix.utf8) else { return nil }
      var path = String(name.dropFirst(prefix.utf8.count))
      if !input.selection.usesDefaultPaths { path = replaced(path, replacements) }
      let head = head(of: path, isData: false)
      let text = replaced("\(file.text)", replacements)
      return GeneratedFile(path: "\(folder)/\(path)", target: owner ?? target) { head + text.utf8 }
    }
  }

  func replaced(_ text: String, _ replacements: [Replacement]) -> String {
    replacements.reduce(text) { text, replacement in
      replacement.old == replacement.new
        ? text : text.replacing(replacement.old, with: replacement.new)
    }
  }

  /// The comment at the top of a file, in the format that linters and code reviews recognize; empty
  /// for formats without comments.
  func head(of path: String, isData: Bool) -> [UInt8] {
    guard let comment = Self.comment(of: path) else { return [] }
    let origin = isData ? " from \(input.header.origin)" : ""
    var lines = ["Code generated by linkpolicy \(toolVersion)\(origin). DO NOT EDIT."]
    lines +=
      input.selection.license?.split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init) ?? []
    let head = lines.flatMap { line in
      Array("\(comment) \(line)".trimmingEnd.utf8) + [UInt8(ascii: "\n")]
    }
    // In Go, a comment directly before the package clause documents the package.
    return path.hasSuffix(".go") ? head + [UInt8(ascii: "\n")] : head
  }

  /// The start of a comment, by file name extension.
  private static func comment(of path: String) -> String? {
    switch path.split(separator: "/").last?.split(separator: ".").last {
    case "py", "toml", "sh", "txt", "gitattributes": "#"
    case "go", "mod", "swift", "java", "kt", "ts", "js", "mjs", "cpp", "hpp", "h", "m": "//"
    default: nil
    }
  }
}

extension String {
  fileprivate var trimmingEnd: String {
    String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)])
  }
}

extension EmbeddedRuntimes {
  /// The contents of a file; empty if it doesn't exist, which the goldens of the report would show.
  static func text(at path: String) -> StaticString {
    files.first { "\($0.path)" == path }?.text ?? ""
  }
}

/// `conformance/`: requests with their expected decisions, and a program in each language that checks them.
package struct ConformanceTarget: GeneratorTarget {
  package static let name = "conformance"

  package static func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    let vectors = GeneratedFile(path: "conformance/vectors.json", target: name) {
      VectorFile(input).bytes
    }
    let programs = GeneratorRegistry.targets.filter { input.targets.contains($0.name) }
      .flatMap { ($0 as? any RuntimeTarget.Type)?.conformanceFiles(for: input) ?? [] }
    return [vectors] + programs
  }
}

/// The options of a code target: `generate.options.<target>` in `linkpolicy.yaml`.
package struct CodeOptions: Sendable, Equatable {
  /// The package, module, namespace or type name, by language; nil for the default.
  package var name: String?
  /// The project name in `go.mod`, `package.json`, `pyproject.toml`, `Package.swift` or `CMakeLists.txt`; nil for no such
  /// file.
  package var project: String?
  /// `public`, `package` or `internal`; nil for `public`.
  package var access: String?
  /// The folder below the output directory; nil for `code/<target>`.
  package var output: String?
  /// The environments to write; nil for both.
  package var environments: [Environment]?
  /// Glob patterns of the client keys to write; nil for all.
  package var clients: [String]?
  /// The lines of a comment at the top of each file, without comment marks.
  package var license: String?

  /// True if `output` is ignored and `name` doesn't rename files, because a build plug-in declares them before it runs
  /// the tool.
  package var usesDefaultPaths = false

  package init() {}
}
