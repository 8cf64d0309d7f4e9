#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import LinkPolicy
import PolicyText

extension GitLocation {
  /// The maximum size of a file with a path to another directory.
  private static let pointerBytes = 8_192

  /// Searches a directory and its parents for `.git`.
  ///
  /// Git rejects `.git` in commits, so it can't come from a commit. `HEAD`, `config`, `objects` and `refs` can be
  /// committed, so a bare repository is not accepted, although git accepts it.
  package static func search(from directory: String) throws(UsageError) -> GitLocation {
    let files = LocalFileSystem()
    guard let start = files.realPath(directory) else {
      throw UsageError("\(DisplayText.visible(directory)) is not a directory")
    }
    var current = start
    while true {
      if let found = try location(at: current, from: start) { return found }
      guard let slash = current.utf8.lastIndex(of: UInt8(ascii: "/")), current.utf8.count > 1 else {
        break
      }
      current = slash == current.utf8.startIndex ? "/" : String(current[..<slash])
    }
    throw UsageError(
      "no git repository: no `.git` in \(DisplayText.visible(start)) or above it "
        + "(a bare repository is not used)")
  }

  /// The repository whose `.git` is in a directory; nil if absent.
  private static func location(
    at workTree: String, from start: String
  ) throws(UsageError) -> GitLocation? {
    let files = LocalFileSystem()
    let entry = join(workTree, ".git")
    guard owner(of: entry) != nil, hasEntry(workTree) else { return nil }
    let target: String
    if files.kind(of: entry) == .directory {
      // Git ignores an empty directory with this name.
      guard owner(of: join(entry, "HEAD")) != nil else { return nil }
      target = entry
    } else {
      guard let path = try pointer(entry, "gitdir: ") else {
        throw UsageError(
          "\(DisplayText.visible(entry)) is neither a directory nor a `gitdir:` file")
      }
      target = path.utf8.first == UInt8(ascii: "/") ? path : join(workTree, path)
    }
    guard let gitDirectory = files.realPath(target) else {
      throw UsageError("\(DisplayText.visible(entry)) leads to a directory that doesn't exist")
    }
    var common = gitDirectory
    if let path = try pointer(join(gitDirectory, "commondir"), "") {
      let joined = path.utf8.first == UInt8(ascii: "/") ? path : join(gitDirectory, path)
      guard let real = files.realPath(joined) else {
        throw UsageError(
          "\(DisplayText.visible(gitDirectory)) has a `commondir` that doesn't exist")
      }
      common = real
    }
    for path in [gitDirectory, common] where isAmongFiles(path, workTree) {
      throw UsageError(
        "the git directory \(DisplayText.visible(path)) is among the files of the working tree")
    }
    for path in ["HEAD", "config", "config.worktree", "packed-refs", "shallow"]
      .flatMap({ [join(gitDirectory, $0), join(common, $0)] }) where isSpecial(path)
    {
      throw UsageError("\(DisplayText.visible(path)) is not a regular file")
    }
    var location = GitLocation(directory: start, workTree: workTree, gitDirectory: gitDirectory)
    location.isSubmodule = isModule(gitDirectory)
    location.foreignPath = [entry, workTree, gitDirectory, common].first { !isOwn($0) }
    return location
  }

  /// Whether a directory contains `.git` in this spelling. Case-insensitive file systems find others, which can be
  /// committed.
  private static func hasEntry(_ directory: String) -> Bool {
    guard let names = try? LocalFileSystem().list(directory) else { return false }
    return names.contains { $0.utf8.elementsEqual(".git".utf8) }
  }

  /// The path after a prefix in a small file; nil if the file doesn't exist.
  private static func pointer(_ file: String, _ prefix: String) throws(UsageError) -> String? {
    let files = LocalFileSystem()
    guard owner(of: file) != nil else { return nil }
    let real = files.realPath(file) ?? file
    guard let bytes = try? files.read(real, upTo: pointerBytes, isFound: true) else {
      throw UsageError("\(DisplayText.visible(file)) can't be read")
    }
    guard bytes.starts(with: prefix.utf8) else { return nil }
    var rest = bytes.dropFirst(prefix.utf8.count)
    while rest.last == 0x0A || rest.last == 0x0D { rest.removeLast() }
    guard !rest.isEmpty, !rest.contains(0), rest.count < pointerBytes - prefix.utf8.count - 1 else {
      return nil
    }
    let path = String(decoding: rest, as: UTF8.self)
    return path.utf8.elementsEqual(rest) ? path : nil
  }

  /// The git directory of a submodule is `modules/<name>` in that of its superproject.
  private static func isModule(_ gitDirectory: String) -> Bool {
    let parts = gitDirectory.utf8.split(separator: UInt8(ascii: "/"))
    return parts.indices.contains { index in
      guard parts[index].elementsEqual("modules".utf8), index + 1 < parts.endIndex else {
        return false
      }
      let above = parts[..<index].map { "/\(Substring($0))" }.joined()
      return owner(of: join(above, "HEAD")) != nil
    }
  }

  private static func join(_ directory: String, _ name: String) -> String {
    directory.utf8.elementsEqual("/".utf8) ? "/" + name : directory + "/" + name
  }

  /// Whether it is a pipe or device, from which a read may never end.
  private static func isSpecial(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
  }

  /// Whether the path is in the working tree and not below a `.git` there, so it can be committed.
  private static func isAmongFiles(_ path: String, _ workTree: String) -> Bool {
    let above = workTree.utf8.elementsEqual("/".utf8) ? "/" : workTree + "/"
    guard path.utf8.starts(with: above.utf8) else { return path.utf8.elementsEqual(workTree.utf8) }
    let parts = path.utf8.dropFirst(above.utf8.count).split(separator: UInt8(ascii: "/"))
    return !parts.contains { $0.elementsEqual(".git".utf8) }
  }

  // MARK: owners

  /// The owner of a file or link; nil if it doesn't exist.
  private static func owner(of path: String) -> uid_t? {
    var status = stat()
    return unsafe lstat(path, &status) == 0 ? status.st_uid : nil
  }

  /// Whether the path has a trusted owner by the rules of git's `safe.directory`: the user or, for
  /// root, also the user of `sudo`.
  private static func isOwn(_ path: String) -> Bool {
    guard let owner = owner(of: path) else { return false }
    let user = geteuid()
    if owner == user { return true }
    guard user == 0, let text = unsafe getenv("SUDO_UID").map({ unsafe String(cString: $0) }) else {
      return false
    }
    return uid_t(text) == owner
  }
}
