/// The files of a program by their paths.
package typealias CodeFiles<Language: CodeLanguage> = [(path: String, code: Code<Language>)]

/// A target that writes the allowlist in a programming language: everything below `code/<name>/`, with
/// the vectors that its program runs.
package protocol CodeTarget: GeneratorTarget {
  associatedtype Language: CodeLanguage

  /// The files of code by their paths below the folder.
  static func sources(for input: GeneratorInput) -> CodeFiles<Language>
}

extension CodeTarget {
  package static var hasVectors: Bool { true }

  package func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    let folder = "code/\(Self.name)/"
    let sources = Self.sources(for: input).map { path, code in
      GeneratedFile(path: folder + path, target: Self.name, code: code)
    }
    let vectors = GeneratedFile(
      path: folder + "vectors.json", target: Self.name,
      bytes: input.vectors ?? VectorFile(input).bytes)
    return sources + [vectors]
  }
}
