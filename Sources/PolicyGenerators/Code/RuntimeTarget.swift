import PolicyText

/// A target that writes code in a programming language: files of `Runtimes/<name>/` as they are, the same for every
/// policy, and files of data with the values of the policy.
package protocol RuntimeTarget: GeneratorTarget {
  associatedtype Language: CodeLanguage

  /// The folders of `Runtimes/<name>/` that a policy has a use for; the first is `allowlist`.
  static func parts(for input: GeneratorInput) -> [String]

  /// The data files by their paths below `code/<name>/`, without the comment at their top.
  static func data(for input: GeneratorInput) -> CodeFiles<Language>

  /// What the options replace in the runtime, in this order: names in texts and in paths.
  static func replacements(_ options: CodeOptions) -> [(old: String, new: String)]

  /// True for a value of the option `name` that the language takes; false for everything in a target without names.
  static func isName(_ text: String) -> Bool

  /// The values of the option `access`.
  static var accessLevels: [String] { get }

  /// The project file that the option `project` asks for; nil if the language has none.
  static func project(_ name: String, _ input: GeneratorInput) -> (path: String, text: String)?
}

extension RuntimeTarget {
  package static var hasConformance: Bool { true }

  package static var takesOptions: Bool { true }

  package static var accessLevels: [String] { ["public"] }

  /// Part `x` of the code is tested by part `conformance-x` if the language has it.
  package static func conformanceParts(for input: GeneratorInput) -> [String] {
    parts(for: input).map { "conformance-" + $0 }
  }

  package static func conformanceReplacements(
    _ options: CodeOptions
  ) -> [(old: String, new: String)] { replacements(options) }

  package static func replacements(_ options: CodeOptions) -> [(old: String, new: String)] { [] }

  package static func isName(_ text: String) -> Bool { false }

  package static func project(
    _ name: String, _ input: GeneratorInput
  ) -> (path: String, text: String)? { nil }

  package func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    let options = input.options[Self.name] ?? CodeOptions()
    try Self.check(options)
    var input = input
    input.selection = options
    let folder = options.output ?? "code/\(Self.name)"
    let runtime = RuntimeFiles(target: Self.name, input: input)
    var files = Self.parts(for: input).flatMap { part in
      runtime.files(of: part, below: folder, replacing: Self.replacements(options))
    }
    for (path, code) in Self.data(for: input) {
      let path = runtime.replaced(path, Self.replacements(options))
      let head = runtime.head(of: path, isData: true)
      files.append(
        GeneratedFile(path: "\(folder)/\(path)", target: Self.name) { take in
          take(head)
          code.forEachPiece { take(Language.layOut($0)) }
        })
    }
    if let name = options.project {
      guard let project = Self.project(name, input) else {
        throw GeneratorError("`project` is set, but there is no project file", target: Self.name)
      }
      let head = runtime.head(of: project.path, isData: true)
      // SwiftPM reads the tools version from the first line only.
      let text = Array(project.text.utf8)
      let start =
        project.text.hasPrefix("// swift-tools-version")
        ? (text.firstIndex(of: 0x0A).map { $0 + 1 } ?? 0) : 0
      files.append(
        GeneratedFile(
          path: "\(folder)/\(project.path)", target: Self.name,
          bytes: text[..<start] + head + text[start...]))
    }
    // Code reviews on GitHub and GitLab fold what is generated.
    let attributes = "* linguist-generated\n"
    files.append(
      GeneratedFile(
        path: "\(folder)/.gitattributes", target: Self.name,
        bytes: runtime.head(of: ".gitattributes", isData: false) + attributes.utf8))
    return files
  }

  private static func check(_ options: CodeOptions) throws(GeneratorError) {
    // A regular expression takes the Kelvin sign for a K.
    if let name = options.name, !name.utf8.allSatisfy({ $0 < 0x80 }) || !isName(name) {
      throw GeneratorError(
        "`name` must be a valid name in \(Self.name) code, found \(UTF8Text.quoted(name))",
        target: Self.name)
    }
    if let project = options.project, !isProjectName(project) {
      throw GeneratorError(
        "`project` must consist of ASCII letters, digits and `. _ - / @`, found "
          + UTF8Text.quoted(project), target: Self.name)
    }
    if let license = options.license, !isComment(license) {
      throw GeneratorError(
        "`license` must be printable text without backslashes, `coding:`, `coding=` or `+build`",
        target: Self.name)
    }
    if let output = options.output, !OutputPath.isSafe(output) {
      throw GeneratorError(
        "`output` must be a folder below the output directory, found \(UTF8Text.quoted(output))",
        target: Self.name)
    }
    if let access = options.access, !accessLevels.contains(access) {
      throw GeneratorError(
        "`access` must be \(accessLevels.map { "`\($0)`" }.joined(separator: " or ")), found "
          + UTF8Text.quoted(access), target: Self.name)
    }
  }
}

