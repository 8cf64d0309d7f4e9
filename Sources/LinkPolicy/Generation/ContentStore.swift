import PolicyDiagnostics

/// Keeps contents until they are written: outside of memory where the file system has room for that, since
/// what is generated for an estate is many times its policies.
struct ContentStore {
  private let scratch: (any ScratchFile)?
  private var end = 0

  init(_ scratch: (any ScratchFile)?) { self.scratch = scratch }

  /// A content of the store.
  struct Content: Sendable {
    let count: Int
    fileprivate let place: Place

    /// The bytes.
    func bytes() throws(FileSystemError) -> [UInt8] {
      switch place {
      case .memory(let bytes): bytes
      case .scratch(let file, let offset): try file.read(offset..<(offset + count))
      }
    }

    /// True when the bytes are the same, compared piece by piece.
    func holds(_ other: [UInt8]) throws(FileSystemError) -> Bool {
      guard count == other.count else { return false }
      switch place {
      case .memory(let bytes): return bytes == other
      case .scratch(let file, let offset):
        var start = 0
        while start < count {
          let end = min(start + ContentStore.piece, count)
          guard try file.read((offset + start)..<(offset + end)).elementsEqual(other[start..<end])
          else { return false }
          start = end
        }
        return true
      }
    }
  }

  fileprivate enum Place: Sendable {
    case memory([UInt8])
    case scratch(any ScratchFile, offset: Int)
  }

  /// Keeps a content; in memory where the scratch file is full.
  mutating func keep(_ bytes: [UInt8]) -> Content {
    guard let scratch, (try? scratch.write(bytes, at: end)) != nil else {
      return Content(count: bytes.count, place: .memory(bytes))
    }
    defer { end += bytes.count }
    return Content(count: bytes.count, place: .scratch(scratch, offset: end))
  }

  /// Bytes of one read.
  private static let piece = 1 << 20
}
