public import PolicyText

/// The files that paths of an import mean, and what may be read beside them.
public struct ImportInputs: Sendable {
  /// Found in directories, then named.
  public private(set) var files: [SourceFile] = []
  /// How many of the first were found.
  public private(set) var found = 0
  private var roots: [String] = []
  /// The directories that were searched.
  private(set) var searched: [String] = []
  private let fileSystem: any FileSystem
  private let access: InputAccess

  /// Reads files and searches directories.
  ///
  /// - Parameter input: standard input, where `-` is among the paths.
  public init(
    _ paths: [String], in fileSystem: any FileSystem, input: SourceFile? = nil,
    access: InputAccess = .standard
  ) throws(FileSystemError) {
    self.fileSystem = fileSystem
    self.access = access
    var named: [SourceFile] = []
    for path in paths {
      if path == "-", let input {
        named.append(input)
        continue
      }
      switch fileSystem.kind(of: path) {
      case .directory?:
        files += ImportSearch(path, in: fileSystem).files
        roots.append(path)
        searched.append(path)
      case .file?:
        named.append(SourceFile(name: path, bytes: try fileSystem.read(path, within: access)))
        let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) }
        roots.append(folder ?? ".")
      case nil: throw FileSystemError(path: path, reason: "no such file or directory")
      }
    }
    found = files.count
    files += named
  }

  /// The bytes of a file beside the inputs; nil where it is none, a link, or lies outside of what was named:
  /// of relative paths the working directory, of others the directories of the inputs.
  public func neighbour(_ path: String) -> [UInt8]? {
    let isRelative = path.utf8.first != UInt8(ascii: "/")
    let isWithin =
      isRelative
      ? !path.utf8.starts(with: "../".utf8) && path != ".."
      : roots.contains { path.below($0).map { !$0.isEmpty } ?? false }
    guard isWithin, fileSystem.kind(of: path) == .file, fileSystem.firstLink(in: path) == nil else {
      return nil
    }
    return try? fileSystem.read(path, within: access, isFound: true)
  }
}

extension SourceImport {
  /// Makes a policy of files and directories.
  public init(
    _ inputs: ImportInputs, settings: ImportSettings = ImportSettings(), policyPath: String = "-",
    beside project: Project? = nil
  ) {
    self.init(
      inputs.files, settings: settings, found: inputs.found, searched: inputs.searched,
      policyPath: policyPath, beside: project, neighbour: { inputs.neighbour($0) })
  }
}
