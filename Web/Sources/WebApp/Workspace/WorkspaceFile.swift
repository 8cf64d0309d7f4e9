import LinkPolicy
import LinkPolicyCLI
import PolicyDecision
import PolicyText

/// A file of the workspace, with an id instead of a path for requests.
struct WorkspaceFile {
  var path: String
  var kind: InputKind
  var bytes: [UInt8]
  /// The contents, with secrets masked.
  var shown: [UInt8]

  /// 16 hex digits from the path.
  var id: String { String(SHA256Digest(of: ExactString(path)).hex.string.prefix(16)) }
  /// SHA-256 of the bytes.
  var digest: String { SHA256Digest(of: bytes).hex.string }
  /// Whether it contains a secret or isn't text, in which case a page can't save it.
  var isReadOnly: Bool { shown != bytes || DisplayText.firstInvalidByte(of: bytes) != nil }

  /// The members in a listing.
  var entries: [(key: String, value: JSONValue)] {
    [
      ("id", .string(id)), ("path", .string(path)), ("kind", .string(kind.rawValue)),
      ("bytes", .int(bytes.count)), ("digest", .string(digest)),
      ("redacted", .bool(shown != bytes)), ("read_only", .bool(isReadOnly)),
    ]
  }
}

extension WebWorkspace {
  /// All files that commands read by default, and the configuration.
  func list() throws(WebError) -> [WorkspaceFile] {
    let configuration = try configuration()
    do throws(FileSystemError) {
      let inputs = try configuration.inputs(at: paths)
      // Whether a file has secrets is only known after checking its contents.
      let project = Project(inputs, configuration: configuration)
      return inputs.enumerated().map { index, input in
        WorkspaceFile(
          path: input.source.name, kind: input.kind, bytes: input.source.bytes,
          shown: project.report.hidden.redacted(input.source, FileID(index)))
      }
    } catch {
      // A directory without policies isn't an error: the user can start here.
      if error.isMissingDefault { return [] }
      throw Self.error(error)
    }
  }

  /// The file with an id.
  func file(_ id: String) throws(WebError) -> WorkspaceFile {
    guard let file = try list().first(where: { $0.id.utf8.elementsEqual(id.utf8) }) else {
      throw WebError(404, "file", "unknown file")
    }
    return file
  }

  /// Checks a configuration before it is saved, because an invalid one would break the next
  /// request.
  private func checkConfiguration(_ path: String, _ bytes: [UInt8]) throws(WebError) {
    guard let name = try configuration().fileName, name.utf8.elementsEqual(path.utf8) else {
      return
    }
    var view = WorkspaceView()
    view.texts = [(path, bytes)]
    _ = try configuration(view)
  }

  /// Saves a file of the workspace.
  ///
  /// - Parameter digest: the digest of the version that the page loaded.
  func save(_ id: String, _ text: String, over digest: String) throws(WebError) -> WorkspaceFile {
    var file = try file(id)
    guard !file.isReadOnly else {
      throw WebError(403, "redacted", "the file has hidden contents; edit it in another editor")
    }
    let conflict = WebError(409, "changed", "the file has changed since it was read")
    guard file.digest.utf8.elementsEqual(digest.utf8) else { throw conflict }
    let bytes = Array(text.utf8)
    try checkConfiguration(file.path, bytes)
    do throws(FileSystemError) {
      try console.fileSystem.checkRewriting(file.path)
    } catch {
      throw WebError(403, "not-writable", error.description)
    }
    do throws(FileSystemError) {
      try console.fileSystem.rewrite(file.path, from: file.bytes, to: bytes)
    } catch {
      throw error.reason.utf8.elementsEqual("has changed since it was read".utf8)
        ? conflict : WebError(403, "not-writable", error.description)
    }
    file.bytes = bytes
    file.shown = bytes
    return file
  }
}
