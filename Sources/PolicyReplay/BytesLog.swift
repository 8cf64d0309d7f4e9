import PolicyDiagnostics

/// A log in memory, under whatever name.
struct BytesLog: LogStore {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func size(of path: String) -> Int? { bytes.count }

  func open(_ path: String) -> any LogFile { File(bytes) }

  private final class File: LogFile {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
      let chunk = bytes.dropFirst(offset).prefix(buffer.count)
      unsafe buffer.copyBytes(from: chunk)
      return chunk.count
    }

    func finish() {}
  }
}
