package import LinkPolicy

/// Logs out of the console's files and input, for consoles without a system behind them.
package struct InMemoryLogs: LogStore {
  private let fileSystem: any FileSystem
  private let input: @Sendable (Int) -> [UInt8]

  package init(_ fileSystem: any FileSystem, input: @escaping @Sendable (Int) -> [UInt8]) {
    self.fileSystem = fileSystem
    self.input = input
  }

  package func size(of path: String) throws(FileSystemError) -> Int? {
    path == "-" ? nil : try fileSystem.read(path).count
  }

  package func open(_ path: String) throws(FileSystemError) -> any LogFile {
    path == "-" ? InputLog(input) : WholeLog(try fileSystem.read(path))
  }
}

/// A log in memory.
private final class WholeLog: LogFile {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
    let chunk = bytes.dropFirst(offset).prefix(buffer.count)
    unsafe buffer.copyBytes(from: chunk)
    return chunk.count
  }

  func finish() {}
}

/// Standard input of a console.
private final class InputLog: LogFile {
  private let input: @Sendable (Int) -> [UInt8]

  init(_ input: @escaping @Sendable (Int) -> [UInt8]) { self.input = input }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
    let chunk = input(buffer.count)
    unsafe buffer.copyBytes(from: chunk)
    return chunk.count
  }

  func finish() {}
}
