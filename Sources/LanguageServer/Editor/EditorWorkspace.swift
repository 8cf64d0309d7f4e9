package import LinkPolicy
package import PolicyText

/// A directory with policies. Open documents replace files on disk.
///
/// Checks are those of `linkpolicy validate` in that directory, with its configuration,
/// suppressions and baseline, so editor and CI report the same findings.
package struct EditorWorkspace: Sendable {
  /// The result of a check.
  package struct Check: Sendable {
    /// The projects: the workspace, and open files outside of its policy directories.
    package var projects: [Project] = []
    /// The error of the configuration, with its findings.
    package var configurationError: ConfigurationError?
    /// The baseline file, relative to the root.
    package var baseline: String?
    /// The documentation site in the configuration.
    package var documentation: DocumentationBase?

    /// The project that contains a file, and the file in it.
    package func file(_ path: String, below root: String) -> (project: Project, file: FileID)? {
      for project in projects {
        let names = project.report.sources.lazy.map(\.name)
        let index = EditorWorkspace.index(of: path, in: names, below: root)
        if let index { return (project, FileID(index)) }
      }
      return nil
    }
  }

  /// The absolute path of the directory.
  package let root: String
  /// The file system with paths relative to the root.
  package let files: any FileSystem
  private let base: any FileSystem
  private let configurationFile: String?
  private let isAlone: Bool

  /// - Parameters:
  ///   - configurationFile: replaces the nearest `linkpolicy.yaml`.
  ///   - isAlone: checks only open documents, each by itself.
  package init(
    root: String, in base: any FileSystem, configurationFile: String? = nil, isAlone: Bool = false
  ) {
    self.isAlone = isAlone
    self.root = root
    self.base = base
    files = RootedFileSystem(root, in: base)
    self.configurationFile = configurationFile
  }

  /// The absolute path of a path in the workspace.
  package static func absolute(_ path: String, below root: String) -> String {
    let whole = path.hasPrefix("/") ? path : "\(root)/\(path)"
    return "/" + WorkingDirectory.components(whole).joined(separator: "/")
  }

  /// The file name, as `validate` prints it, for an absolute path.
  fileprivate static func index(
    of path: String, in names: some Collection<String>, below root: String
  ) -> Int? {
    // Nearly all names are plain paths from the root, so only the others are normalized.
    let wanted = ExactString(relative(path, below: root))
    let found =
      names.firstIndex { ExactString($0) == wanted }
      ?? names.firstIndex { ExactString(absolute($0, below: root)) == ExactString(path) }
    return found.map { names.distance(from: names.startIndex, to: $0) }
  }

  private static func relative(_ path: String, below root: String) -> String {
    guard isBelow(root, path) else { return path }
    let count = root == "/" ? 1 : root.utf8.count + 1
    return String(decoding: path.utf8.dropFirst(count), as: UTF8.self)
  }

  private static func isBelow(_ root: String, _ path: String) -> Bool {
    ExactString(path).hasPrefix(root == "/" ? "/" : root + "/")
  }

  /// Whether a path is in the workspace.
  package func contains(_ path: String) -> Bool { Self.isBelow(root, path) }

  /// The path relative to the root, as `validate` prints it; unchanged for files elsewhere.
  package func relative(_ path: String) -> String { Self.relative(path, below: root) }

  /// Whether a check would read more than this many files.
  package func holds(moreFilesThan limit: Int) -> Bool {
    var rest = (try? configuration())?.defaultPaths ?? []
    var count = 0
    while count <= limit, let path = rest.popLast() {
      guard !files.isSymbolicLink(path) else { continue }
      switch files.kind(of: path) {
      case .directory:
        let prefix = path.utf8.last == UInt8(ascii: "/") ? path : path + "/"
        rest += ((try? files.list(path)) ?? []).map { prefix + $0 }
      case .file: if InputKind(path: path) != nil { count += 1 }
      default: break
      }
    }
    return count > limit
  }

  /// A file on disk; nil if it can't be read.
  package func text(of path: String) -> [UInt8]? { try? files.read(path) }

  /// Checks the workspace.
  ///
  /// - Parameters:
  ///   - texts: the contents of open documents, by absolute path.
  ///   - former: the previous check; unchanged files aren't decoded again.
  package func check(
    _ texts: [(path: String, source: SourceFile)], after former: Check? = nil
  ) -> Check {
    var check = Check()
    let configuration: ProjectConfiguration
    do throws(ConfigurationError) {
      configuration = try self.configuration(texts)
    } catch {
      check.configurationError = error
      return check
    }
    check.baseline = configuration.baselineName
    check.documentation = configuration.documentation
    // If there are no policies yet, or one can't be read, open documents are still checked.
    var files =
      isAlone ? [] : (try? configuration.inputs(at: [], withConfiguration: false)) ?? []
    var rest: [InputFile] = []
    for text in texts {
      let name = relative(text.path)
      let bytes = text.source.bytes
      let index = Self.index(of: text.path, in: files.lazy.map(\.source.name), below: root)
      if let index {
        files[index].source = SourceFile(name: files[index].source.name, bytes: bytes)
      } else if !configuration.excludes(name), let kind = InputKind(path: name) {
        var file = InputFile(
          source: SourceFile(name: name, bytes: bytes), kind: kind, isExplicit: kind != .policy)
        file.isAmongPolicies = kind == .policy && configuration.isAmongPolicies(name)
        if !isAlone, isBelowDefaults(text.path, configuration) {
          files.append(file)
        } else {
          rest.append(file)
        }
      }
    }
    if !isAlone || rest.isEmpty {
      check.projects.append(
        Project(files, configuration: configuration, after: former?.projects.first))
    }
    for file in rest { check.projects.append(Project([file], configuration: configuration)) }
    return check
  }

  private func isBelowDefaults(_ path: String, _ configuration: ProjectConfiguration) -> Bool {
    configuration.defaultPaths.contains { directory in
      Self.isBelow(Self.absolute(directory, below: root), path)
    }
  }

  /// The effective configuration.
  func configuration(
    _ texts: [(path: String, source: SourceFile)] = []
  ) throws(ConfigurationError) -> ProjectConfiguration {
    let open = Dictionary(
      texts.filter { InputKind(path: $0.path) != nil }.map { ($0.path, $0.source.bytes) },
      uniquingKeysWith: { first, _ in first })
    var configuration = try ProjectConfiguration(
      configurationFile.map { .file($0) } ?? .discovered, workingDirectory: root, in: files,
      settingsIn: RootedFileSystem(root, in: base, texts: open))
    // `validate` fails if the baseline can't be read; here, all findings are shown.
    try? configuration.readBaseline()
    return configuration
  }
}

