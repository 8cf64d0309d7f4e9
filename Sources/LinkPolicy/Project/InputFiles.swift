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
