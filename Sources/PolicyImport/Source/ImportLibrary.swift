package import PolicyText

/// The files of an import, by path.
///
/// Formats can read neighboring files, such as resources of a manifest. The caller's `load` restricts them: it returns nil for
/// paths outside the inputs and for symbolic links.
package final class ImportLibrary {
  /// All files; a `FileID` is an index.
  package private(set) var sources: [ImportSource] = []
  package let options: ImportOptions
  private var byPath: [ExactString: ImportSource?] = [:]
  private let load: (String) -> [UInt8]?
  /// The values of folders with Terraform files, once read.
  var terraform: [String: [TerraformValues.Variant]] = [:]

  /// The limits of all readers: the defaults, with 16 MiB per file.
  static let limits: ReadingLimits = {
    var limits = ReadingLimits()
    limits.bytes = 16 << 20
    return limits
  }()

  /// - Parameter load: returns the bytes of a file that isn't an input, by its normalized path.
  package init(
    options: ImportOptions = ImportOptions(),
    load: @escaping (String) -> [UInt8]? = { _ in nil }
  ) {
    self.options = options
    self.load = load
  }

  /// Adds a file, or returns the one with the same path. A file that was found and named is named.
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

  /// The locations of secrets in all files.
  package var secrets: [SourceLocation] { sources.flatMap(\.secrets) }

  /// The file at a path relative to another file.
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

  /// The path without `.` and `..`; nil if it leads above its start.
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
