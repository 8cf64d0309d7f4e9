public import PolicyText

/// The input files of an import, and access to their neighbors.
public struct ImportInputs: Sendable {
  /// Files found in directories, followed by named files.
  public private(set) var files: [SourceFile] = []
  /// The number of files found in directories.
  public private(set) var found = 0
  private var roots: [String] = []
  private(set) var searched: [String] = []
  private let fileSystem: any FileSystem
  private let access: InputAccess

  /// Reads files and searches directories.
  ///
  /// - Parameter input: standard input, for the path `-`.
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

  /// The bytes of a file next to the inputs. Nil if it is missing, a symbolic link, or outside the working directory (for
  /// relative paths) or the inputs' directories (for absolute paths).
  public func neighbor(_ path: String) -> [UInt8]? {
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
  /// Imports files and directories.
  public init(
    _ inputs: ImportInputs, settings: ImportSettings = ImportSettings(), policyPath: String = "-",
    beside project: Project? = nil
  ) {
    self.init(
      inputs.files, settings: settings, found: inputs.found, searched: inputs.searched,
      policyPath: policyPath, beside: project, neighbor: { inputs.neighbor($0) })
  }
}
