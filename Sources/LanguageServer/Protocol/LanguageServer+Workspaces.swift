import LinkPolicy

/// The workspaces of documents.
extension LanguageServer {
  mutating func open(folder path: String) {
    guard !workspaces.contains(where: { $0.root == path }) else { return }
    workspaces.append(workspace(at: path))
  }

  ///
  /// - Parameter isAlone: checks only open documents.
  func workspace(at root: String, isAlone: Bool = false) -> EditorWorkspace {
    let own = settings.config.map { EditorWorkspace.absolute($0, below: root) }
    return EditorWorkspace(
      root: root, in: fileSystem, configurationFile: configurationFile ?? own,
      isAlone: isAlone)
  }

  /// The workspace of a path: the innermost one, else the directory of the document.
  func workspace(of path: String) -> EditorWorkspace? {
    owner(of: path) ?? alone(path)
  }

  private func owner(of path: String) -> EditorWorkspace? {
    workspaces.filter { $0.contains(path) }.max { $0.root.utf8.count < $1.root.utf8.count }
  }

  /// Whether a document is checked by itself, because its directory is not open.
  private func alone(_ path: String) -> EditorWorkspace {
    workspace(at: Self.parent(path), isAlone: true)
  }

  private static func parent(_ path: String) -> String {
    DocumentURI.normalized(path.split(separator: "/").dropLast().joined(separator: "/"))
  }

  /// The open workspaces, and those of documents outside of them.
  var homes: [EditorWorkspace] {
    let roots = documents.values.compactMap(\.path).filter { owner(of: $0) == nil }
    return workspaces
      + Set(roots.map(Self.parent)).sorted().map { workspace(at: $0, isAlone: true) }
  }

  /// The path of a document for the workspaces. The client may write it with other symbolic links than the path of
  /// its directory. An unsaved document gets a name.
  func path(of uri: String, _ language: String) -> String? {
    guard let path = DocumentURI.path(uri) else { return DocumentURI.path(new: uri, language) }
    guard owner(of: path) == nil, let real = realPath(path) else { return path }
    let owners = workspaces.compactMap { workspace -> (root: String, path: String)? in
      guard let root = fileSystem.realPath(workspace.root), real.hasPrefix(root + "/") else {
        return nil
      }
      return (workspace.root, workspace.root + real.dropFirst(root.count))
    }
    return owners.max { $0.root.utf8.count < $1.root.utf8.count }?.path ?? path
  }

  /// The path without symbolic links, also for a file that doesn't exist yet.
  private func realPath(_ path: String) -> String? {
    if let real = fileSystem.realPath(path) { return real }
    guard let name = path.split(separator: "/").last else { return nil }
    return fileSystem.realPath(Self.parent(path)).map { "\($0)/\(name)" }
  }

  /// The URI of a path, as the client writes it if the file is open.
  func uri(of path: String) -> String {
    documents.values.first { $0.path == path }?.uri ?? DocumentURI.uri(path)
  }
}
