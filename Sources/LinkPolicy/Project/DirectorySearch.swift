package import PolicyText

/// Searches a directory for policies and association files.
///
/// A file or directory that can't be read is reported: a successful run must have checked
/// everything.
struct DirectorySearch {
  private let root: String
  private let fileSystem: any FileSystem
  private let filter: FileFilter
  private let access: InputAccess
  private var start: (any SearchedDirectory)?
  /// The targets of links that were followed; several links can have the same target.
  private var visited: Set<ExactString> = []
  private lazy var realRoot = fileSystem.realPath(root)

  /// The maximum depth of directories.
  private static let maximumDepth = 64
  /// The maximum length of a path in bytes, including its terminator.
  private static let maximumPath = 4_096

  init(
    _ root: String, in fileSystem: any FileSystem, filter: FileFilter, access: InputAccess
  ) {
    self.root = root
    self.fileSystem = fileSystem
    self.filter = filter
    self.access = access
  }

  /// Adds the files of the directory to a collection.
  mutating func run(into collection: inout InputCollection) {
    do throws(FileSystemError) {
      let directory = try fileSystem.open(directory: root)
      start = directory
      search(directory, root, depth: 0, through: nil, &collection)
    } catch {
      collection.report(error)
    }
  }

  /// - Parameter real: the resolved path if a symbolic link leads to the directory; else nil.
  private mutating func search(
    _ directory: any SearchedDirectory, _ path: String, depth: Int, through real: String?,
    _ collection: inout InputCollection
  ) {
    for entry in directory.entries() {
      let place = path.utf8.last == UInt8(ascii: "/") ? path + entry.name : "\(path)/\(entry.name)"
      if filter.excludes(place) { continue }
      let target = real.map { OutputDirectory.join($0, entry.name) }
      let kind = InputKind(path: entry.name)
      switch entry.kind {
      case .directory where Self.isHidden(entry.name): break
      case .symbolicLink where entry.isText:
        follow(entry.name, place, kind, depth, &collection)
      case .unknown(let reason):
        if !Self.isHidden(entry.name) || kind != nil { collection.report(place, reason) }
      case .directory, .symbolicLink:
        guard isNameable(entry, place, &collection) else { break }
        guard depth + 1 < Self.maximumDepth else {
          collection.report(
            place,
            "is nested more than \(Self.maximumDepth) directories deep, so it is not searched")
          break
        }
        if let target, !visited.insert(ExactString(target)).inserted { break }
        do throws(FileSystemError) {
          let inner = try directory.open(entry.name, path: place)
          search(inner, place, depth: depth + 1, through: target, &collection)
        } catch {
          collection.report(error)
        }
      case .file, .special:
        guard let kind, isNameable(entry, place, &collection), collection.wants(place) else {
          break
        }
        guard entry.kind == .file else {
          collection.report(place, FileSystemError.notRegular)
          break
        }
        if let target, !visited.insert(ExactString(target)).inserted { break }
        collection.add(place, kind, isExplicit: false) { count throws(FileSystemError) in
          try directory.read(entry.name, upTo: count, path: place)
        }
      }
    }
  }

  /// Reports a name that can't be shown, fixed or excluded, and returns false for it.
  private func isNameable(
    _ entry: DirectoryEntry, _ path: String, _ collection: inout InputCollection
  ) -> Bool {
    guard entry.isText else {
      collection.report(path, "the name is not UTF-8")
      return false
    }
    guard path.utf8.count < Self.maximumPath else {
      collection.report(path, "the path has more than \(Self.maximumPath - 1) bytes")
      return false
    }
    return true
  }

  /// Association files are in `.well-known`.
  private static func isHidden(_ name: String) -> Bool {
    name.utf8.first == UInt8(ascii: ".") && name != ".well-known"
  }

  // MARK: links

