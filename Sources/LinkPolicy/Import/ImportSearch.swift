import PolicyImport
public import PolicyText

/// Finds files to import in a directory.
///
/// Skips hidden directories except `.well-known`, directories of package managers and build tools, symbolic links, and files
/// that `.gitignore` excludes except Xcode projects and what Git tracks. Reads files with a usual name of a format, and JSON and YAML files up to 256 KiB.
public struct ImportSearch {
  /// The files found, ordered by path.
  public private(set) var files: [SourceFile] = []
  /// Files that weren't read, with the reason and what to do.
  public private(set) var unread: [(path: String, what: String)] = []
  private let fileSystem: any FileSystem
  private let root: String
  private let isPrefixShown: Bool
  /// The files in Git's index, which are in the repository even if `.gitignore` names them.
  private var tracked: Set<ExactString> = []
  private let usualNames: [Glob] = ImportFormats.all.flatMap {
    $0.usualNames.map { Glob(ExactString($0)) }
  }

  /// Files that formats read in addition to others: string resources, what Gradle build files share, and .NET
  /// projects.
  private static let companions = [
    "**/res/values/*.xml", "**/buildSrc/**/*.kt", "**/build-logic/**/*.kt", "**/buildLogic/**/*.kt",
    "**/build-plugins/**/*.kt", "**/plugins/src/**/*.kt", "*.gradle", "*.gradle.kts",
    "*.csproj",
  ].map { Glob(ExactString($0)) }

  /// Source code with clients, in folders with a build file that names a library.
  private struct Code {
    var builds: [String]
    var libraries: [String]
    var files: [String]
    var words: [String]
    /// What to do instead of reading it.
    var hint: String?
  }
  private static let code = [
    Code(
      builds: [".csproj"], libraries: ["IdentityServer", "OpenIddict"], files: [".cs"],
      words: ["RedirectUris"]),
    Code(
      builds: ["pom.xml", "build.gradle", "build.gradle.kts"],
      libraries: ["oauth2", "authorization-server"], files: [".java", ".kt"],
      words: ["RegisteredClient.withId", ".withClient("]),
    Code(
      builds: ["cdk.json"], libraries: ["app"], files: [".ts"], words: ["callbackUr"],
      hint:
        "AWS CDK; run `cdk synth > cognito.yaml`, then `linkpolicy import cognito.yaml`"),
  ]

  private static let skipped: Set<ExactString> = [
    "node_modules", "Pods", "DerivedData", "build", "dist", "Carthage", ".git", ".github", ".build",
  ]
  /// Bundles that Xcode builds.
  private static let bundles = [
    ".xcarchive", ".framework", ".xcframework", ".app", ".bundle", ".xcassets",
  ]
  private static let maximumDepth = 64
  private static let maximumIndex = 64 << 20
  private static let maximumFile = 16 << 20
  /// The limit for files without a usual name.
  private static let maximumOther = 256 << 10

  /// Searches a directory.
  ///
  /// - Parameter isPrefixShown: whether paths include the directory's path.
  public init(_ directory: String, in fileSystem: any FileSystem, isPrefixShown: Bool = true) {
    root = directory
    self.fileSystem = fileSystem
    self.isPrefixShown = isPrefixShown && directory != "."
    guard let start = try? fileSystem.open(directory: directory) else { return }
    if let git = try? start.open(".git", path: ".git"),
      let index = try? git.read("index", upTo: Self.maximumIndex, path: ".git/index")
    {
      tracked = GitIndex.paths(in: index)
    }
    search(start, [], IgnoreRules(), depth: 0)
    files.sort { ExactString($0.name) < ExactString($1.name) }
  }