extension EditorWorkspace {
  /// The changed decisions since a revision; nil if they can't be computed: no
  /// repository, or policies with errors.
  package func difference(
    of project: Project, from revision: String, _ read: RevisionReader
  ) -> PolicyDifference? {
    let names = project.report.sources.map(\.name).filter {
      InputKind(path: $0) == .policy && !$0.hasPrefix("/")
    }
    guard !names.isEmpty, !project.report.has(atLeast: .error),
      let files = read(names, revision, root)
    else { return nil }
    let old = names.compactMap { name in
      files[name].map { bytes in
        var file = InputFile(name: name, text: "")
        file.source = SourceFile(name: name, bytes: bytes)
        file.isExplicit = false
        return file
      }
    }
    let before = Project(old)
    guard !before.report.has(atLeast: .error) else { return nil }
    return PolicyDifference(old: before, new: project)
  }
}

extension EditorWorkspace {
  /// Whether `generate` has written here before.
  package var hasGeneratedFiles: Bool {
    let output = (try? configuration())?.generationSettings.output ?? "generated"
    return files.kind(of: output + "/manifest.json") == .file
  }
}

/// Reads the files of a git revision by their paths relative to a directory. Missing files
/// are left out. Returns nil without a repository or revision.
package typealias RevisionReader =
  @Sendable (_ paths: [String], _ revision: String, _ directory: String) -> [String: [UInt8]]?
