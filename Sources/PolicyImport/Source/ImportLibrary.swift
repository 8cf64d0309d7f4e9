package import PolicyText

/// The files of one import by path, numbered as they are read.
///
/// Kinds may ask for files beside theirs (resources of a manifest, settings of a project). What they can
/// reach is decided by `load`, which the caller gives: paths outside of the given ones and links are nil.
package final class ImportLibrary {
  /// The files so far; `FileID` counts here.
  package private(set) var sources: [ImportSource] = []
  /// What the user said.
  package let options: ImportOptions
  private var byPath: [ExactString: ImportSource?] = [:]
  private let load: (String) -> [UInt8]?

  /// Limits of all readers: a file of 16 MiB, as of `SourceTree` otherwise.
  static let limits: ReadingLimits = {
    var limits = ReadingLimits()
    limits.bytes = 16 << 20
    return limits
  }()

  /// A library without files.
  ///
  /// - Parameter load: the bytes of a file that no one named, by its normalised path.
  package init(
    options: ImportOptions = ImportOptions(),
    load: @escaping (String) -> [UInt8]? = { _ in nil }
  ) {
    self.options = options
    self.load = load
  }

  /// Adds a file, or returns the one with its name. A file that was found and named counts as named.
  @discardableResult
  package func add(_ file: SourceFile, _ origin: SourceOrigin = .named) -> ImportSource {
    let path = ExactString(Self.normalized(file.name) ?? file.name)
    if let known = byPath[path] ?? nil {
      if origin == .named { known.origin = .named }
      return known
    }
    let content = SignedMessage.content(of: file.bytes)
    let source = ImportSource(
      content.map { SourceFile(name: file.name, bytes: $0) } ?? file, FileID(sources.count), origin,
      self)
    sources.append(source)
    byPath[path] = source
    return source
  }

  /// Places of the texts that stand under the name of a secret, in all forms that were read.
  package var secrets: [SourceLocation] { sources.flatMap(\.secrets) }

  /// A file by its path relative to another.
  func source(at relativePath: String, from other: ImportSource) -> ImportSource? {
    let directory = other.path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let base = directory.map { String(other.path[..<$0]) + "/" } ?? ""
    guard !relativePath.utf8.starts(with: "/".utf8),
      let path = Self.normalized(base + relativePath)
    else { return nil }
    if let known = byPath[ExactString(path)] { return known }
    guard let bytes = load(path) else {
      byPath[ExactString(path)] = .some(nil)
      return nil
    }
    return add(SourceFile(name: path, bytes: bytes))
  }

  /// The path without `.` and `..`; nil where it leads above its start.
  package static func normalized(_ path: String) -> String? {
    let isAbsolute = path.utf8.first == UInt8(ascii: "/")
    var parts: [Substring.UTF8View] = []
    for part in Substring(path).utf8.split(separator: UInt8(ascii: "/")) {
      if part.elementsEqual(".".utf8) { continue }
      guard part.elementsEqual("..".utf8) else {
        parts.append(part)
        continue
      }
      guard parts.popLast() != nil else { return nil }
    }
    return (isAbsolute ? "/" : "")
      + parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/")
  }
}