  /// - Parameter isHidden: whether the directory is hidden: files with a usual name are listed, but
  ///   not read.
  private mutating func search(
    _ directory: any SearchedDirectory, _ path: [String], _ ignored: IgnoreRules, depth: Int,
    isHidden: Bool = false, code: Set<Int> = []
  ) {
    var ignored = ignored
    if let bytes = try? directory.read(".gitignore", upTo: 1 << 20, path: ".gitignore") {
      ignored.add(bytes, at: path)
    }
    let entries = directory.entries()
    let code = code.union(builds(entries, in: directory))
    for entry in entries where entry.isText {
      let place = path + [entry.name]
      let shown = shownPath(place)
      let names = place.map { Array($0.utf8) }[...]
      // Repositories have the project file, also if a pattern for other files matches it.
      let isProject = entry.name == "project.pbxproj" || entry.name.hasSuffix(".xcodeproj")
      let isUsual = entry.kind == .file && usualNames.contains { $0.matches(names) }
      let isTracked = isUsual && tracked.contains(ExactString(place.joined(separator: "/")))
      guard isProject || isTracked || !ignored.ignores(names) else {
        if isUsual {
          unread.append(
            (
              shown,
              "`.gitignore` names it; run `linkpolicy import \(shown)` if it is in the repository"
            ))
        }
        continue
      }
      switch entry.kind {
      case .directory:
        let isHidden =
          isHidden || entry.name.utf8.first == UInt8(ascii: ".") && entry.name != ".well-known"
        let name = ExactString(entry.name)
        guard !Self.skipped.contains(name), depth < Self.maximumDepth,
          !Self.bundles.contains(where: { name.hasSuffix($0) }),
          let inner = try? directory.open(entry.name, path: shown)
        else { continue }
        search(inner, place, ignored, depth: depth + 1, isHidden: isHidden, code: code)
      case .file where isHidden:
        guard isUsual else { continue }
        unread.append((shown, "hidden directory; run `linkpolicy import \(shown)` if it is in use"))
      case .file:
        if let (words, hint) = Self.hint(entry.name),
          let bytes = try? directory.read(entry.name, upTo: Self.maximumOther, path: shown),
          words.contains(where: { bytes.firstRange(of: $0.utf8) != nil }),
          bytes.firstRange(of: "variable \"".utf8) == nil
            || bytes.firstRange(of: "resource \"".utf8) != nil
        {
          unread.append((shown, hint))
        }
        guard let limit = isUsual ? Self.maximumFile : Self.limit(of: names),
          let bytes = try? directory.read(entry.name, upTo: limit + 1, path: shown),
          bytes.count <= limit
        else {
          addCode(entry.name, in: directory, shown, code)
          continue
        }
        files.append(SourceFile(name: shown, bytes: bytes))
      case .symbolicLink, .special, .unknown: break
      }
    }
  }

  /// The indices in `code` of libraries that the build files of a folder name.
  private func builds(
    _ entries: [DirectoryEntry], in directory: any SearchedDirectory
  ) -> [Int] {
    Self.code.indices.filter { index in
      entries.contains { entry in
        guard entry.kind == .file, Self.code[index].builds.contains(where: entry.name.hasSuffix),
          let bytes = try? directory.read(entry.name, upTo: Self.maximumOther, path: entry.name)
        else { return false }
        return Self.code[index].libraries.contains { bytes.firstRange(of: $0.utf8) != nil }
      }
    }
  }

  /// Adds a file of source code that registers clients.
  private mutating func addCode(
    _ name: String, in directory: any SearchedDirectory, _ path: String, _ code: Set<Int>
  ) {
    for code in code.map({ Self.code[$0] }) where code.files.contains(where: name.hasSuffix) {
      guard let bytes = try? directory.read(name, upTo: Self.maximumOther + 1, path: path),
        bytes.count <= Self.maximumOther,
        code.words.contains(where: { bytes.firstRange(of: $0.utf8) != nil })
      else { continue }
      if let hint = code.hint {
        unread.append((path, hint))
      } else {
        files.append(SourceFile(name: path, bytes: bytes))
      }
    }
  }

  /// Strings of which a program about sign-in contains at least one, and what to do with the file. Terraform's variables
  /// are read with the resources that use them.
  private static func hint(_ name: String) -> (words: [String], hint: String)? {
    if name.hasSuffix(".tf") {
      return (
        ["callback"],
        "Terraform; run `terraform show -json > state.json`, then `linkpolicy import state.json`"
      )
    }
    if ["app.config.ts", "app.config.js", "app.config.mjs"].contains(name) {
      // Angular has a file of this name, too, and every module contains `export`.
      return (
        ["ExpoConfig", "expo-", "expo/", "expo:", "slug:"],
        "Expo; run `npx expo config --json > app.json`, then `linkpolicy import app.json`"
      )
    }
    return frameworks.first { $0.names.contains(name) }.map { ($0.words, $0.hint) }
  }

