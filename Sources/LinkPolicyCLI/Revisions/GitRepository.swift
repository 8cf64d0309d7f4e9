import LinkPolicy

/// Reads objects of a git repository through the `git` of the machine.
struct GitRepository {
  /// A file of a revision.
  struct File {
    /// Relative to the working directory.
    var path: String
    var object: String
    var isSymbolicLink: Bool
    /// Bytes.
    var size: Int
  }

  let processes: any ProcessRunner

  /// The commit that a revision names.
  ///
  /// A revision that starts with `-` would be an option of git and is refused, and git is told that none follows.
  func commit(_ revision: String) throws(UsageError) -> String {
    guard !revision.isEmpty, !revision.hasPrefix("-") else {
      throw UsageError("\(UTF8Text.quoted(revision)) is no revision")
    }
    let result = try run([
      "rev-parse", "--verify", "--quiet", "--end-of-options", "\(revision)^{commit}",
    ])
    let text = String(decoding: result.output, as: UTF8.self)
    let commit = String(text.unicodeScalars.filter { $0 != "\n" })
    guard result.status == 0, Self.isObject(commit) else {
      // Quiet about an unknown name, not about a directory without repository.
      throw UsageError(
        Self.words(result.errors) ?? "git knows no commit \(UTF8Text.quoted(revision))")
    }
    return commit
  }

  /// The files at and below paths, which are relative to the working directory; patterns are none.
  func files(_ commit: String, _ paths: [String]) throws(UsageError) -> [File] {
    let result = try run(
      ["--literal-pathspecs", "ls-tree", "-r", "-l", "-z", commit, "--"] + paths)
    guard result.status == 0 else {
      throw UsageError(Self.words(result.errors) ?? "git cannot list the files of \(commit)")
    }
    return result.output.split(separator: 0).compactMap { line in
      // <mode> SP <type> SP <object> SP <size> TAB <path>
      guard let tab = line.firstIndex(of: 0x09) else { return nil }
      let fields = line[..<tab].split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
      guard fields.count == 4, let size = Int(fields[3]), fields[1] == "blob",
        Self.isObject(fields[2])
      else { return nil }
      return File(
        path: String(decoding: line[line.index(after: tab)...], as: UTF8.self), object: fields[2],
        isSymbolicLink: fields[0] == "120000", size: size)
    }
  }

  /// The content of blobs, in their order; one process for all.
  func contents(_ objects: [String]) throws(UsageError) -> [[UInt8]] {
    guard !objects.isEmpty else { return [] }
    let input = Array(objects.map { $0 + "\n" }.joined().utf8)
    let result = try run(["cat-file", "--batch"], input: input)
    guard result.status == 0 else {
      throw UsageError(Self.words(result.errors) ?? "git cannot read the files of the revision")
    }
    // <object> SP <type> SP <size> LF <content> LF, or <object> SP missing LF
    var rest = result.output[...]
    var contents: [[UInt8]] = []
    for object in objects {
      guard let end = rest.firstIndex(of: 0x0A) else { break }
      let fields = rest[..<end].split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
      guard fields.count == 3, let size = Int(fields[2]), size >= 0,
        size < rest.count - (end - rest.startIndex)
      else { throw UsageError("git has no object \(object)") }
      let start = end + 1
      contents.append(Array(rest[start..<(start + size)]))
      rest = rest[(start + size)...].dropFirst()
    }
    guard contents.count == objects.count else {
      throw UsageError("git answered for \(contents.count) of \(objects.count) objects")
    }
    return contents
  }

  private func run(
    _ arguments: [String], input: [UInt8] = []
  ) throws(UsageError) -> ProcessResult {
    do throws(ProcessFailure) {
      return try processes.run("git", arguments, input: input)
    } catch {
      throw UsageError(error.message)
    }
  }

  /// SHA-1 or SHA-256 in hex.
  private static func isObject(_ text: String) -> Bool {
    (text.utf8.count == 40 || text.utf8.count == 64)
      && text.utf8.allSatisfy { PercentEncoding.hexValue($0) != nil }
  }

  /// The first line of what git says about an error; nil where it says nothing.
  private static func words(_ errors: [UInt8]) -> String? {
    guard let line = errors.split(separator: 0x0A).first else { return nil }
    return "git: " + UTF8Text.visible(String(decoding: line, as: UTF8.self))
  }
}
