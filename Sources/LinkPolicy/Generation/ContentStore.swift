import Crypto
import PolicyDecision
import PolicyGenerators
import PolicyText

/// Keeps generated contents until they are written. Uses a scratch file if the file system has
/// space, since the output of a large policy set can exceed memory.
struct ContentStore {
  private let scratch: (any ScratchFile)?
  private var end = 0
  /// The number of bytes read at once.
  static let piece = 1 << 17

  init(_ scratch: (any ScratchFile)?) { self.scratch = scratch }

  /// The contents of one file.
  struct Content: Sendable {
    private(set) var count = 0
    /// The scratch file with the first bytes, from `start`.
    private let scratch: (any ScratchFile)?
    private let start: Int
    private var written = 0
    /// The remaining bytes, in memory.
    private var rest: [UInt8] = []

    fileprivate init(_ scratch: (any ScratchFile)?, at start: Int) {
      self.scratch = scratch
      self.start = start
    }

    fileprivate var end: Int { start + written }

    fileprivate mutating func append(_ piece: [UInt8]) {
      count += piece.count
      if rest.isEmpty, let scratch, (try? scratch.write(piece, at: end)) != nil {
        written += piece.count
      } else {
        rest += piece
      }
    }

    /// The bytes at an offset; empty after the end.
    func piece(at offset: Int) throws(FileSystemError) -> [UInt8] {
      if offset < written, let scratch {
        let end = min(offset + ContentStore.piece, written)
        return try scratch.read((start + offset)..<(start + end))
      }
      let first = offset - written
      return Array(rest[min(first, rest.count)..<min(first + ContentStore.piece, rest.count)])
    }

    func bytes() throws(FileSystemError) -> [UInt8] {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(count)
      while bytes.count < count { bytes += try piece(at: bytes.count) }
      return bytes
    }

    /// Whether a file has the same contents.
    func isHeld(by file: any OpenFile) throws(FileSystemError) -> Bool {
      var offset = 0
      while offset < count {
        let own = try piece(at: offset)
        guard try file.goesOn(with: own) else { return false }
        offset += own.count
      }
      return try file.next(1).isEmpty
    }
  }

  /// Keeps contents; in memory if the scratch file is full.
  mutating func keep(_ bytes: [UInt8]) -> Content {
    var content = Content(scratch, at: end)
    content.append(bytes)
    end = content.end
    return content
  }

  /// Keeps the contents of an existing file and returns its hash.
  ///
  /// - Returns: no contents if they exceed the input limit; the hash is enough to identify the
  ///   file.
  mutating func keep(
    _ file: any OpenFile
  ) throws(FileSystemError) -> (content: Content?, sha256: String) {
    var content: Content? = Content(scratch, at: end)
    var count = 0
    let sha256 = try Self.hash(file) { piece in
      count += piece.count
      if count > InputAccess.standard.fileBytes { content = nil }
      content?.append(piece)
    }
    if let content { end = content.end }
    return (content, sha256)
  }

  /// Hashes a file while reading it once.
  static func hash(
    _ file: any OpenFile, _ take: ([UInt8]) -> Void = { _ in }
  ) throws(FileSystemError) -> String {
    var hash = SHA256()
    var count = 0
    while true {
      let piece = try file.next(piece)
      if piece.isEmpty { return SHA256Digest(digest: Array(hash.finalize())).hex.string }
      count += piece.count
      guard count <= largest else {
        throw FileSystemError(path: "", reason: "has more than \(largest) bytes")
      }
      hash.update(data: piece)
      take(piece)
    }
  }

  /// The maximum size of a file.
  private static let largest = 1 << 33

  /// Keeps the contents of a generated file and returns its hash.
  ///
  /// - Parameter present: the existing file. Equal contents aren't kept, because most runs change
  ///   only a few files.
  mutating func keep(
    _ file: GeneratedFile, unlessIn present: (any OpenFile)?
  ) -> (content: Content?, sha256: String) {
    let bytes = file.bytes
    let sha256 = SHA256Digest(of: bytes).hex.string
    if let present, (try? present.goesOn(with: bytes)) == true,
      (try? present.next(1))?.isEmpty == true
    {
      return (nil, sha256)
    }
    return (keep(bytes), sha256)
  }
}

/// A generated file whose contents are in a store.
struct KeptFile {
  let path: String
  /// nil if the directory contains the same file.
  let content: ContentStore.Content?
  /// The manifest entry.
  let entry: GenerationManifest.Entry

  /// - Parameter place: the destination; nil if it wasn't read.
  init(_ file: GeneratedFile, in store: inout ContentStore, for place: OutputDirectory? = nil) {
    path = file.path
    // `GenerationPlan` rejects paths that can't be opened.
    let present = OutputPath.isSafe(path) ? place.flatMap { try? $0.open(file.path) } : nil
    let (content, sha256) = store.keep(file, unlessIn: present)
    self.content = content
    entry = GenerationManifest.Entry(
      path: path, target: file.target, environment: file.environment, sha256: sha256)
  }
}