  /// Settings of frameworks, which don't have the redirect URIs of their clients.
  private static let frameworks: [(names: [String], words: [String], hint: String)] = [
    (
      ["doorkeeper.rb"], ["Doorkeeper.configure"],
      "Doorkeeper; export `oauth_applications` as CSV or JSON, then `linkpolicy import FILE`"
    ),
    (
      ["settings.py", "base.py"], ["oauth2_provider"],
      "Django OAuth Toolkit; export its applications with `dumpdata`, then `linkpolicy import FILE`"
    ),
    (
      ["omniauth.rb", "devise.rb"], ["\n  provider ", "\n  config.omniauth "],
      "OmniAuth; the redirect URIs are `https://HOST/auth/PROVIDER/callback`"
    ),
    (
      ["services.php"], ["'redirect' =>"],
      "Laravel Socialite; copy the redirect URIs from the settings of each provider"
    ),
    (
      ["[...nextauth].ts", "[...nextauth].js", "auth.ts", "auth.config.ts"],
      ["NextAuth(", "NextAuthOptions", "NextAuthConfig"],
      "Auth.js; the redirect URIs are `https://HOST/api/auth/callback/PROVIDER`"
    ),
  ]

  private func shownPath(_ place: [String]) -> String {
    let path = place.joined(separator: "/")
    return isPrefixShown ? OutputDirectory.join(root, path) : path
  }

  /// The size limit of a file without a usual name; nil if it is skipped.
  private static func limit(of names: ArraySlice<[UInt8]>) -> Int? {
    let isOther =
      [".json", ".yaml", ".yml"].contains {
        names.last?.suffix($0.utf8.count).elementsEqual($0.utf8) == true
      }
      || companions.contains { $0.matches(names) }
    return isOther ? maximumOther : nil
  }
}

/// Patterns of `.gitignore` files; the last match applies.
private struct IgnoreRules {
  private struct Rule {
    var glob: Glob
    var keeps: Bool
    var base: Int
  }
  private var rules: [Rule] = []

  mutating func add(_ bytes: [UInt8], at path: [String]) {
    for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      var line = line
      while let last = line.last, last == 0x20 || last == 0x09 { line = line.dropLast() }
      guard let first = line.first, first != UInt8(ascii: "#") else { continue }
      let keeps = first == UInt8(ascii: "!")
      if keeps { line = line.dropFirst() }
      let glob = Glob(ExactString(decoding: line))
      rules.append(Rule(glob: glob, keeps: keeps, base: path.count))
    }
  }

  func ignores(_ names: ArraySlice<[UInt8]>) -> Bool {
    rules.last { $0.glob.matches(names[$0.base...]) }.map { !$0.keeps } ?? false
  }
}

/// Git's index (`.git/index`, versions 2 to 4), which lists the files of a repository.
enum GitIndex {
  /// The paths of all entries; those before the first damaged one if the file is damaged.
  static func paths(in bytes: [UInt8]) -> Set<ExactString> {
    guard bytes.starts(with: "DIRC".utf8), bytes.count > headerSize else { return [] }
    let version = number(bytes, at: 4, size: 4)
    var paths: Set<ExactString> = []
    guard (2...4).contains(version) else { return paths }
    var path: [UInt8] = []
    var start = headerSize
    for _ in 0..<number(bytes, at: 8, size: 4) {
      guard start + entrySize < bytes.count else { return paths }
      let isExtended = number(bytes, at: start + entrySize - 2, size: 2) & 0x4000 != 0
      var name = start + entrySize + (isExtended ? 2 : 0)
      if version == 4 {
        // The number of bytes to remove from the previous path.
        guard let (count, next) = offset(bytes, at: name), count <= path.count else { return paths }
        path.removeLast(count)
        name = next
      } else {
        path.removeAll(keepingCapacity: true)
      }
      guard name < bytes.count, let end = bytes[name...].firstIndex(of: 0) else { return paths }
      path += bytes[name..<end]
      paths.insert(ExactString(decoding: path))
      // Up to version 3, entries are padded with zeros to a multiple of 8 bytes.
      start = version == 4 ? end + 1 : start + (end - start) / 8 * 8 + 8
    }
    return paths
  }

  private static let headerSize = 12
  /// The sizes of the fixed fields: times, mode, size, SHA-1 and flags.
  private static let entrySize = 62

  private static func number(_ bytes: [UInt8], at start: Int, size: Int) -> Int {
    bytes[start..<start + size].reduce(0) { $0 << 8 | Int($1) }
  }

  /// A variable-length number as in the offsets of pack files, and the index after it.
  private static func offset(_ bytes: [UInt8], at start: Int) -> (Int, Int)? {
    var value = 0
    for index in start..<min(start + 5, bytes.count) {
      let byte = bytes[index]
      value = value << 7 | Int(byte & 0x7F)
      guard byte & 0x80 != 0 else { return (value, index + 1) }
      value += 1
    }
    return nil
  }
}
