public import PolicyText

/// An input file of a run.
public struct InputFile: Sendable {
  /// The name and the contents.
  public var source: SourceFile
  /// The type of input.
  public var kind: InputKind
  /// Whether the user named it, so it must be what its name says. False for files found in a
  /// directory.
  public var isExplicit: Bool
  /// Whether `source` is the content of a signed `apple-app-site-association`: findings apply to
  /// the content, and the file isn't changed.
  package private(set) var isSigned = false
  /// Whether it is in a directory of policies, where YAML without a marker is an error.
  package var isAmongPolicies = false

  /// Creates an input file. For a signed `apple-app-site-association`, `source` becomes the signed
  /// content.
  public init(source: SourceFile, kind: InputKind, isExplicit: Bool) {
    self.source = source
    if kind == .appleAppSiteAssociation, let content = SignedMessage.content(of: source.bytes) {
      self.source = SourceFile(name: source.name, bytes: content)
      isSigned = true
    }
    self.kind = kind
    self.isExplicit = isExplicit
  }

  /// Creates a file in memory.
  ///
  /// - Parameter kind: nil to detect it from the name; files with other names are policies.
  public init(name: String, text: String, kind: InputKind? = nil) {
    self.init(
      source: SourceFile(name: name, bytes: Array(text.utf8)),
      kind: kind ?? InputKind(path: name) ?? .policy, isExplicit: true)
  }
}

/// Finds and reads the files of some paths.
///
/// A directory is searched recursively for policies and association files, except for directories
/// that start with a dot other than `.well-known`. Anything that can't be read is an error, which
/// lists all of them.
package struct InputFiles: Sendable {
  /// The files in the order of the paths, then by name.
  package let files: [InputFile]
  /// The number of given paths that the filter leaves out.
  package let excluded: Int
  /// The number of YAML files without a marker that the user didn't name.
  package let skipped: Int

  /// Reads all paths, or throws an error with everything that can't be read.
  ///
  /// - Parameters:
  ///   - kind: the type of all files; nil to detect it from their names.
  ///   - access: which files may be opened, and how many bytes are read.
  package init(
    _ paths: [String], in fileSystem: any FileSystem, kind: InputKind? = nil,
    access: InputAccess = .standard
  ) throws(FileSystemError) {
    try self.init(paths, in: fileSystem, kind: kind, filter: FileFilter(), access: access)
  }

  /// Reads all paths except those that a filter leaves out, even if they are named: hooks pass
  /// every changed file.
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

/// The type of an input file.
public enum InputKind: String, Sendable, CaseIterable {
  /// YAML of the policy language: policies, test files and configurations.
  case policy
  /// An `apple-app-site-association`.
  case appleAppSiteAssociation = "aasa"
  /// An `assetlinks.json`.
  case assetLinks = "assetlinks"

  /// The type that matches a file name; nil for other files.
  public init?(path: String) {
    let name =
      path.utf8.split(separator: UInt8(ascii: "/")).last.map { ExactString(decoding: $0) } ?? ""
    switch name {
    case "apple-app-site-association", "apple-app-site-association.json",
      "apple-app-site-association-unsigned", "apple-app-site-association-unsigned.json":
      self = .appleAppSiteAssociation
    case "assetlinks.json": self = .assetLinks
    default:
      // Editors read `POLICY.YML` as YAML, too.
      let lower = ASCII.lowercased(name)
      guard lower.hasSuffix(".yaml") || lower.hasSuffix(".yml") else { return nil }
      self = .policy
    }
  }

  /// The type of a file that the user named: by its name, or else by its contents. JSON with the
  /// keys of an association file is one; everything else must be a policy.
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
