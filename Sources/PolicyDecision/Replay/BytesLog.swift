/// A log in memory, under any name.
package struct BytesLog: LogStore {
  private let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package func size(of path: String) -> Int? { bytes.count }

  package func open(_ path: String) -> any LogFile { File(bytes) }

  private final class File: LogFile {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func read(_ count: Int, at offset: Int) -> [UInt8] {
      Array(bytes.dropFirst(offset).prefix(count))
    }

    func finish() {}
  }
}
