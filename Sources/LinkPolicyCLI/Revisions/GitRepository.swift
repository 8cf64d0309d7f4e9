import LinkPolicy
import PolicyText

/// Reads objects of a git repository without running programs that the repository names.
package struct GitRepository: Sendable {
  /// A file of a revision.
  struct File {
    /// Relative to the directory that the repository was found from.
    var path: String
    var object: String
    var isSymbolicLink: Bool
    /// Bytes.
    var size: Int
  }

  private let git: GitProgram
  package var location: GitLocation { git.location }

  /// The maximum size of a file listing.
  private static let listLimit = 256 << 20
  /// The maximum size of other short output.
  private static let wordLimit = 1 << 20

  /// Checks the owner and the configuration of a repository.
  package init(_ location: GitLocation, processes: any ProcessRunner) throws(UsageError) {
    git = GitProgram(location: location, processes: processes)
    try checkOwner()
    try checkConfiguration()
  }

  // MARK: checks

  /// Git skips this check if it gets the location of the repository.
  private func checkOwner() throws(UsageError) {
    guard let path = location.foreignPath else { return }
    let directories = try git.userSetting("safe.directory")
    var isSafe = false
    // An empty value resets the list.
    for directory in directories {
      isSafe =
        !directory.isEmpty && (isSafe || Self.matches(directory, Array(location.workTree.utf8)))
    }
    guard !isSafe else { return }
    throw UsageError(
      "\(DisplayText.visible(path)) belongs to another user: if you trust it, run "
        + "`git config --global --add safe.directory \(DisplayText.visible(location.workTree))`")
  }

  /// A value of `safe.directory` names a directory, all below one, or all.
  private static func matches(_ value: [UInt8], _ directory: [UInt8]) -> Bool {
    if value == Array("*".utf8) { return true }
    if value.suffix(2).elementsEqual("/*".utf8) { return directory.starts(with: value.dropLast()) }
    return directory.elementsEqual(
      value.count > 1 && value.last == 0x2F ? value.dropLast() : value[...])
  }

  /// Rejects a partial clone, for which reading would fetch with programs that its configuration
  /// names, and a working tree elsewhere. Also checks included configuration files. Settings that
  /// only other commands use (aliases, filters, hooks, `core.sshCommand`) aren't checked.
  private func checkConfiguration() throws(UsageError) {
    let result = try git.run(
      [
        "config", "--null", "--get-regexp",
        #"^(core\.worktree|extensions\.partialclone|remote\..*\.(promisor|partialclonefilter))$"#,
      ], limit: Self.wordLimit)
    guard result.status == 0 || result.status == 1 else {
      throw UsageError(
        Self.words(result.errors)
          ?? "git can't read the configuration of \(DisplayText.visible(location.gitDirectory))")
    }
    for entry in result.output.split(separator: 0) {
      let parts = entry.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
      let key = String(decoding: parts[0], as: UTF8.self)
      let value = parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : nil
      let place = DisplayText.visible(location.workTree)
      if key.utf8.elementsEqual("core.worktree".utf8) {
        guard !isWorkTree(value ?? "") else { continue }
        throw UsageError(
          "\(place): `core.worktree` of the repository names another directory: "
            + "run `git config --unset core.worktree`")
      }
      let isOff = ["false", "no", "off", "0", ""].contains { name in
        value.map { $0.lowercased().utf8.elementsEqual(name.utf8) } ?? false
      }
      if key.utf8.suffix(9).elementsEqual(".promisor".utf8), isOff { continue }
      throw UsageError(
        "\(place) is a partial clone (\(DisplayText.quoted(key))), so a read could fetch: "
          + "clone it without `--filter` (`filter` of actions/checkout)")
    }
  }

  /// Whether the value is the directory that has `.git`, as in a submodule.
  private func isWorkTree(_ value: String) -> Bool {
    let path =
      value.utf8.first == UInt8(ascii: "/") ? value : location.gitDirectory + "/" + value
    guard let real = LocalFileSystem().realPath(path) else { return false }
    return real.utf8.elementsEqual(location.workTree.utf8)
  }

  // MARK: reading

  /// The commit of a revision.
  func commit(_ revision: RevisionName) throws(UsageError) -> String {
    let result = try git.run(
      ["rev-parse", "--verify", "--quiet", "\(revision.text)^{commit}"], limit: Self.wordLimit)
    let text = String(decoding: result.output, as: UTF8.self)
    let commit = String(text.unicodeScalars.filter { $0 != "\n" })
    guard result.status == 0, Self.isObject(commit) else {
      // Quiet about an unknown name, not about a directory without repository.
      throw UsageError(
        Self.words(result.errors)
          ?? "git can't find commit \(DisplayText.quoted(revision.text)) in "
          + DisplayText.visible(location.workTree))
    }
    return commit
  }

  /// The files at and below paths, which are relative to the directory and aren't patterns.
  func files(_ commit: String, _ paths: [String]) throws(UsageError) -> [File] {
    let result = try git.run(
      ["ls-tree", "-r", "-l", "-z", commit, "--"] + paths, limit: Self.listLimit)
    guard result.status == 0 else {
      throw UsageError(Self.words(result.errors) ?? "git cannot list the files of \(commit)")
    }
    var files: [File] = []
    for line in result.output.split(separator: 0) {
      // <mode> SP <type> SP <object> SP <size> TAB <path>
      guard let tab = line.firstIndex(of: 0x09) else { continue }
      let fields = line[..<tab].split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
      guard fields.count == 4, fields[1] == "blob", Self.isObject(fields[2]) else { continue }
      let path = String(decoding: line[line.index(after: tab)...], as: UTF8.self)
      // A file without its object must not look like a missing file.
      guard let size = Int(fields[3]), size >= 0 else {
        throw UsageError("git has no object \(fields[2]) of \(DisplayText.visible(path))")
      }
      files.append(
        File(path: path, object: fields[2], isSymbolicLink: fields[0] == "120000", size: size))
    }
    return files
  }

  /// Reads files, in order, with one process.
  func contents(_ files: [File]) throws(UsageError) -> [[UInt8]] {
    var size = 0
    for file in files { size = min(size + min(file.size, .max >> 1), .max >> 1) }
    let blobs = try contents(named: files.map(\.object), limit: size)
    var found: [[UInt8]] = []
    for (file, content) in zip(files, blobs) {
      guard let content, content.count == file.size else {
        throw UsageError("git has no object \(file.object)")
      }
      found.append(content)
    }
    return found
  }

  /// Reads blobs by name, in order; nil for a missing one.
  ///
  /// - Parameter limit: bytes of all contents.
  func contents(named names: [String], limit: Int) throws(UsageError) -> [[UInt8]?] {
    guard !names.isEmpty else { return [] }
    let input = Array(names.map { $0 + "\n" }.joined().utf8)
    let result = try git.run(
      ["cat-file", "--batch"], input: input,
      // Each name or object is repeated, with its type and size.
      limit: limit + input.count + names.count * 256)
    guard result.status == 0 else {
      throw UsageError(Self.words(result.errors) ?? "git can't read the files of the revision")
    }
    guard let blobs = Self.contents(names.count, in: result.output) else {
      throw UsageError("git returned fewer than \(names.count) files of the revision")
    }
    return blobs
  }

  /// `<object> SP <type> SP <size> LF <content> LF` for each name, or `<name> SP missing LF`.
  private static func contents(_ count: Int, in output: [UInt8]) -> [[UInt8]?]? {
    var rest = output[...]
    var contents: [[UInt8]?] = []
    while contents.count < count {
      guard let end = rest.firstIndex(of: 0x0A) else { return nil }
      let fields = rest[..<end].split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
      rest = rest[(end + 1)...]
      guard fields.count == 3, isObject(fields[0]), let size = Int(fields[2]) else {
        // None of our names ends like this, and git prints nothing else.
        guard let last = fields.last, ["missing", "ambiguous", "submodule"].contains(last) else {
          return nil
        }
        contents.append(nil)
        continue
      }
      guard size >= 0, size < rest.count else { return nil }
      contents.append(fields[1] == "blob" ? Array(rest.prefix(size)) : nil)
      rest = rest.dropFirst(size).dropFirst()
    }
    return contents
  }

  /// SHA-1 or SHA-256 in hex.
  private static func isObject(_ text: String) -> Bool {
    (text.utf8.count == 40 || text.utf8.count == 64)
      && text.utf8.allSatisfy { PercentEncoding.hexValue($0) != nil }
  }

  /// The error message of git, on one line.
  private static func words(_ errors: [UInt8]) -> String? {
    let lines = errors.split(separator: 0x0A)
    guard let line = lines.first(where: { $0.starts(with: "fatal: ".utf8) }) ?? lines.first else {
      return nil
    }
    return "git: " + DisplayText.visible(String(decoding: line.prefix(500), as: UTF8.self))
  }
}
