import LinkPolicy

/// Files of git revisions for the language server: one process of git for all of them.
struct GitRevisions: Sendable {
  let processes: any ProcessRunner

  /// The files of a revision by their paths below a directory; nil where there is no repository.
  func files(
    _ paths: [String], of revision: String, in directory: String
  ) -> [String: [UInt8]]? {
    // A revision that starts with `-` would be an option, and `:` or a line break would end its name.
    guard !revision.isEmpty, !revision.utf8.contains(where: { "-:\n ".utf8.contains($0) }) else {
      return nil
    }
    let wanted = paths.filter { !$0.utf8.contains(0x0A) }
    let input = wanted.map { "\(revision):./\($0)\n" }.joined()
    guard
      let result = try? processes.run(
        "git", ["-C", directory, "cat-file", "--batch"], input: Array(input.utf8)),
      result.status == 0
    else { return nil }
    return Self.files(wanted, in: result.output)
  }

  /// `<object> SP <type> SP <size> LF <content> LF` for each name, or `<name> SP missing LF`.
  private static func files(_ paths: [String], in output: [UInt8]) -> [String: [UInt8]]? {
    var rest = output[...]
    var files: [String: [UInt8]] = [:]
    for path in paths {
      guard let end = rest.firstIndex(of: 0x0A) else { return nil }
      let line = String(decoding: rest[..<end], as: UTF8.self)
      rest = rest[(end + 1)...]
      guard !line.hasSuffix(" missing") else { continue }
      let fields = line.split(separator: " ")
      guard fields.count == 3, let size = Int(fields[2]), size >= 0, size < rest.count else {
        return nil
      }
      if fields[1] == "blob" { files[path] = Array(rest.prefix(size)) }
      rest = rest.dropFirst(size + 1)
    }
    return files
  }
}