  private mutating func follow(
    _ name: String, _ path: String, _ kind: InputKind?, _ depth: Int,
    _ collection: inout InputCollection
  ) {
    let isDirectory: Bool
    switch fileSystem.kind(of: path) {
    case .directory?:
      guard !Self.isHidden(name) else { return }
      isDirectory = true
    case .file?:
      guard kind != nil else { return }
      isDirectory = false
    case nil:
      // Emacs creates such a link for a file that is being edited.
      guard kind != nil, !name.hasPrefix(".#") else { return }
      return collection.report(
        path, "is a symbolic link whose target is missing or not readable")
    }
    guard access.links != .refused else { return collection.report(.link(path)) }
    guard let target = fileSystem.realPath(path), let realRoot else {
      return collection.report(
        path, "is a symbolic link whose target is missing or not readable")
    }
    let inner = target.below(realRoot)
    let isLink = ExactString(target) != ExactString(path)
    if let inner, isLink, reaches(inner, isDirectory ? nil : kind) { return }
    switch access.links {
    case .refused: return
    case .withinRoot:
      guard let inner else {
        return collection.report(
          path, "is a symbolic link to a path outside of \(root) (`--follow-links` follows it)")
      }
      // Directories that the search leaves out aren't followed through links either.
      guard !isDirectory, let kind, collection.wants(path),
        visited.insert(ExactString(target)).inserted
      else { return }
      collection.add(path, kind, isExplicit: false) { [start] count throws(FileSystemError) in
        try Self.read(inner, below: start, upTo: count, path: path)
      }
    case .followed:
      guard visited.insert(ExactString(target)).inserted else { return }
      if isDirectory {
        guard depth + 1 < Self.maximumDepth else {
          return collection.report(
            path,
            "is nested more than \(Self.maximumDepth) directories deep, so it is not searched")
        }
        do throws(FileSystemError) {
          let directory = try fileSystem.open(directory: target)
          search(directory, path, depth: depth + 1, through: target, &collection)
        } catch {
          collection.report(path, error.reason)
        }
      } else if let kind, collection.wants(path) {
        let fileSystem = fileSystem
        collection.add(path, kind, isExplicit: false) { count throws(FileSystemError) in
          do throws(FileSystemError) {
            return try fileSystem.read(target, upTo: count, isFound: true)
          } catch {
            throw FileSystemError(path: path, reason: error.reason)
          }
        }
      }
    }
  }

  /// Returns true if the search finds a path below its root without following a link.
  ///
  /// - Parameter kind: the input kind of a file; nil for a directory.
  private func reaches(_ inner: String, _ kind: InputKind?) -> Bool {
    if inner.isEmpty { return true }
    var place = root
    let names = inner.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    guard names.count <= Self.maximumDepth else { return false }
    for (index, name) in names.enumerated() {
      place = OutputDirectory.join(place, name)
      if filter.excludes(place) { return false }
      if kind != nil, index == names.count - 1 { return InputKind(path: name) == kind }
      if Self.isHidden(name) { return false }
    }
    return true
  }

  /// Opens each directory from the root down, so symbolic links can't lead elsewhere.
  private static func read(
    _ inner: String, below root: (any SearchedDirectory)?, upTo count: Int, path: String
  ) throws(FileSystemError) -> [UInt8] {
    let names = inner.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    guard var directory = root, let last = names.last else {
      throw FileSystemError(path: path, reason: FileSystemError.notRegular)
    }
    for name in names.dropLast() { directory = try directory.open(name, path: path) }
    return try directory.read(last, upTo: count, path: path)
  }
}

extension FileSystemError {
  /// The reason for a device, pipe, socket, directory or link instead of a regular file.
  static let notRegular = "is not a regular file"

  /// The error for a link that isn't followed.
  static func link(_ path: String) -> FileSystemError {
    FileSystemError(path: path, reason: "is a symbolic link, which this run doesn't follow")
  }
}

/// Files to leave out, even if the user names them, and directories of policies.
package struct FileFilter: Sendable {
  package var patterns: [Glob] = []
  /// The components of a path, which patterns are matched against; nil for files outside of the
  /// root.
  package var components: @Sendable (String) -> [String]? = { WorkingDirectory.components($0) }
  /// Returns true for files in a directory of policies, where YAML without a marker is an error.
  package var isAmongPolicies: @Sendable (String) -> Bool = { _ in false }

  /// Returns true for files and directories to leave out.
  package func excludes(_ path: String) -> Bool {
    guard !patterns.isEmpty, let components = components(path) else { return false }
    return patterns.contains { $0.matches(components) }
  }
}
