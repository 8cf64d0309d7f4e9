import LinkPolicy
import PolicyText

/// Which workspace a text belongs to, and what it is called there.
extension LanguageServer {
  mutating func open(folder path: String) {
    guard !workspaces.contains(where: { $0.root == path }) else { return }
    workspaces.append(workspace(at: path))
  }

  /// A directory as a workspace.
  ///
  /// - Parameter isAlone: only open texts count.
  func workspace(at root: String, isAlone: Bool = false) -> EditorWorkspace {
    let own = settings.config.map { EditorWorkspace.absolute($0, below: root) }
    return EditorWorkspace(
      root: root, in: fileSystem, configurationFile: configurationFile ?? own,
      isAlone: isAlone)
  }

  /// The workspace that a path belongs to: the innermost one, else the directory of the text alone.
  func workspace(of path: String) -> EditorWorkspace? {
    owner(of: path) ?? alone(path)
  }

  private func owner(of path: String) -> EditorWorkspace? {
    workspaces.filter { $0.contains(path) }.max { $0.root.utf8.count < $1.root.utf8.count }
  }

  /// Somebody opened a text without its directory: it is checked by itself.
  private func alone(_ path: String) -> EditorWorkspace {
    workspace(at: Self.parent(path), isAlone: true)
  }

  private static func parent(_ path: String) -> String {
    DocumentURI.normalized(path.split(separator: "/").dropLast().joined(separator: "/"))
  }

  /// The workspaces that the client has open, and those of texts that lie in none of them.
  var homes: [EditorWorkspace] {
    let roots = documents.values.compactMap(\.path).filter { owner(of: $0) == nil }
    return workspaces
      + Set(roots.map(Self.parent)).sorted().map { workspace(at: $0, isAlone: true) }
  }

  /// Where a text is for the workspaces: a client may spell the way to it with other links than the way to its
  /// directory. A new text gets a name.
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

  /// Without links; of a file that is not there yet, as far as its directory is.
  private func realPath(_ path: String) -> String? {
    if let real = fileSystem.realPath(path) { return real }
    guard let name = path.split(separator: "/").last else { return nil }
    return fileSystem.realPath(Self.parent(path)).map { "\($0)/\(name)" }
  }

  /// The URI of a path: as the client spells it, where it has the file open.
  func uri(of path: String) -> String {
    documents.values.first { $0.path == path }?.uri ?? DocumentURI.uri(path)
  }
}
