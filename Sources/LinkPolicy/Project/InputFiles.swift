public import PolicyText

/// A file of the run with how it was named.
public struct InputFile: Sendable {
  /// Name and bytes.
  public var source: SourceFile
  /// What it is read as.
  public var kind: InputKind
  /// Named by the user, not found in a directory: then it must be what it is taken for.
  public var isExplicit: Bool
  /// `source` is what a signed `apple-app-site-association` contains: findings are about it, and nothing
  /// is written to the file.
  package private(set) var isSigned = false
  /// In a directory of policies, where YAML without a marker is an error.
  package var isAmongPolicies = false

  /// A file of the run. Of a signed `apple-app-site-association`, `source` becomes its content.
  public init(source: SourceFile, kind: InputKind, isExplicit: Bool) {
    self.source = source
    if kind == .appleAppSiteAssociation, let content = SignedMessage.content(of: source.bytes) {
      self.source = SourceFile(name: source.name, bytes: content)
      isSigned = true
    }
    self.kind = kind
    self.isExplicit = isExplicit
  }

  /// A file in memory.
  ///
  /// - Parameter kind: what it is read as; nil goes by its name, and other names are policies.
  public init(name: String, text: String, kind: InputKind? = nil) {
    self.init(
      source: SourceFile(name: name, bytes: Array(text.utf8)),
      kind: kind ?? InputKind(path: name) ?? .policy, isExplicit: true)
  }
}

/// Finds and reads the files that paths mean.
///
/// A file is taken as it is; a directory is searched recursively for policies and association files.
/// Directories whose name starts with a dot are skipped, but for `.well-known`. Whatever else cannot be
/// looked at ends the run, all of it named.
package struct InputFiles: Sendable {
  /// In the order of the paths, then by name.
  package let files: [InputFile]
  /// How many of the given paths were left out by the filter.
  package let excluded: Int
  /// The number of YAML files without a marker that the user didn't name.
  package let skipped: Int

  /// Reads all paths; what cannot be read ends it, all of it named.
  ///
  /// - Parameters:
  ///   - kind: what all files are read as; nil goes by their names.
  ///   - access: what may be opened, and how much is read.
  package init(
    _ paths: [String], in fileSystem: any FileSystem, kind: InputKind? = nil,
    access: InputAccess = .standard
  ) throws(FileSystemError) {
    try self.init(paths, in: fileSystem, kind: kind, filter: FileFilter(), access: access)
  }

  /// Reads all paths but those that a filter leaves out, quietly, also where they are named: hooks
  /// name every file that changed.
  package init(
    _ paths: [String], in fileSystem: any FileSystem, kind: InputKind? = nil, filter: FileFilter,
    access: InputAccess = .standard
  ) throws(FileSystemError) {
    var collection = InputCollection(
      access: access, isShared: paths.count > 1, isAmongPolicies: filter.isAmongPolicies)
    var excluded = 0
    for path in paths {
      let found = fileSystem.kind(of: path)
      if found != nil, filter.excludes(path) {
        excluded += 1
        continue
      }
      if access.links == .refused, let link = fileSystem.firstLink(in: path) {
        collection.report(.link(link))
        continue
      }
      switch found {
      case .directory?:
        var search = DirectorySearch(path, in: fileSystem, filter: filter, access: access)
        search.run(into: &collection)
      case .file?:
        guard collection.wants(path) else { continue }
        collection.add(path, kind ?? InputKind(path: path), isExplicit: true) {
          count throws(FileSystemError) in
          try fileSystem.read(path, upTo: count, isFound: access.links == .refused)
        }
      case nil: collection.report(path, "no such file or directory")
      }
    }
    try collection.check()
    files = collection.files
    skipped = collection.skipped
    self.excluded = excluded
  }
}

/// What a file is read as.
public enum InputKind: String, Sendable, CaseIterable {
  /// YAML of the policy language: policies, test files, configuration.
  case policy
  /// An `apple-app-site-association`.
  case appleAppSiteAssociation = "aasa"
  /// An `assetlinks.json`.
  case assetLinks = "assetlinks"

  /// The kind that a file name tells; nil for other files.
  public init?(path: String) {
    let name =
      path.utf8.split(separator: UInt8(ascii: "/")).last.map { ExactString(decoding: $0) } ?? ""
    switch name {
    case "apple-app-site-association", "apple-app-site-association.json",
      "apple-app-site-association-unsigned", "apple-app-site-association-unsigned.json":
      self = .appleAppSiteAssociation
    case "assetlinks.json": self = .assetLinks
    default:
      // Editors take `POLICY.YML` for YAML, too.
      let lower = ASCII.lowercased(name)
      guard lower.hasSuffix(".yaml") || lower.hasSuffix(".yml") else { return nil }
      self = .policy
    }
  }

  /// The kind of a file that a user named: by its name, else by its contents. JSON with the keys of an
  /// association file is one; everything else must be a policy.
  package init(path: String, bytes: [UInt8]) {
    self =
      InputKind(path: path) ?? Self.contents(SignedMessage.content(of: bytes) ?? bytes) ?? .policy
  }

  private static func contents(_ bytes: [UInt8]) -> InputKind? {
    func mentions(_ key: String) -> Bool {
      let word = Array("\"\(key)\"".utf8)
      return bytes.firstRange(of: word, in: 0..<bytes.count) != nil
    }
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    switch bytes[start...].first(where: { !" \t\r\n".utf8.contains($0) }) {
    case UInt8(ascii: "{"):
      let sections = ["applinks", "webcredentials", "appclips", "activitycontinuation"]
      return sections.contains(where: mentions) ? .appleAppSiteAssociation : nil
    case UInt8(ascii: "["):
      let isList = mentions("relation") && mentions("target") || mentions("include")
      return isList ? .assetLinks : nil
    default: return nil
    }
  }
}
