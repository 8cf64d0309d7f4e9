import Foundation
import Testing

/// Targets that call the system.
private let systems: Set<String> = ["Glibc", "Musl", "Darwin"]
private let systemCallers: Set<String> = [
  "PolicyText", "LinkPolicy", "LinkPolicyCLI", "WebApp", "linkpolicy",
]

/// The only files that may call C or read memory without checks.
private let unsafePlaces = [
  "PolicyText/SourceTree/YAML", "PolicyText/Bytes/ExactString.swift",
  "PolicyText/Bytes/ByteScan.swift",
  "LinkPolicyCLI/Platform/",
  // The elements of an array, each initialized by one call on some thread.
  "PolicyText/Bytes/Concurrency.swift",
  // A file that only its user can read, and its lock.
  "WebApp/Security/RedirectFile.swift",
  // Writing long strings and finding lines scan bytes.
  "PolicyText/Bytes/JSONValue.swift", "PolicyGenerators/Code/Code.swift",
  "PolicyGenerators/Code/CodeMargin.swift", "PolicyGenerators/Code/CodeLanguage+DoubleQuoted.swift",
  // A list of the reserved words of languages.
  "PolicyGenerators/Code/CodeName.swift",
]

private let unsafeFiles: Set<String> = {
  // The library's default file system. It opens, locks and replaces files by descriptor, because
  // another program could replace a file between two uses of its name.
  let library = [
    "FileReading", "LocalDirectory", "LocalDirectoryLock", "LocalFileSystem",
    "LocalFileSystem+Writing", "LocalOpenFile", "LocalScratchFile", "TemporaryFile",
  ]
  return Set(library.map { "Sources/LinkPolicy/Project/\($0).swift" })
}()

@Suite struct ArrowTests {
  @Test func `every import follows an arrow`() throws {
    let manifest = try PackageManifest()
    let arrows = Dictionary(
      uniqueKeysWithValues: manifest.product.map { target in
        let system = systemCallers.contains(target.name) ? systems : []
        return (target.name, system.union(manifest.importable(from: target)))
      })
    var count = 0
    for file in try RepositoryFiles.product() {
      let target = file.pathInTargets.split(separator: "/")[0]
      guard let allowed = arrows[String(target)] else { continue }
      for line in file.code {
        // Splits words, because a regular expression on every line would take half a minute.
        let words = line.drop { $0 == " " }.split(separator: " ", maxSplits: 3)
        guard words.count > 1, let keyword = words.prefix(2).firstIndex(of: "import"),
          keyword == 0 || ["public", "package", "private"].contains(words[0]),
          words.count > keyword + 1
        else { continue }
        let module = words[keyword + 1]
        count += 1
        #expect(allowed.contains(String(module)), "\(file.path) imports \(module)")
      }
    }
    #expect(count > 100)
  }

  /// Folders of a target depend on each other too. A folder's types are unknown in the folders
  /// before it.
  @Test(arguments: [
    ("PolicyText", ["Bytes", "Diagnostics", "SourceTree"]),
    ("PolicyModel", ["Values", "Model", "Formatting"]),
    ("PolicyDecision", ["Matching", "Replay"]),
    ("LanguageServer", ["Editor", "Protocol"]),
  ])
  func `folders of a target use only those before them`(target: String, folders: [String]) throws {
    let declaration =
      #/^(?:public |package )?(?:final |indirect )*(?:struct|class|enum|protocol|actor) (\w+)/#
    let files = try RepositoryFiles.swift(in: "Sources/\(target)")
    for (index, folder) in folders.enumerated().dropFirst() {
      let types = files.filter { $0.path.hasPrefix("Sources/\(target)/\(folder)/") }
        .flatMap(\.lines).compactMap { $0.firstMatch(of: declaration).map { String($0.output.1) } }
      #expect(types.count > 3, "\(target)/\(folder)")
      for file in files
      where folders[..<index].contains(where: { file.path.hasPrefix("Sources/\(target)/\($0)/") }) {
        let known = types.filter(file.mentions)
        guard !known.isEmpty else { continue }
        let words = Set(
          file.code.filter { !$0.contains(#/^\s*\/\//#) }
            .flatMap {
              $0.replacing("Swift.Span", with: "").split {
                !$0.isLetter && !$0.isNumber && $0 != "_"
              }
            }.map(String.init))
        #expect(words.isDisjoint(with: known), "\(file.path) uses \(words.intersection(known))")
      }
    }
  }

  @Test func `unsafe code is only in the listed files`() throws {
    for file in try RepositoryFiles.product() {
      let isAllowed =
        unsafeFiles.contains(file.path)
        || unsafePlaces.contains { file.pathInTargets.hasPrefix($0) }
      guard !isAllowed, file.mentions("unsafe ") else { continue }
      #expect(
        !file.code.contains {
          $0.contains(#/\bunsafe /#) && !$0.contains("//") && !$0.contains("\"")
        },
        "\(file.path)")
    }
  }

  @Test func `nothing ends the program or is left undone`() throws {
    let words = ["fatalError(", "preconditionFailure(", "try!", "as!", "TODO", "FIXME"]
    for file in try RepositoryFiles.product() where words.contains(where: file.mentions) {
      for (index, line) in file.lines.enumerated() {
        #expect(
          !line.contains(#/fatalError\(|preconditionFailure\(|try!|\bas!|//[^`]*(TODO|FIXME)/#),
          "\(file.path):\(index + 1)")
      }
    }
  }

  /// This function would put the length of the file's absolute path into the binary, which no prefix
  /// map shortens.
  @Test func `the binary doesn't depend on the paths of source files`() throws {
    for file in try RepositoryFiles.product() {
      #expect(!file.mentions("withoutActuallyEscaping("), "\(file.path)")
    }
  }
}
