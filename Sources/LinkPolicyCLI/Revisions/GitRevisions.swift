import LinkPolicy

/// Files of git revisions for the language server: one process of git for all of them.
package struct GitRevisions: Sendable {
  private let processes: any ProcessRunner

  package init(processes: any ProcessRunner) { self.processes = processes }

  /// The files of a revision by their paths below a directory; nil where there is no repository.
  package func files(
    _ paths: [String], of revision: String, in directory: String
  ) -> [String: [UInt8]]? {
    // Either would end the name of the revision.
    guard !revision.isEmpty, !revision.utf8.contains(where: { ":\n".utf8.contains($0) }) else {
      return nil
    }
    let wanted = paths.filter { !$0.utf8.contains(0x0A) }
    // The commit first: a revision that is not there must not look like one without files.
    let input = "\(revision)^{commit}\n" + wanted.map { "\(revision):./\($0)\n" }.joined()
    guard
      let result = try? processes.run(
        // Objects that a partial clone has left out stay there: nothing is asked of the network.
        "env", ["GIT_NO_LAZY_FETCH=1", "git", "-C", directory, "cat-file", "--batch"],
        input: Array(input.utf8)),
      result.status == 0, let contents = Self.contents(wanted.count + 1, in: result.output),
      contents[0] != nil
    else { return nil }
    var files: [String: [UInt8]] = [:]
    for (path, content) in zip(wanted, contents.dropFirst()) { files[path] = content }
    return files
  }

  /// `<object> SP <type> SP <size> LF <content> LF` for each name, or `<name> SP missing LF`.
  private static func contents(_ count: Int, in output: [UInt8]) -> [[UInt8]?]? {
    var rest = output[...]
    var contents: [[UInt8]?] = []
    while contents.count < count {
      guard let end = rest.firstIndex(of: 0x0A) else { return nil }
      let line = String(decoding: rest[..<end], as: UTF8.self)
      rest = rest[(end + 1)...]
      if line.hasSuffix(" missing") {
        contents.append(nil)
        continue
      }
      let fields = line.split(separator: " ")
      guard fields.count == 3, let size = Int(fields[2]), size >= 0, size < rest.count else {
        return nil
      }
      contents.append(fields[1] == "tree" ? nil : Array(rest.prefix(size)))
      rest = rest.dropFirst(size + 1)
    }
    return contents
  }
}