/// True for a name that is plain text in every project file, so that it needs no escape.
private func isProjectName(_ text: String) -> Bool {
  text.utf8.allSatisfy { $0 < 0x80 }
    && text.wholeMatch(of: /[A-Za-z0-9@][A-Za-z0-9._\/@-]*/) != nil
}

/// True for lines that stay a comment in every language: a backslash continues a line of C++ and escapes a line end in
/// Java, other scalars end a line, Python reads an encoding there (PEP 263), and Go a build constraint.
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

  /// The files of a part; none if the language doesn't have it.
  ///
  /// - Parameter owner: the target that writes them; nil for that of the language.
  func files(
    of part: String, below folder: String,
    replacing replacements: [(old: String, new: String)] = [],
    owner: String? = nil
  ) -> [GeneratedFile] {
    let prefix = "\(target)/\(part)/"
    return EmbeddedRuntimes.files.compactMap { file in
      let name = "\(file.path)"
      guard name.utf8.starts(with: prefix.utf8) else { return nil }
      let path = replaced(String(name.dropFirst(prefix.utf8.count)), replacements)
      let text = replaced("\(file.text)", replacements)
      return GeneratedFile(
        path: "\(folder)/\(path)", target: owner ?? target,
        bytes: head(of: path, isData: false) + text.utf8)
    }
  }

  func replaced(_ text: String, _ replacements: [(old: String, new: String)]) -> String {
    replacements.reduce(text) { text, replacement in
      replacement.old == replacement.new
        ? text : text.replacing(replacement.old, with: replacement.new)
    }
  }

  /// The comment at the top of a file, in the form that linters and code reviews of the language know; empty for a
  /// format without comments.
  func head(of path: String, isData: Bool) -> [UInt8] {
    guard let comment = Self.comment(of: path) else { return [] }
    let origin = isData ? " from \(input.header.origin)" : ""
    var lines = ["Code generated by linkpolicy \(toolVersion)\(origin). DO NOT EDIT."]
    lines +=
      input.selection.license?.split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init) ?? []
    let head: [UInt8] = lines.flatMap { Array("\(comment) \($0)".trimmingEnd.utf8) + [0x0A] }
    // A Go comment right before the package clause is its documentation.
    return path.hasSuffix(".go") ? head + [0x0A] : head
  }

  /// What begins a comment, by the end of the file name.
  private static func comment(of path: String) -> String? {
    switch path.split(separator: "/").last?.split(separator: ".").last {
    case "py", "toml", "sh", "txt", "gitattributes": "#"
    case "go", "mod", "swift", "java", "kt", "ts", "js", "mjs", "cpp", "hpp", "h", "m": "//"
    default: nil
    }
  }
}

extension String {
  /// Without spaces at the end.
  fileprivate var trimmingEnd: String {
    String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)])
  }
}

extension EmbeddedRuntimes {
  /// The text of a file; empty if there is none, which the goldens of the report would show.
  static func text(at path: String) -> StaticString {
    files.first { "\($0.path)" == path }?.text ?? ""
  }
}
